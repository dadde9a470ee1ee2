import type { Connection, Delivered, NetworkAdapter, OutgoingPost } from '../adapter.js';
import { ask, bearer, commit, notSent, required } from '../exchange.js';
import { textAt } from '../json-answer.js';
import { soughtPart } from '../lookup.js';
import { bytesOf, isImage } from '../media-bytes.js';
import { urlOf } from './address.js';
import { xErrors } from './errors.js';
import { findTweet } from './find-tweet.js';

const mediaIdKey = (place: number) => `media:${place}`;

async function uploadImage(connection: Connection, image: OutgoingPost['media'][number]): Promise<string> {
  const form = new FormData();
  form.set('media', new Blob([await bytesOf(image)], { type: image.contentType }), image.key);
  form.set('media_category', 'tweet_image');
  const headers = bearer(connection);
  const { body } = await ask(xErrors, connection, {
    method: 'POST',
    path: '/2/media/upload',
    headers,
    body: form,
  });
  const id = textAt(body, 'data', 'id');
  if (id === null) throw notSent('media_processing_failed', 'X did not name the uploaded image.');
  if (image.altText) {
    await ask(xErrors, connection, {
      method: 'POST',
      path: '/2/media/metadata',
      headers: { ...headers, 'content-type': 'application/json' },
      body: { id, metadata: { alt_text: { text: image.altText } } },
    });
  }
  return id;
}

/** What a post says of itself besides its text and media. */
function settingsOf({ content }: OutgoingPost): Readonly<Record<string, unknown>> {
  const { options, disclosure } = content;
  return {
    ...(typeof options['replySettings'] === 'string' && { reply_settings: options['replySettings'] }),
    ...(typeof options['communityId'] === 'string' && { community_id: options['communityId'] }),
    ...(disclosure.includes('paid_partnership') && { paid_partnership: true }),
    ...(disclosure.includes('ai_generated') && { made_with_ai: true }),
  };
}

async function send(connection: Connection, body: Readonly<Record<string, unknown>>): Promise<Delivered> {
  const response = await commit(xErrors, connection, {
    method: 'POST',
    path: '/2/tweets',
    headers: { ...bearer(connection), 'content-type': 'application/json' },
    body,
  });
  const id = required(textAt(response.body, 'data', 'id'), response);
  return { networkPostId: id, url: urlOf(connection, id), adopted: false };
}

/** X API v2. It takes no key, but an account's own posts can be listed: newest first, with the time in the id. */
export const xAdapter: NetworkAdapter = {
  platform: 'x',
  recovery: 'lookup',

  async prepare(connection, { media }) {
    const ids: Record<string, string> = {};
    for (const [place, image] of media.entries()) {
      if (!isImage(image)) throw notSent('media_invalid', 'Only images can be attached to a post on X here.');
      ids[mediaIdKey(place)] = await uploadImage(connection, image);
    }
    return ids;
  },

  create(connection, post, prepared) {
    const mediaIds = post.media.map((_, place) => prepared[mediaIdKey(place)] ?? '');
    return send(connection, {
      text: post.content.text,
      ...(mediaIds.length > 0 && { media: { media_ids: mediaIds } }),
      ...settingsOf(post),
    });
  },

  find: (connection, post) => findTweet(connection, post, post.content.text),

  createPart: (connection, { text, parent }) =>
    send(connection, { text, reply: { in_reply_to_tweet_id: parent.networkPostId } }),

  findPart: (connection, part) => findTweet(connection, soughtPart(part), part.text),

  async checkToken(connection) {
    await ask(xErrors, connection, { method: 'GET', path: '/2/users/me', headers: bearer(connection) });
    return { status: 'healthy', reason: null, action: null, expiresAt: null };
  },
};
