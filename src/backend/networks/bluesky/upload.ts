import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { OutgoingMedia } from '../outgoing-post.js';
import { readFailure } from '../refusals/read-refusal.js';
import { ask, bearer, notSent } from '../requests/exchange.js';
import { textAt, valueAt } from '../requests/json-answer.js';
import { bytesOf } from '../requests/media-bytes.js';
import { poll } from '../requests/polling.js';
import type { WireRequest, WireResponse } from '../wire.js';
import { BLUESKY_ERRORS, blueskyErrors } from './errors.js';

/** Videos go to a separate service, which stores them in the account's repository. */
const VIDEO_SERVICE = 'https://video.bsky.app';
const PROCESSING = { everyMs: 2000, times: 150 };
/** How long the video service may store the video with the token that it gets: as long as in the official app. */
const SERVICE_TOKEN_SECONDS = 30 * 60;

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

/** The video service knows this video already, and returns the job that processed it. */
function isThereAlready({ status, body }: WireResponse): boolean {
  return status === 409 && textAt(body, 'error') === 'already_exists' && jobIn(body) !== null;
}

function jobIn(body: unknown): string | null {
  return textAt(body, 'jobId') ?? textAt(body, 'jobStatus', 'jobId');
}

/**
 * Asks the video service. The service never sees the account's own token, so that none of its refusals is about it.
 *
 * @throws NetworkRefusal, ConnectionFailed
 */
async function askVideoService(
  connection: Connection,
  request: WireRequest,
  isAnswer?: (response: WireResponse) => boolean,
): Promise<WireResponse> {
  try {
    return await ask(blueskyErrors, connection, request, isAnswer);
  } catch (refusal) {
    if (!(refusal instanceof NetworkRefusal) || !NOT_OF_THE_ACCOUNT.includes(refusal.code)) throw refusal;
    const { answer } = refusal;
    const said = answer.message ?? answer.code ?? `HTTP ${answer.status}`;
    throw new NetworkRefusal(
      'media_processing_failed',
      `Bluesky’s video service refused the video: ${said}`,
      answer,
    );
  }
}

/** Refusals that would be about the account if its own server made them. */
const NOT_OF_THE_ACCOUNT: readonly NetworkRefusal['code'][] = [
  'account_reconnect_required',
  'account_restricted',
  'permission_missing',
  'media_processing_failed',
];

/** @returns the id of the processing job */
export async function uploadVideo(connection: Connection, video: OutgoingMedia): Promise<string> {
  const { networkUserId } = connection.account;
  // The video service stores the video at the account's own server, with a token that only allows that.
  const granted = await ask(blueskyErrors, connection, {
    method: 'GET',
    path: '/xrpc/com.atproto.server.getServiceAuth',
    query: {
      aud: `did:web:${new URL(connection.wire.origin).hostname}`,
      lxm: 'com.atproto.repo.uploadBlob',
      exp: String(Math.floor(connection.now / 1000) + SERVICE_TOKEN_SECONDS),
    },
    headers: bearer(connection),
  });
  const token = textAt(granted.body, 'token');
  if (token === null) throw notSent('media_processing_failed', 'Bluesky did not allow a video upload.');
  const { body } = await askVideoService(
    connection,
    {
      method: 'POST',
      path: `${VIDEO_SERVICE}/xrpc/app.bsky.video.uploadVideo`,
      query: { did: networkUserId, name: `${video.key}.mp4` },
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': video.contentType,
        'content-length': String(video.bytes),
      },
      body: video.open(),
    },
    isThereAlready,
  );
  const job = jobIn(body);
  if (job === null)
    throw notSent('media_processing_failed', 'Bluesky did not return an id for the uploaded video.');
  return job;
}

/** @returns the blob that the job created, as JSON */
export async function blobOfJob(connection: Connection, jobId: string): Promise<string> {
  const blob = await poll(PROCESSING, connection, async () => {
    const { body } = await askVideoService(connection, {
      method: 'GET',
      path: `${VIDEO_SERVICE}/xrpc/app.bsky.video.getJobStatus`,
      query: { jobId },
      headers: {},
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
