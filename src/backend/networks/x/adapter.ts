import type { Connection, NetworkAdapter, OutgoingPost } from '../adapter.js';
import { ask, bearer, commit, notSent, required } from '../exchange.js';
import { timeOfXId } from '../id-times.js';
import { listAt, textAt } from '../json-answer.js';
import { type ListedPost, PAGES_AT_MOST, pickOwn, searchFrom, tooManyToSearch } from '../lookup.js';
import { bytesOf, isImage } from '../media-bytes.js';
import { xErrors } from './errors.js';
import { withoutSchemes, writtenText } from './timeline-text.js';

const mediaIdKey = (place: number) => `media:${place}`;

function urlOf({ account, wire }: Connection, id: string): string {
  return `${wire.webUrl}/${account.handle}/status/${id}`;
}

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

/** One page of the account's own posts, and where the next one begins. */
async function timelinePage(connection: Connection, post: OutgoingPost, token: string | null) {
  const { body } = await ask(xErrors, connection, {
    method: 'GET',
    path: `/2/users/${connection.account.networkUserId}/tweets`,
    query: {
      max_results: '100',
      exclude: 'retweets',
      start_time: new Date(searchFrom(post)).toISOString().replace('.000Z', 'Z'),
      'tweet.fields': 'created_at,entities,note_tweet',
      ...(token !== null && { pagination_token: token }),
    },
    headers: bearer(connection),
  });
  const posts = listAt(body, 'data').flatMap((tweet): ListedPost[] => {
    const id = textAt(tweet, 'id');
    if (id === null) return [];
    const text = withoutSchemes(writtenText(tweet));
    return [{ networkPostId: id, url: urlOf(connection, id), text, createdAt: timeOfXId(id) ?? 0 }];
  });
  return { posts, next: textAt(body, 'meta', 'next_token') };
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

  async create(connection, { content, media }, prepared) {
    const mediaIds = media.map((_, place) => prepared[mediaIdKey(place)] ?? '');
    const response = await commit(xErrors, connection, {
      method: 'POST',
      path: '/2/tweets',
      headers: { ...bearer(connection), 'content-type': 'application/json' },
      body: { text: content.text, ...(mediaIds.length > 0 && { media: { media_ids: mediaIds } }) },
    });
    const id = required(textAt(response.body, 'data', 'id'), response);
    return { networkPostId: id, url: urlOf(connection, id), adopted: false };
  },

  async find(connection, post) {
    const wanted = withoutSchemes(post.content.text);
    let token: string | null = null;
    for (let page = 0; page < PAGES_AT_MOST; page += 1) {
      const { posts, next } = await timelinePage(connection, post, token);
      const own = pickOwn(posts, post, wanted);
      if (own !== null || next === null) return own;
      token = next;
    }
    throw tooManyToSearch();
  },

  async checkToken(connection) {
    await ask(xErrors, connection, { method: 'GET', path: '/2/users/me', headers: bearer(connection) });
    return { status: 'healthy', reason: null, action: null, expiresAt: null };
  },
};
