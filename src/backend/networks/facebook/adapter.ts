import type { Connection, NetworkAdapter, OutgoingMedia } from '../adapter.js';
import { afterCommit, notSent, required } from '../exchange.js';
import { listAt, textAt, timeAt } from '../json-answer.js';
import { type ListedPost, PAGES_AT_MOST, pickOwn, searchFrom, tooManyToSearch } from '../lookup.js';
import { bytesOf, isImage } from '../media-bytes.js';
import { createComment, findComment } from '../meta-graph/comments.js';
import { type GraphApi, graphGet, graphPost, graphPublish } from '../meta-graph/graph-call.js';
import { facebookErrors } from './errors.js';

const API: GraphApi = { version: '/v25.0', errors: facebookErrors };
const PAGE = 100;
const COMMENT_FIELDS = { text: 'message', createdAt: 'created_time' };

const photoKey = (place: number) => `photo:${place}`;

/** A photo that nobody sees until a post attaches it. */
async function uploadPhoto(connection: Connection, image: OutgoingMedia): Promise<string> {
  const form = new FormData();
  form.set('published', 'false');
  form.set('source', new Blob([await bytesOf(image)], { type: image.contentType }), image.key);
  if (image.altText) form.set('alt_text_custom', image.altText);
  const { body } = await graphPost(API, connection, `/${connection.account.networkUserId}/photos`, form);
  const id = textAt(body, 'id');
  if (id === null) throw notSent('media_processing_failed', 'Facebook did not name the uploaded photo.');
  return id;
}

/** Facebook Pages. A page's own posts can be listed, so a lost answer is looked up. */
export const facebookAdapter: NetworkAdapter = {
  platform: 'facebook',
  recovery: 'lookup',

  async prepare(connection, { content, media }) {
    if (content.postType !== null && content.postType !== 'feed') {
      throw notSent('media_invalid', 'Reels and stories cannot be published on Facebook here, only posts.');
    }
    const ids: Record<string, string> = {};
    for (const [place, image] of media.entries()) {
      if (!isImage(image))
        throw notSent('media_invalid', 'Only images can be attached to a post on Facebook here.');
      ids[photoKey(place)] = await uploadPhoto(connection, image);
    }
    return ids;
  },

  async create(connection, { content, media }, prepared) {
    const photos = media.map((_, place) => [
      `attached_media[${place}]`,
      JSON.stringify({ media_fbid: prepared[photoKey(place)] ?? '' }),
    ]);
    const response = await graphPublish(API, connection, `/${connection.account.networkUserId}/feed`, {
      message: content.text,
      ...(content.link !== null && media.length === 0 && { link: content.link }),
      ...Object.fromEntries(photos),
    });
    const id = required(textAt(response.body, 'id'), response);
    const url = await afterCommit(async () => {
      const post = await graphGet(API, connection, `/${id}`, { fields: 'permalink_url' });
      return required(textAt(post.body, 'permalink_url'), post);
    });
    return { networkPostId: id, url, adopted: false };
  },

  async find(connection, post) {
    let cursor: string | null = null;
    for (let page = 0; page < PAGES_AT_MOST; page += 1) {
      const { body } = await graphGet(
        API,
        connection,
        `/${connection.account.networkUserId}/published_posts`,
        {
          fields: 'id,message,created_time,permalink_url',
          since: String(searchFrom(post) / 1000),
          limit: String(PAGE),
          ...(cursor !== null && { after: cursor }),
        },
      );
      const listed = listAt(body, 'data').map(
        (one): ListedPost => ({
          networkPostId: textAt(one, 'id') ?? '',
          url: textAt(one, 'permalink_url') ?? '',
          text: textAt(one, 'message') ?? '',
          createdAt: timeAt(one, 'created_time') ?? 0,
        }),
      );
      const own = pickOwn(listed, post, post.content.text);
      const next =
        textAt(body, 'paging', 'next') === null ? null : textAt(body, 'paging', 'cursors', 'after');
      if (own !== null || next === null) return own;
      cursor = next;
    }
    throw tooManyToSearch();
  },

  createPart: (connection, part) => createComment(API, connection, part),

  findPart: (connection, part) => findComment(API, COMMENT_FIELDS, connection, part),

  async checkToken(connection) {
    await graphGet(API, connection, '/me', { fields: 'id,name' });
    return { status: 'healthy', reason: null, action: null, expiresAt: null };
  },
};
