import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { Delivered, Prepared } from '../outgoing-post.js';
import { ask, bearer, commit, required } from '../requests/exchange.js';
import { textAt, valueAt } from '../requests/json-answer.js';
import { comparable, notReadable } from '../requests/lookup.js';
import { BLUESKY_ERRORS, blueskyErrors } from './errors.js';
import { mentionedHandles } from './facets.js';
import { didKey, POSTS, type PostRecord } from './record.js';

/** How servers refuse a handle that nobody has: servers before 2026 answer `InvalidRequest`. */
const NOBODY: readonly (string | null)[] = [BLUESKY_ERRORS.handleUnknown.code, 'InvalidRequest'];

/** The DIDs of the accounts that the text mentions. An unknown handle stays plain text. */
export async function resolveMentions(connection: Connection, text: string): Promise<Prepared> {
  const found: Record<string, string> = {};
  for (const handle of mentionedHandles(text)) {
    try {
      const { body } = await ask(blueskyErrors, connection, {
        method: 'GET',
        path: '/xrpc/com.atproto.identity.resolveHandle',
        query: { handle },
        headers: bearer(connection),
      });
      const did = textAt(body, 'did');
      if (did !== null) found[didKey(handle)] = did;
    } catch (refusal) {
      const nobody = refusal instanceof NetworkRefusal && NOBODY.includes(refusal.answer.code);
      if (!nobody) throw refusal;
    }
  }
  return found;
}

function delivered({ account, wire }: Connection, uri: string, adopted: boolean): Delivered {
  const recordKey = uri.slice(uri.lastIndexOf('/') + 1);
  return { networkPostId: uri, url: `${wire.webUrl}/profile/${account.handle}/post/${recordKey}`, adopted };
}

/** A record of the account; null: it does not exist. */
export async function readRecord(
  connection: Connection,
  recordKey: string,
  collection: string = POSTS,
): Promise<unknown> {
  try {
    const { body } = await ask(blueskyErrors, connection, {
      method: 'GET',
      path: '/xrpc/com.atproto.repo.getRecord',
      query: { repo: connection.account.networkUserId, collection, rkey: recordKey },
      headers: bearer(connection),
    });
    return body ?? {};
  } catch (refusal) {
    if (refusal instanceof NetworkRefusal && refusal.answer.code === 'RecordNotFound') return null;
    throw refusal;
  }
}

/**
 * The record under our key, if its text is the one we sent. Null: there is none, or it is another one.
 * @throws OutcomeInDoubt there is one that cannot be read
 */
export async function ownRecord(
  connection: Connection,
  recordKey: string,
  text: string,
): Promise<Delivered | null> {
  const body = await readRecord(connection, recordKey);
  if (body === null) return null;
  const uri = textAt(body, 'uri');
  const written = textAt(body, 'value', 'text');
  if (uri === null || written === null) throw notReadable('Bluesky’s answer does not contain the record.');
  return comparable(written) === comparable(text) ? delivered(connection, uri, true) : null;
}

export function put(connection: Connection, collection: string, rkey: string, record: unknown) {
  return commit(blueskyErrors, connection, {
    method: 'POST',
    path: '/xrpc/com.atproto.repo.putRecord',
    headers: { ...bearer(connection), 'content-type': 'application/json' },
    body: {
      repo: connection.account.networkUserId,
      collection,
      rkey,
      record,
      // Only create: never replace a post.
      ...(collection === POSTS && { swapRecord: null }),
    },
  });
}

export async function sendRecord(connection: Connection, recordKey: string, record: PostRecord) {
  try {
    const response = await put(connection, POSTS, recordKey, record);
    const uri = required(textAt(response.body, 'uri'), response);
    return delivered(connection, uri, valueAt(response.body, 'commit') === undefined);
  } catch (refusal) {
    // A different record under our key: the same post, whose mentions or images resolved differently this time.
    const differs =
      refusal instanceof NetworkRefusal && refusal.answer.code === BLUESKY_ERRORS.recordDiffers.code;
    const own = differs ? await ownRecord(connection, recordKey, record.text) : null;
    if (own) return own;
    throw refusal;
  }
}
