import type { NetworkAdapter } from '../adapter.js';
import type { Connection } from '../connection.js';
import { createComment, findComment } from '../meta-graph/comments.js';
import { graphGet } from '../meta-graph/graph-call.js';
import { listedPage } from '../meta-graph/listed-page.js';
import type { Delivered, SoughtPost } from '../outgoing-post.js';
import { textAt, timeAt } from '../requests/json-answer.js';
import { notReadable, searchFrom, searchPages } from '../requests/lookup.js';
import { Steps } from '../requests/progress.js';
import { API } from './api.js';
import { facebookHealth } from './health.js';
import { facebookComments, facebookMessages } from './inbox.js';
import { KIND, kindOf } from './kind.js';
import { facebookMetrics } from './metrics.js';
import { facebookNews } from './news.js';
import { findPhased, finishPhased, uploadPhased } from './phased-upload.js';
import { photoKey, publishPost, publishVideo, uploadPhoto } from './posts.js';
import { findStory, publishPhotoStory } from './stories.js';

const PAGE = 100;
const COMMENT_FIELDS = { text: 'message', createdAt: 'created_time' };

/** The page's post with this text, made since the first attempt started. */
function findPost(connection: Connection, post: SoughtPost): Promise<Delivered | null> {
  return searchPages(post, post.content.text, true, async (cursor) => {
    const { body } = await graphGet(API, connection, `/${connection.account.networkUserId}/published_posts`, {
      fields: 'id,message,created_time,permalink_url',
      since: String(searchFrom(post) / 1000),
      limit: String(PAGE),
      ...(cursor !== null && { after: cursor }),
    });
    return listedPage(body, PAGE, (one) => ({
      networkPostId: textAt(one, 'id'),
      url: textAt(one, 'permalink_url') ?? '',
      text: textAt(one, 'message'),
      createdAt: timeAt(one, 'created_time'),
      // The page's posts do not contain its comments.
      answers: null,
    }));
  });
}

/** A video is only listed once Facebook has fetched and processed it, so one that is not listed may still follow. */
async function findVideo(connection: Connection, post: SoughtPost): Promise<Delivered | null> {
  const found = await findPost(connection, post);
  if (found) return found;
  throw notReadable('The video is not listed, but Facebook may still be processing it.');
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
      case 'video':
        return findVideo(connection, post);
      default:
        return findPost(connection, post);
    }
  },

  createPart: (connection, part) => createComment(API, connection, part),

  findPart: (connection, part) => findComment(API, COMMENT_FIELDS, connection, part),

  comments: facebookComments,
  messages: facebookMessages,
  news: facebookNews,
  metrics: facebookMetrics,

  checkToken: facebookHealth,
};
