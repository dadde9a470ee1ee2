import {
  type Connection,
  type Delivered,
  type NetworkAdapter,
  NetworkRefusal,
  type OutgoingPost,
  type Prepared,
} from '../adapter.js';
import { ask, bearer, commit, notSent, required } from '../exchange.js';
import { textAt, valueAt } from '../json-answer.js';
import { comparable } from '../lookup.js';
import { bytesOf, isImage } from '../media-bytes.js';
import { BLUESKY_ERRORS, blueskyErrors } from './errors.js';
import { mentionedHandles } from './facets.js';
import { blobKey, didKey, POSTS, recordKeyOf, recordOf } from './record.js';

/** The accounts that the text mentions; a handle that nobody has stays plain text. */
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
      const nobody = refusal instanceof NetworkRefusal && refusal.answer.code === 'InvalidRequest';
      if (!nobody) throw refusal;
    }
  }
  return found;
}

async function uploadImages(connection: Connection, { media }: OutgoingPost): Promise<Prepared> {
  const blobs: Record<string, string> = {};
  for (const image of media) {
    if (!isImage(image))
      throw notSent('media_invalid', 'Only images can be attached to a post on Bluesky here.');
    const { body } = await ask(blueskyErrors, connection, {
      method: 'POST',
      path: '/xrpc/com.atproto.repo.uploadBlob',
      headers: { ...bearer(connection), 'content-type': image.contentType },
      body: await bytesOf(image),
    });
    blobs[blobKey(image.key)] = JSON.stringify(valueAt(body, 'blob') ?? null);
  }
  return blobs;
}

function delivered({ account, wire }: Connection, uri: string, adopted: boolean): Delivered {
  const recordKey = uri.slice(uri.lastIndexOf('/') + 1);
  return { networkPostId: uri, url: `${wire.webUrl}/profile/${account.handle}/post/${recordKey}`, adopted };
}

/** The record that lies under the post's key, where its text is this post's. */
async function ownRecord(connection: Connection, post: OutgoingPost): Promise<Delivered | null> {
  const { body } = await ask(blueskyErrors, connection, {
    method: 'GET',
    path: '/xrpc/com.atproto.repo.getRecord',
    query: { repo: connection.account.networkUserId, collection: POSTS, rkey: recordKeyOf(post) },
    headers: bearer(connection),
  });
  const uri = textAt(body, 'uri');
  const isOurs = comparable(textAt(body, 'value', 'text') ?? '') === comparable(post.content.text);
  return uri !== null && isOurs ? delivered(connection, uri, true) : null;
}

/**
 * Bluesky: atproto records. A record key of our own makes the write repeatable: the same record again is
 * answered as done, without a new commit.
 */
export const blueskyAdapter: NetworkAdapter = {
  platform: 'bluesky',
  recovery: 'key',

  async prepare(connection, post) {
    return {
      ...(await resolveMentions(connection, post.content.text)),
      ...(await uploadImages(connection, post)),
    };
  },

  async create(connection, post, prepared) {
    try {
      const response = await commit(blueskyErrors, connection, {
        method: 'POST',
        path: '/xrpc/com.atproto.repo.putRecord',
        headers: { ...bearer(connection), 'content-type': 'application/json' },
        body: {
          repo: connection.account.networkUserId,
          collection: POSTS,
          rkey: recordKeyOf(post),
          record: recordOf(post, prepared),
          // Write only where nothing is: never replace a post.
          swapRecord: null,
        },
      });
      const uri = required(textAt(response.body, 'uri'), response);
      return delivered(connection, uri, valueAt(response.body, 'commit') === undefined);
    } catch (refusal) {
      // Another record under our key: the same post whose mentions or images came out differently this time.
      const differs =
        refusal instanceof NetworkRefusal && refusal.answer.code === BLUESKY_ERRORS.recordDiffers.code;
      const own = differs ? await ownRecord(connection, post) : null;
      if (own) return own;
      throw refusal;
    }
  },

  async checkToken(connection) {
    await ask(blueskyErrors, connection, {
      method: 'GET',
      path: '/xrpc/com.atproto.server.getSession',
      headers: bearer(connection),
    });
    return { status: 'healthy', reason: null, action: null, expiresAt: null };
  },
};
