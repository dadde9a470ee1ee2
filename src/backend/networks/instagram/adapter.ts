import type { NetworkAdapter } from '../adapter.js';
import { createComment, findComment } from '../meta-graph/comments.js';
import { findPublished, prepareContainer, publishContainer } from '../meta-graph/containers.js';
import { graphGet } from '../meta-graph/graph-call.js';
import { longLivedTokenHealth } from '../meta-graph/long-lived-tokens.js';
import type { OutgoingMedia, OutgoingPost } from '../outgoing-post.js';
import { notSent } from '../requests/exchange.js';
import { isImage, isVideo } from '../requests/media-bytes.js';
import { INSTAGRAM_API } from './api.js';
import { instagramComments, instagramMessages, instagramNews } from './inbox.js';
import { instagramMetrics } from './metrics.js';

/** Instagram fetches media from a public URL. */
function itemOf(
  media: OutgoingMedia,
  { content, media: all }: OutgoingPost,
): Readonly<Record<string, string>> {
  const { publicUrl, altText } = media;
  if (publicUrl === null) {
    throw notSent(
      'media_invalid',
      'Instagram fetches media itself: this backend has no public address to fetch it from.',
    );
  }
  const isStory = content.postType === 'story';
  const isAlone = all.length === 1;
  if (isImage(media)) {
    const description = altText && !isStory ? { alt_text: altText } : {};
    return { image_url: publicUrl, ...(isStory && { media_type: 'STORIES' }), ...description };
  }
  if (!isVideo(media)) throw notSent('media_invalid', 'Instagram only accepts images and videos.');
  // A single feed video becomes a reel; in a carousel it stays a video.
  if (isAlone) return { video_url: publicUrl, media_type: isStory ? 'STORIES' : 'REELS' };
  return { video_url: publicUrl, media_type: 'VIDEO' };
}

/** The fields of a post besides its caption. */
function settingsOf({ content, cover, media }: OutgoingPost): Readonly<Record<string, string>> {
  const { shareToFeed, collaborators, locationId } = content.options;
  const isStory = content.postType === 'story';
  const isReel = !isStory && media.length === 1 && media.every(isVideo);
  return {
    ...(isReel && typeof shareToFeed === 'boolean' && { share_to_feed: String(shareToFeed) }),
    ...(isReel && cover?.publicUrl && { cover_url: cover.publicUrl }),
    ...(!isStory && collaborators !== undefined && { collaborators: JSON.stringify([collaborators].flat()) }),
    ...(!isStory && typeof locationId === 'string' && locationId !== '' && { location_id: locationId }),
    ...(content.disclosure.includes('ai_generated') && { is_ai_generated: 'true' }),
  };
}

const COMMENT_FIELDS = { text: 'text', author: 'username', createdAt: 'timestamp' };

/** Instagram content publishing: create a container, then publish it. The account's media can be listed. */
export const instagramAdapter: NetworkAdapter = {
  platform: 'instagram',
  recovery: 'lookup',

  prepare(connection, post, progress) {
    const { text, postType } = post.content;
    // Stories have no caption.
    const caption: Record<string, string> = text === '' || postType === 'story' ? {} : { caption: text };
    return prepareContainer(
      INSTAGRAM_API,
      connection,
      post.media.map((one) => itemOf(one, post)),
      { ...caption, ...settingsOf(post) },
      progress,
    );
  },

  create: (connection, _post, prepared) => publishContainer(INSTAGRAM_API, connection, prepared),

  find: (connection, post, prepared) => findPublished(INSTAGRAM_API, connection, post, prepared),

  createPart: (connection, part) => createComment(INSTAGRAM_API, connection, part),

  findPart: (connection, part) => findComment(INSTAGRAM_API, COMMENT_FIELDS, connection, part),

  comments: instagramComments,
  messages: instagramMessages,
  news: instagramNews,
  metrics: instagramMetrics,

  async checkToken(connection) {
    await graphGet(INSTAGRAM_API, connection, '/me', { fields: 'id,username' });
    return longLivedTokenHealth('instagram', connection);
  },
};
