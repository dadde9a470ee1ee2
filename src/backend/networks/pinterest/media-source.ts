import type { OutgoingMedia, OutgoingPost, Prepared } from '../adapter.js';
import { notSent } from '../exchange.js';
import { bytesOf, isVideo } from '../media-bytes.js';

/** The name under which `prepare` keeps the id of the uploaded video. */
export const VIDEO_ID = 'video';

/** Types that may be sent inside the request; others would have to be fetched from an address. */
const INLINE_TYPES: readonly string[] = ['image/jpeg', 'image/png'];

async function inline(image: OutgoingMedia) {
  if (!INLINE_TYPES.includes(image.contentType)) {
    throw notSent('media_invalid', 'Only JPEG and PNG images can be pinned.');
  }
  return { content_type: image.contentType, data: Buffer.from(await bytesOf(image)).toString('base64') };
}

/** One image, a carousel of several, or an uploaded video with its cover; null where there is none. */
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
      // A video has to have a cover: its first picture where none is given.
      ...(shown
        ? { cover_image_content_type: shown.content_type, cover_image_data: shown.data }
        : { cover_image_key_frame_time: 0 }),
    };
  }
  if (media.length === 1) return { source_type: 'image_base64', ...(await inline(first)) };
  return { source_type: 'multiple_image_base64', items: await Promise.all(media.map(inline)) };
}
