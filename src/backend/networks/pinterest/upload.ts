import { isRecord } from '../../../base/is-record.js';
import type { Connection } from '../connection.js';
import type { OutgoingMedia } from '../outgoing-post.js';
import { readFailure } from '../refusals/read-refusal.js';
import { ask, bearer, notSent } from '../requests/exchange.js';
import { textAt, valueAt } from '../requests/json-answer.js';
import { formWith } from '../requests/media-bytes.js';
import { poll } from '../requests/polling.js';
import { PINTEREST_ERRORS, pinterestErrors } from './errors.js';

const PROCESSING = { everyMs: 3000, times: 100 };

/** Registers a video and uploads it to the storage URL that Pinterest returns. @returns its media id */
export async function uploadVideo(connection: Connection, video: OutgoingMedia): Promise<string> {
  const { body } = await ask(pinterestErrors, connection, {
    method: 'POST',
    path: '/v5/media',
    headers: { ...bearer(connection), 'content-type': 'application/json' },
    body: { media_type: 'video' },
  });
  const id = textAt(body, 'media_id');
  const address = textAt(body, 'upload_url');
  const parameters = valueAt(body, 'upload_parameters');
  if (id === null || address === null || !isRecord(parameters))
    throw notSent('media_processing_failed', 'Pinterest did not open an upload.');
  const fields = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  // The storage identifies the upload by its parameters, and refuses a request with a token.
  await ask(pinterestErrors, connection, {
    method: 'POST',
    path: address,
    headers: {},
    body: formWith('file', video, fields),
  });
  return id;
}

/** Waits until Pinterest has processed a video: only then can a pin reference it. */
export async function untilSucceeded(connection: Connection, id: string): Promise<void> {
  const done = await poll(PROCESSING, connection, async () => {
    const { body } = await ask(pinterestErrors, connection, {
      method: 'GET',
      path: `/v5/media/${id}`,
      headers: bearer(connection),
    });
    const status = textAt(body, 'status');
    if (status === 'failed') {
      const { code, words } = PINTEREST_ERRORS.processingFailed;
      throw readFailure(pinterestErrors, { code, subcode: null, message: words }, connection.now);
    }
    return status === 'succeeded' ? id : null;
  });
  if (done === null) {
    throw notSent('media_processing_failed', 'Pinterest did not finish processing the video.');
  }
}
