import type { Connection } from '../connection.js';
import type { OutgoingMedia } from '../outgoing-post.js';
import { readFailure } from '../refusals/read-refusal.js';
import { ask, bearer, notSent } from '../requests/exchange.js';
import { textAt, valueAt } from '../requests/json-answer.js';
import { chunksOf, formWith } from '../requests/media-bytes.js';
import { poll } from '../requests/polling.js';
import { Multipart } from '../wire.js';
import { X_ERRORS, xErrors } from './errors.js';

/** X accepts at most 5 MB per chunk. */
const CHUNK = 4_000_000;
/** X says when to poll again, mostly after 1 to 10 s. Five minutes are enough for long videos. */
const PROCESSING = { everyMs: 3000, times: 100 };

/** @returns the media id, for a post to attach */
export async function uploadImage(connection: Connection, image: OutgoingMedia): Promise<string> {
  const { body } = await ask(xErrors, connection, {
    method: 'POST',
    path: '/2/media/upload',
    headers: bearer(connection),
    body: formWith('media', image, { media_category: 'tweet_image' }),
  });
  const id = textAt(body, 'data', 'id');
  if (id === null) throw notSent('media_processing_failed', 'X did not return an id for the uploaded image.');
  if (image.altText) {
    await ask(xErrors, connection, {
      method: 'POST',
      path: '/2/media/metadata',
      headers: { ...bearer(connection), 'content-type': 'application/json' },
      body: { id, metadata: { alt_text: { text: image.altText } } },
    });
  }
  return id;
}

/** Uploads a video in chunks, then waits for processing. */
export async function uploadVideo(connection: Connection, video: OutgoingMedia): Promise<string> {
  const headers = bearer(connection);
  const json = { ...headers, 'content-type': 'application/json' };
  const opened = await ask(xErrors, connection, {
    method: 'POST',
    path: '/2/media/upload/initialize',
    headers: json,
    body: { media_type: video.contentType, total_bytes: video.bytes, media_category: 'tweet_video' },
  });
  const id = textAt(opened.body, 'data', 'id');
  if (id === null) throw notSent('media_processing_failed', 'X opened no upload.');
  for (const { index, start, end } of chunksOf(video.bytes, CHUNK)) {
    const file = {
      field: 'media',
      name: video.key,
      contentType: 'application/octet-stream',
      bytes: end - start,
      open: () => video.open({ start, end }),
    };
    await ask(xErrors, connection, {
      method: 'POST',
      path: `/2/media/upload/${id}/append`,
      headers,
      body: new Multipart({ segment_index: String(index) }, file),
    });
  }
  const { body } = await ask(xErrors, connection, {
    method: 'POST',
    path: `/2/media/upload/${id}/finalize`,
    headers: json,
  });
  if (valueAt(body, 'data', 'processing_info') !== undefined) await untilProcessed(connection, id);
  return id;
}

async function untilProcessed(connection: Connection, id: string): Promise<void> {
  const done = await poll(PROCESSING, connection, async () => {
    const { body } = await ask(xErrors, connection, {
      method: 'GET',
      path: '/2/media/upload',
      query: { media_id: id, command: 'STATUS' },
      headers: bearer(connection),
    });
    const state = textAt(body, 'data', 'processing_info', 'state');
    if (state === 'failed') {
      const message = textAt(body, 'data', 'processing_info', 'error', 'message');
      throw readFailure(
        xErrors,
        { code: X_ERRORS.processingFailed.code, subcode: null, message },
        connection.now,
      );
    }
    return state === 'succeeded' ? id : null;
  });
  if (done === null) throw notSent('media_processing_failed', 'X did not finish processing the video.');
}
