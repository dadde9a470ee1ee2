import type { Connection } from '../connection.js';
import type { Delivered, OutgoingMedia, OutgoingPart } from '../outgoing-post.js';
import { bearer, commit, notSent } from '../requests/exchange.js';
import { bytesOf } from '../requests/media-bytes.js';
import { youtubeErrors } from './errors.js';

/** Sets a video's thumbnail. Safe to repeat. */
export async function setThumbnail(
  connection: Connection,
  { networkPostId, url }: OutgoingPart['root'],
  image: OutgoingMedia | undefined,
): Promise<Delivered> {
  if (!image) throw notSent('service_error', 'There is no image to set as the thumbnail.');
  await commit(youtubeErrors, connection, {
    method: 'POST',
    path: '/upload/youtube/v3/thumbnails/set',
    query: { videoId: networkPostId },
    headers: { ...bearer(connection), 'content-type': image.contentType },
    body: await bytesOf(image),
  });
  return { networkPostId: `thumbnail:${networkPostId}`, url, adopted: false };
}
