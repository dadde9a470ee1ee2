import type { OutgoingMedia, OutgoingPost, Prepared } from '../outgoing-post.js';
import { notSent } from '../requests/exchange.js';
import { bytesOf, isVideo } from '../requests/media-bytes.js';

/** The key in `Prepared` of the uploaded video's id. */
export const VIDEO_ID = 'video';

/** Types that can be sent in the request. Others would need a public URL. */
const INLINE_TYPES: readonly string[] = ['image/jpeg', 'image/png'];

async function inline(image: OutgoingMedia) {
  if (!INLINE_TYPES.includes(image.contentType)) {
    throw notSent('media_invalid', 'Only JPEG and PNG images can be pinned.');
  }
  return { content_type: image.contentType, data: Buffer.from(await bytesOf(image)).toString('base64') };
}

/** One image, a carousel of several, or an uploaded video with its cover; null: no media. */
export async function sourceOf(
  { media, cover }: OutgoingPost,
  prepared: Prepared,
): Promise<Readonly<Record<string, unknown>> | null> {
  const [first] = media;
  if (first === undefined) return null;
  if (isVideo(first)) {
    const shown = cover && (await inline(cover));
    return {
      source_type: 'video_id',
      media_id: prepared[VIDEO_ID] ?? '',
      // A video needs a cover; by default its first frame.
      ...(shown
        ? { cover_image_content_type: shown.content_type, cover_image_data: shown.data }
        : { cover_image_key_frame_time: 0 }),
    };
  }
  if (media.length === 1) return { source_type: 'image_base64', ...(await inline(first)) };
  return { source_type: 'multiple_image_base64', items: await Promise.all(media.map(inline)) };
}
