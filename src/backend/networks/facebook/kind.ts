import type { OutgoingPost } from '../outgoing-post.js';
import { isVideo } from '../requests/media-bytes.js';

/** The ways a page can publish. Each has its own API calls. */
export type FacebookKind = 'post' | 'video' | 'reel' | 'photo_story' | 'video_story';

/** The key in `Prepared`: a lookup needs it too. */
export const KIND = 'kind';

export function kindOf({ content, media }: OutgoingPost): FacebookKind {
  const hasVideo = media.some(isVideo);
  if (content.postType === 'story') return hasVideo ? 'video_story' : 'photo_story';
  if (content.postType === 'reel') return 'reel';
  return hasVideo ? 'video' : 'post';
}
