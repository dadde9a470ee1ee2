import type { Connection } from '../connection.js';
import type { OutgoingPost } from '../outgoing-post.js';
import { commit, notSent, required } from '../requests/exchange.js';
import { textAt } from '../requests/json-answer.js';
import { tiktokErrors } from './errors.js';
import { headersOf } from './headers.js';
import { goesToInbox } from './inbox.js';
import { postInfoOf } from './post-info.js';

/** The key in `Prepared` of the number of photos. */
export const PHOTOS = 'photos';

/** Publishes photos, or makes them a draft, which TikTok fetches from public URLs. @returns the id for status requests */
export async function publishPhotos(connection: Connection, post: OutgoingPost): Promise<string> {
  const photo_images = post.media.map(({ publicUrl }) => publicUrl);
  if (photo_images.includes(null)) {
    throw notSent(
      'media_invalid',
      'TikTok fetches photos itself: this backend has no public address to fetch them from.',
    );
  }
  const response = await commit(tiktokErrors, connection, {
    method: 'POST',
    path: '/v2/post/publish/content/init/',
    headers: headersOf(connection),
    body: {
      post_info: postInfoOf(post),
      source_info: { source: 'PULL_FROM_URL', photo_cover_index: 0, photo_images },
      post_mode: goesToInbox(post) ? 'MEDIA_UPLOAD' : 'DIRECT_POST',
      media_type: 'PHOTO',
    },
  });
  return required(textAt(response.body, 'data', 'publish_id'), response);
}
