import type { Connection } from '../connection.js';
import type { OutgoingPost, Prepared, Progress } from '../outgoing-post.js';
import { ask, commit, notSent } from '../requests/exchange.js';
import { textAt } from '../requests/json-answer.js';
import { type Bounds, rangeRequest } from '../requests/media-bytes.js';
import { Steps } from '../requests/progress.js';
import { tiktokErrors } from './errors.js';
import { headersOf } from './headers.js';
import { goesToInbox } from './inbox.js';
import { postInfoOf } from './post-info.js';

/** TikTok accepts chunks of 5 to 64 MB. The remainder belongs to the last one. */
const CHUNK = 10_000_000;

export const PUBLISH_ID = 'publish_id';
const UPLOAD_URL = 'upload_url';
/** The key in `Prepared` of the size of the video in bytes. */
export const SIZE = 'bytes';
const sentKey = (index: number) => `sent:${index}`;

const countOf = (total: number) => Math.max(1, Math.floor(total / CHUNK));

/** The bounds of a chunk. The last one extends to the end of the file. */
function boundsOf(index: number, total: number): Bounds {
  const isLast = index === countOf(total) - 1;
  return { start: index * CHUNK, end: isLast ? total : (index + 1) * CHUNK };
}

/** Opens an upload and sends all chunks but the last, which publishes the video or makes it a draft. */
export async function uploadAllButLast(
  connection: Connection,
  post: OutgoingPost,
  progress?: Progress,
): Promise<Prepared> {
  // TikTok refuses a chunk it already has, and does not say which ones it has: each attempt opens a new upload.
  const steps = new Steps(progress && { ...progress, earlier: {} });
  const [video] = post.media;
  const total = video?.bytes ?? 0;
  const isDraft = goesToInbox(post);
  const opened = await steps.together([PUBLISH_ID, UPLOAD_URL, SIZE], async () => {
    const { body } = await ask(tiktokErrors, connection, {
      method: 'POST',
      path: `/v2/post/publish/${isDraft ? 'inbox/' : ''}video/init/`,
      headers: headersOf(connection),
      body: {
        ...(!isDraft && { post_info: postInfoOf(post) }),
        source_info: {
          source: 'FILE_UPLOAD',
          video_size: total,
          chunk_size: Math.min(total, countOf(total) === 1 ? total : CHUNK),
          total_chunk_count: video ? countOf(total) : 0,
        },
      },
    });
    const publishId = textAt(body, 'data', PUBLISH_ID);
    const uploadUrl = textAt(body, 'data', UPLOAD_URL);
    if (publishId === null || uploadUrl === null)
      throw notSent('network_unavailable', 'TikTok did not open an upload.');
    return { [PUBLISH_ID]: publishId, [UPLOAD_URL]: uploadUrl, [SIZE]: String(total) };
  });
  for (let index = 0; video && index < countOf(total) - 1; index += 1) {
    await steps.once(sentKey(index), async () => {
      const piece = boundsOf(index, total);
      await ask(tiktokErrors, connection, rangeRequest(connection, video, opened[UPLOAD_URL] ?? '', piece));
      return 'yes';
    });
  }
  return steps.done;
}

/** Sends the last chunk, which publishes the video. @returns the id for status requests */
export async function uploadLast(
  connection: Connection,
  { media }: OutgoingPost,
  prepared: Prepared,
): Promise<string> {
  const [video] = media;
  const publishId = prepared[PUBLISH_ID];
  const uploadUrl = prepared[UPLOAD_URL];
  if (!video || !publishId || !uploadUrl)
    throw notSent('service_error', 'There is no upload to send the video to.');
  const last = boundsOf(countOf(video.bytes) - 1, video.bytes);
  await commit(tiktokErrors, connection, rangeRequest(connection, video, uploadUrl, last));
  return publishId;
}
