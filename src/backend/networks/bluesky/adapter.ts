import { type NetworkAdapter, NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { Delivered, OutgoingPart, Prepared } from '../outgoing-post.js';
import { afterCommit, ask, bearer, commit, notSent, required } from '../requests/exchange.js';
import { textAt, valueAt } from '../requests/json-answer.js';
import { comparable, notReadable } from '../requests/lookup.js';
import { isImage } from '../requests/media-bytes.js';
import { Steps } from '../requests/progress.js';
import { BLUESKY_ERRORS, blueskyErrors } from './errors.js';
import { mentionedHandles } from './facets.js';
import { sessionHealth } from './health.js';
import {
  blobKey,
  didKey,
  gateOf,
  jobKey,
  linkOf,
  POSTS,
  type PostRecord,
  recordKeyOf,
  recordOf,
  replyRecordOf,
  THREADGATES,
} from './record.js';
import { blobOfJob, uploadImage, uploadVideo } from './upload.js';

/** How servers refuse a handle that nobody has: servers before 2026 answer `InvalidRequest`. */
const NOBODY: readonly (string | null)[] = [BLUESKY_ERRORS.handleUnknown.code, 'InvalidRequest'];

/** The DIDs of the accounts that the text mentions. An unknown handle stays plain text. */
async function resolveMentions(connection: Connection, text: string): Promise<Prepared> {
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
async function readRecord(
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
async function ownRecord(connection: Connection, recordKey: string, text: string): Promise<Delivered | null> {
  const body = await readRecord(connection, recordKey);
  if (body === null) return null;
  const uri = textAt(body, 'uri');
  const written = textAt(body, 'value', 'text');
  if (uri === null || written === null) throw notReadable('Bluesky’s answer does not contain the record.');
  return comparable(written) === comparable(text) ? delivered(connection, uri, true) : null;
}

function put(connection: Connection, collection: string, rkey: string, record: unknown) {
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

async function send(connection: Connection, recordKey: string, record: PostRecord) {
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

/** The post that a reply references, with the content identifier that the reference needs. */
async function parentOf(connection: Connection, { parent }: OutgoingPart) {
  const uri = parent.networkPostId;
  const body = await readRecord(connection, uri.slice(uri.lastIndexOf('/') + 1));
  const cid = textAt(body, 'cid');
  if (cid === null) throw notSent('content_refused', 'The post it replies to no longer exists.');
  return { uri, cid, value: valueAt(body, 'value') };
}

/**
 * Bluesky: atproto records. Choosing the record key makes the write idempotent: writing the same record again
 * succeeds without a new commit.
 */
export const blueskyAdapter: NetworkAdapter = {
  platform: 'bluesky',
  recovery: 'key',

  async prepare(connection, { content, media }, progress) {
    if (content.link !== null && media.length === 0) linkOf(content.link);
    const steps = new Steps(progress);
    for (const medium of media) {
      const name = blobKey(medium.key);
      if (isImage(medium)) await steps.once(name, () => uploadImage(connection, medium));
      else {
        const job = await steps.once(jobKey(medium.key), () => uploadVideo(connection, medium));
        await steps.once(name, () => blobOfJob(connection, job));
      }
    }
    return { ...(await resolveMentions(connection, content.text)), ...steps.done };
  },

  async create(connection, post, prepared) {
    const recordKey = recordKeyOf(post);
    const made = await send(connection, recordKey, recordOf(post, prepared));
    const gate = gateOf(post, made.networkPostId);
    // If the response is lost, this repeats together with the post: writing the same record again changes nothing.
    if (gate) await afterCommit(() => put(connection, THREADGATES, recordKey, gate));
    return made;
  },

  async find(connection, post) {
    const recordKey = recordKeyOf(post);
    const made = await ownRecord(connection, recordKey, post.content.text);
    const gate = made && gateOf(post, made.networkPostId);
    if (gate && (await readRecord(connection, recordKey, THREADGATES)) === null) {
      throw notReadable('The post is there, but everybody can reply to it.');
    }
    return made;
  },

  async createPart(connection, part) {
    const dids = await resolveMentions(connection, part.text);
    const record = replyRecordOf(part, await parentOf(connection, part), dids);
    return send(connection, recordKeyOf(part), record);
  },

  findPart: (connection, part) => ownRecord(connection, recordKeyOf(part), part.text),

  async remove(connection, networkPostId) {
    const repo = connection.account.networkUserId;
    const own = `at://${repo}/${POSTS}/`;
    if (!networkPostId.startsWith(own)) {
      throw notSent('network_refused', `${networkPostId} is not a post of this account.`);
    }
    // Deleting a record that does not exist succeeds.
    for (const collection of [POSTS, THREADGATES]) {
      await ask(blueskyErrors, connection, {
        method: 'POST',
        path: '/xrpc/com.atproto.repo.deleteRecord',
        headers: { ...bearer(connection), 'content-type': 'application/json' },
        body: { repo, collection, rkey: networkPostId.slice(own.length) },
      });
    }
  },

  checkToken: sessionHealth,
};
