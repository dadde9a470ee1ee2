import type { NetworkAdapter } from '../adapter.js';
import type { Connection } from '../connection.js';
import { createComment, findComment } from '../meta-graph/comments.js';
import { graphGet } from '../meta-graph/graph-call.js';
import type { Delivered, SoughtPost } from '../outgoing-post.js';
import { listAt, textAt, timeAt } from '../requests/json-answer.js';
import { type ListedPost, MAX_PAGES, pickOwn, searchFrom, tooManyToSearch } from '../requests/lookup.js';
import { Steps } from '../requests/progress.js';
import { API } from './api.js';
import { facebookComments, facebookMessages } from './inbox.js';
import { KIND, kindOf } from './kind.js';
import { findPhased, finishPhased, uploadPhased } from './phased-upload.js';
import { photoKey, publishPost, publishVideo, uploadPhoto } from './posts.js';
import { findStory, publishPhotoStory } from './stories.js';

const PAGE = 100;
const COMMENT_FIELDS = { text: 'message', createdAt: 'created_time' };

/** The page's post with this text, made since the first attempt started. */
async function findPost(connection: Connection, post: SoughtPost): Promise<Delivered | null> {
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { body } = await graphGet(API, connection, `/${connection.account.networkUserId}/published_posts`, {
      fields: 'id,message,created_time,permalink_url',
      since: String(searchFrom(post) / 1000),
      limit: String(PAGE),
      ...(cursor !== null && { after: cursor }),
    });
    const listed = listAt(body, 'data').map(
      (one): ListedPost => ({
        networkPostId: textAt(one, 'id') ?? '',
        url: textAt(one, 'permalink_url') ?? '',
        text: textAt(one, 'message') ?? '',
        createdAt: timeAt(one, 'created_time') ?? 0,
      }),
    );
    const own = pickOwn(listed, post, post.content.text);
    const next = textAt(body, 'paging', 'next') === null ? null : textAt(body, 'paging', 'cursors', 'after');
    if (own !== null || next === null) return own;
    cursor = next;
  }
  throw tooManyToSearch();
}

/** Facebook Pages. A page's posts can be listed, so a lost response is resolved by a lookup. */
export const facebookAdapter: NetworkAdapter = {
  platform: 'facebook',
  recovery: 'lookup',

  async prepare(connection, post, progress) {
    const steps = new Steps(progress);
    const kind = kindOf(post);
    // A lookup assumes a post of the page.
    if (kind !== 'post') await steps.once(KIND, () => Promise.resolve(kind));
    if (kind === 'reel' || kind === 'video_story') await uploadPhased(connection, post, kind, steps);
    if (kind === 'post' || kind === 'photo_story') {
      for (const [place, image] of post.media.entries()) {
        await steps.once(photoKey(place), () => uploadPhoto(connection, image));
      }
    }
    return steps.done;
  },

  create(connection, post, prepared) {
    switch (kindOf(post)) {
      case 'video':
        return publishVideo(connection, post);
      case 'reel':
      case 'video_story':
        return finishPhased(connection, post, prepared);
      case 'photo_story':
        return publishPhotoStory(connection, prepared);
      case 'post':
        return publishPost(connection, post, prepared);
    }
  },

  find(connection, post, prepared) {
    switch (prepared[KIND]) {
      case 'reel':
        return findPhased(connection, prepared);
      case 'video_story':
      case 'photo_story':
        return findStory(connection, prepared);
      default:
        return findPost(connection, post);
    }
  },

  createPart: (connection, part) => createComment(API, connection, part),

  findPart: (connection, part) => findComment(API, COMMENT_FIELDS, connection, part),

  comments: facebookComments,
  messages: facebookMessages,

  async checkToken(connection) {
    await graphGet(API, connection, '/me', { fields: 'id,name' });
    return { status: 'healthy', reason: null, action: null, expiresAt: null };
  },
};
