import type { Connection } from '../connection.js';
import type { OutgoingMedia } from '../outgoing-post.js';
import { readFailure } from '../refusals/read-refusal.js';
import { ask, bearer, notSent } from '../requests/exchange.js';
import { textAt, valueAt } from '../requests/json-answer.js';
import { bytesOf } from '../requests/media-bytes.js';
import { poll } from '../requests/polling.js';
import { BLUESKY_ERRORS, blueskyErrors } from './errors.js';

/** Videos go to a separate service, which stores them in the account's repository. */
const VIDEO_SERVICE = 'https://video.bsky.app';
const PROCESSING = { everyMs: 2000, times: 150 };

/** @returns the blob as JSON, for a record to reference */
export async function uploadImage(connection: Connection, image: OutgoingMedia): Promise<string> {
  const { body } = await ask(blueskyErrors, connection, {
    method: 'POST',
    path: '/xrpc/com.atproto.repo.uploadBlob',
    headers: { ...bearer(connection), 'content-type': image.contentType },
    body: await bytesOf(image),
  });
  return JSON.stringify(valueAt(body, 'blob') ?? null);
}

/** @returns the id of the processing job */
export async function uploadVideo(connection: Connection, video: OutgoingMedia): Promise<string> {
  const { networkUserId } = connection.account;
  // The video service gets a token that only allows uploading.
  const granted = await ask(blueskyErrors, connection, {
    method: 'GET',
    path: '/xrpc/com.atproto.server.getServiceAuth',
    query: { aud: `did:web:${new URL(VIDEO_SERVICE).host}`, lxm: 'com.atproto.repo.uploadBlob' },
    headers: bearer(connection),
  });
  const token = textAt(granted.body, 'token');
  if (token === null) throw notSent('media_processing_failed', 'Bluesky did not allow a video upload.');
  const { body } = await ask(blueskyErrors, connection, {
    method: 'POST',
    path: `${VIDEO_SERVICE}/xrpc/app.bsky.video.uploadVideo`,
    query: { did: networkUserId, name: `${video.key}.mp4` },
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': video.contentType,
      'content-length': String(video.bytes),
    },
    body: video.open(),
  });
  const job = textAt(body, 'jobId') ?? textAt(body, 'jobStatus', 'jobId');
  if (job === null)
    throw notSent('media_processing_failed', 'Bluesky did not return an id for the uploaded video.');
  return job;
}

/** @returns the blob that the job created, as JSON */
export async function blobOfJob(connection: Connection, jobId: string): Promise<string> {
  const blob = await poll(PROCESSING, connection, async () => {
    const { body } = await ask(blueskyErrors, connection, {
      method: 'GET',
      path: `${VIDEO_SERVICE}/xrpc/app.bsky.video.getJobStatus`,
      query: { jobId },
      headers: bearer(connection),
    });
    const state = textAt(body, 'jobStatus', 'state');
    if (state === BLUESKY_ERRORS.videoFailed.code) {
      const message = textAt(body, 'jobStatus', 'failureCode') ?? textAt(body, 'jobStatus', 'error');
      throw readFailure(blueskyErrors, { code: state, subcode: null, message }, connection.now);
    }
    return state === 'JOB_STATE_COMPLETED'
      ? JSON.stringify(valueAt(body, 'jobStatus', 'blob') ?? null)
      : null;
  });
  if (blob === null) {
    throw notSent('media_processing_failed', 'Bluesky did not finish processing the video.');
  }
  return blob;
}
