import type { ConnectContext, SignedInAccount } from '../connecting/connector.js';
import type { Credentials } from '../connection.js';
import { textAt, valueAt } from '../requests/json-answer.js';

const OK = 200;
const PROFILE_PAGES = 'https://bsky.app/profile';

/** An account of Bluesky whose owner has signed in, with the name of its profile. */
export async function blueskyAccount(
  context: ConnectContext,
  {
    origin,
    did,
    handle,
    credentials,
  }: {
    readonly origin: string;
    readonly did: string;
    readonly handle: string;
    readonly credentials: Credentials;
  },
): Promise<SignedInAccount> {
  // The record, because a server without Bluesky's app view has no profiles.
  const { status, body } = await context.wireTo(origin, credentials).send(
    {
      method: 'GET',
      path: '/xrpc/com.atproto.repo.getRecord',
      query: { repo: did, collection: 'app.bsky.actor.profile', rkey: 'self' },
      headers: { authorization: `Bearer ${credentials['accessToken'] ?? ''}` },
    },
    context.signal,
  );
  const displayName = status === OK ? textAt(valueAt(body, 'value'), 'displayName') : null;
  return {
    origin,
    networkUserId: did,
    handle,
    displayName: displayName || handle,
    avatarUrl: null,
    profileUrl: `${PROFILE_PAGES}/${handle}`,
    credentials,
  };
}
