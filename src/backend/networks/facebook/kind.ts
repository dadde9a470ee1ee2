import type { OutgoingPost } from '../adapter.js';
import { isVideo } from '../media-bytes.js';

/** The ways in which a page publishes: each has calls of its own. */
export type FacebookKind = 'post' | 'video' | 'reel' | 'photo_story' | 'video_story';

/** The name under which `prepare` keeps it: a look-up has to know it too. */
export const KIND = 'kind';

export function kindOf({ content, media }: OutgoingPost): FacebookKind {
  const hasVideo = media.some(isVideo);
  if (content.postType === 'story') return hasVideo ? 'video_story' : 'photo_story';
  if (content.postType === 'reel') return 'reel';
  return hasVideo ? 'video' : 'post';
}
