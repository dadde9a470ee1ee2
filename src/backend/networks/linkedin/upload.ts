import type { Connection } from '../connection.js';
import type { OutgoingMedia } from '../outgoing-post.js';
import { readFailure } from '../refusals/read-refusal.js';
import { ask, bearer, notSent } from '../requests/exchange.js';
import { listAt, textAt } from '../requests/json-answer.js';
import { bytesOf } from '../requests/media-bytes.js';
import { poll } from '../requests/polling.js';
import { LINKEDIN_ERRORS, linkedinErrors } from './errors.js';
import { headersOf } from './headers.js';

const PROCESSING = { everyMs: 3000, times: 100 };

/** @returns the image's URN, for a post to reference */
export async function uploadImage(connection: Connection, image: OutgoingMedia): Promise<string> {
  const { body } = await ask(linkedinErrors, connection, {
    method: 'POST',
    path: '/rest/images',
    query: { action: 'initializeUpload' },
    headers: headersOf(connection),
    body: { initializeUploadRequest: { owner: connection.account.networkUserId } },
  });
  const address = textAt(body, 'value', 'uploadUrl');
  const urn = textAt(body, 'value', 'image');
  if (address === null || urn === null)
    throw notSent('media_processing_failed', 'LinkedIn did not open an upload.');
  await ask(linkedinErrors, connection, {
    method: 'PUT',
    path: address,
    headers: { ...bearer(connection), 'content-type': image.contentType },
    body: await bytesOf(image),
  });
  return urn;
}

/** Uploads a video in the chunks that LinkedIn specifies. @returns its URN, before it is available */
export async function uploadVideo(connection: Connection, video: OutgoingMedia): Promise<string> {
  const { body } = await ask(linkedinErrors, connection, {
    method: 'POST',
    path: '/rest/videos',
    query: { action: 'initializeUpload' },
    headers: headersOf(connection),
    body: {
      initializeUploadRequest: {
        owner: connection.account.networkUserId,
        fileSizeBytes: video.bytes,
        uploadCaptions: false,
        uploadThumbnail: false,
      },
    },
  });
  const urn = textAt(body, 'value', 'video');
  const uploadToken = textAt(body, 'value', 'uploadToken') ?? '';
  if (urn === null) throw notSent('media_processing_failed', 'LinkedIn did not open an upload.');
  const uploadedPartIds: string[] = [];
  for (const piece of listAt(body, 'value', 'uploadInstructions')) {
    const start = Number(textAt(piece, 'firstByte'));
    const end = Number(textAt(piece, 'lastByte')) + 1;
    const { headers } = await ask(linkedinErrors, connection, {
      method: 'PUT',
      path: textAt(piece, 'uploadUrl') ?? '',
      headers: {
        ...bearer(connection),
        'content-type': 'application/octet-stream',
        'content-length': String(end - start),
      },
      body: video.open({ start, end }),
    });
    uploadedPartIds.push(headers['etag'] ?? '');
  }
  await ask(linkedinErrors, connection, {
    method: 'POST',
    path: '/rest/videos',
    query: { action: 'finalizeUpload' },
    headers: headersOf(connection),
    body: { finalizeUploadRequest: { video: urn, uploadToken, uploadedPartIds } },
  });
  return urn;
}

/** Waits until LinkedIn has processed a video: only then can a post reference it. */
export async function untilAvailable(connection: Connection, urn: string): Promise<void> {
  const done = await poll(PROCESSING, connection, async () => {
    const { body } = await ask(linkedinErrors, connection, {
      method: 'GET',
      path: `/rest/videos/${encodeURIComponent(urn)}`,
      headers: headersOf(connection),
    });
    const status = textAt(body, 'status');
    if (status === LINKEDIN_ERRORS.processingFailed.code) {
      const message = textAt(body, 'processingFailureReason');
      throw readFailure(linkedinErrors, { code: status, subcode: null, message }, connection.now);
    }
    return status === 'AVAILABLE' ? urn : null;
  });
  if (done === null) {
    throw notSent('media_processing_failed', 'LinkedIn did not finish processing the video.');
  }
}
