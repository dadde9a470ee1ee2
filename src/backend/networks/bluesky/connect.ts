import {
  type ConnectContext,
  type Connector,
  ConnectRefused,
  type SignedInAccount,
} from '../connecting/connector.js';
import { serverOrigin } from '../connecting/server-origin.js';
import { textAt, valueAt } from '../requests/json-answer.js';
import type { Wire, WireResponse } from '../wire.js';
import { expiryOfToken, scopeOfToken } from './access-token.js';
import { BLUESKY_ENTRANCE, findPds, isHandle, pdsIn } from './identity.js';

const OK = 200;
const SERVER_FAULT = 500;
const TOO_MANY = 429;
const PROFILE_PAGES = 'https://bsky.app/profile';
/** What the token of an account's own password allows; an app password's is `com.atproto.appPass…`. */
const FULL_ACCESS = 'com.atproto.access';
const APP_PASSWORDS = 'https://bsky.app/settings/app-passwords';
/** Of what a server says, in messages. */
const MAX_QUOTED = 200;

/** @throws ConnectRefused */
async function originFor(
  context: ConnectContext,
  server: string | null,
  identifier: string,
): Promise<string> {
  if (server !== null) return server;
  if (identifier.startsWith('did:') || isHandle(identifier)) return findPds(context, identifier);
  // An e-mail address says nothing of the server.
  if (identifier.includes('@')) return BLUESKY_ENTRANCE;
  throw new ConnectRefused(
    'validation_failed',
    '`identifier` must be a handle with a dot, such as name.bsky.social.',
  );
}

async function signIn(
  context: ConnectContext,
  origin: string,
  identifier: string,
  password: string,
): Promise<WireResponse> {
  const response = await context.wireTo(origin).send(
    {
      method: 'POST',
      path: '/xrpc/com.atproto.server.createSession',
      headers: { 'content-type': 'application/json' },
      body: { identifier, password },
    },
    context.signal,
  );
  if (response.status === OK) return response;
  throw refusal(origin, response);
}

function refusal(origin: string, { status, body }: WireResponse): ConnectRefused {
  const host = new URL(origin).host;
  const error = textAt(body, 'error');
  if (status >= SERVER_FAULT) {
    return new ConnectRefused('server_unavailable', `${host} answered with HTTP ${status}. Try again later.`);
  }
  if (status === TOO_MANY) {
    return new ConnectRefused(
      'sign_in_refused',
      `${host} allows no more sign-ins for now. Try again in some minutes.`,
    );
  }
  if (error === 'AuthFactorTokenRequired') return ownPassword();
  if (error === 'AccountTakedown') {
    return new ConnectRefused(
      'sign_in_refused',
      `${host} has taken this account down. Ask the server’s moderators.`,
    );
  }
  if (error === 'AuthenticationRequired') {
    return new ConnectRefused(
      'sign_in_refused',
      `${host} does not accept this handle with this app password. Make a new app password at ${APP_PASSWORDS}.`,
    );
  }
  if (error === null) {
    return new ConnectRefused('server_unsuitable', `${host} does not answer like a server of Bluesky (PDS).`);
  }
  const words = textAt(body, 'message') ?? error;
  return new ConnectRefused('sign_in_refused', `${host} refused the sign-in: ${words.slice(0, MAX_QUOTED)}`);
}

function ownPassword(): ConnectRefused {
  return new ConnectRefused(
    'sign_in_refused',
    `That is the password of the account itself. Postrider only takes app passwords, which can be ended one by one: make one at ${APP_PASSWORDS}.`,
  );
}

/** Ends a session that must not be kept. */
async function endSession(wire: Wire, refreshToken: string, signal: AbortSignal): Promise<void> {
  await wire.send(
    {
      method: 'POST',
      path: '/xrpc/com.atproto.server.deleteSession',
      headers: { authorization: `Bearer ${refreshToken}` },
    },
    signal,
  );
}

/** The name and picture of the account; a server without Bluesky's app view has none. */
async function profileOf(
  wire: Wire,
  did: string,
  accessToken: string,
  signal: AbortSignal,
): Promise<unknown> {
  const { status, body } = await wire.send(
    {
      method: 'GET',
      path: '/xrpc/com.atproto.repo.getRecord',
      query: { repo: did, collection: 'app.bsky.actor.profile', rkey: 'self' },
      headers: { authorization: `Bearer ${accessToken}` },
    },
    signal,
  );
  return status === OK ? valueAt(body, 'value') : null;
}

/** Bluesky: an app password at the account's own server. */
export const blueskyConnector: Connector = {
  begin: async (_context, { server }) => ({
    origin: server === null ? null : serverOrigin(server),
    authorizeUrl: null,
    secrets: {},
  }),

  async finish(context, { origin: server }, { identifier = '', appPassword = '' }): Promise<SignedInAccount> {
    const written = identifier.trim().replace(/^@/, '').toLowerCase();
    if (written === '' || appPassword === '') {
      throw new ConnectRefused('validation_failed', 'Give `identifier` and `appPassword`.');
    }
    const asked = await originFor(context, server, written);
    const { body } = await signIn(context, asked, written, appPassword.trim());
    const did = textAt(body, 'did');
    const accessToken = textAt(body, 'accessJwt');
    const refreshToken = textAt(body, 'refreshJwt');
    if (!did || !accessToken || !refreshToken) {
      throw new ConnectRefused(
        'server_unsuitable',
        `${new URL(asked).host} does not answer like a server of Bluesky (PDS).`,
      );
    }
    if (scopeOfToken(accessToken) === FULL_ACCESS) {
      await endSession(context.wireTo(asked), refreshToken, context.signal);
      throw ownPassword();
    }
    // The entrance of Bluesky's own servers names the one that holds the account.
    const origin = server ?? pdsIn(valueAt(body, 'didDoc')) ?? asked;
    const handle = textAt(body, 'handle') ?? written;
    const expiry = expiryOfToken(accessToken);
    const credentials = {
      accessToken,
      refreshToken,
      ...(expiry !== null && { expiresAt: new Date(expiry).toISOString() }),
    };
    const profile = await profileOf(context.wireTo(origin, credentials), did, accessToken, context.signal);
    return {
      origin,
      networkUserId: did,
      handle,
      displayName: textAt(profile, 'displayName') || handle,
      avatarUrl: null,
      profileUrl: `${PROFILE_PAGES}/${handle}`,
      credentials,
    };
  },

  async revoke({ account, wire, signal }) {
    const { refreshToken = '' } = account.credentials;
    if (refreshToken !== '') await endSession(wire, refreshToken, signal);
  },
};
