import type { NetworkAdapter } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { Delivered, OutgoingMedia, OutgoingPart } from '../outgoing-post.js';
import { readFailure } from '../refusals/read-refusal.js';
import { sessionHealth } from '../renewal/ending-access.js';
import { afterCommit, ask, bearer, commit, notSent } from '../requests/exchange.js';
import { textAt } from '../requests/json-answer.js';
import { bytesOf } from '../requests/media-bytes.js';
import { poll } from '../requests/polling.js';
import { commentUrl, findTopComment, publishComment, youtubeComments } from './comments.js';
import { youtubeErrors } from './errors.js';
import { youtubeMetrics } from './metrics.js';
import { youtubeNews } from './news.js';
import { uploadAllButLast, uploadLast, videoOfSession } from './upload.js';

/** Refusals mostly come within seconds. A video that is still processing after that counts as published. */
const PROCESSING = { everyMs: 2500, times: 4 };

/** Access of a project whose consent screen is in testing. */
const IN_TESTING = {
  reason: (day: string) =>
    `Google ends this access on ${day}, 7 days after the sign-in, because your project is in testing.`,
  action:
    'In the Google Cloud console, open Google Auth Platform, Audience, and click Publish app. Then reconnect the account.',
};

/** Shorts have this URL too: YouTube decides which videos are Shorts. */
function delivered({ wire }: Connection, id: string, adopted: boolean): Delivered {
  return { networkPostId: id, url: `${wire.webUrl}/watch?v=${id}`, adopted };
}

/** YouTube may reject an accepted video soon after: as a duplicate, or because it cannot be read. */
async function refusedAfterwards(connection: Connection, id: string) {
  const end = await poll(PROCESSING, connection, () => endOf(connection, id));
  if (end === null || end.refusal === null) return null;
  const { state, code } = end.refusal;
  const fault = { code, subcode: null, message: `${state}: ${code ?? ''}` };
  return readFailure(youtubeErrors, fault, connection.now);
}

/** The outcome of the upload; null: YouTube is still processing it. */
async function endOf(connection: Connection, id: string) {
  const { body } = await ask(youtubeErrors, connection, {
    method: 'GET',
    path: '/youtube/v3/videos',
    query: { part: 'status', id },
    headers: bearer(connection),
  });
  const state = textAt(body, 'items', 0, 'status', 'uploadStatus');
  if (state === 'uploaded') return null;
  if (state !== 'failed' && state !== 'rejected') return { refusal: null };
  const code = textAt(body, 'items', 0, 'status', state === 'failed' ? 'failureReason' : 'rejectionReason');
  return { refusal: { state, code } };
}

/** Sets a video's thumbnail. Safe to repeat. */
async function setThumbnail(
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

/**
 * YouTube: open a resumable session; the last bytes of the video publish it. The session says whether it was completed
 * and which video it created, so nothing is matched by text.
 */
export const youtubeAdapter: NetworkAdapter = {
  platform: 'youtube',
  recovery: 'lookup',

  prepare: uploadAllButLast,

  async create(connection, post, prepared) {
    const id = await uploadLast(connection, post, prepared);
    const refusal = await afterCommit(() => refusedAfterwards(connection, id));
    if (refusal) throw refusal;
    return delivered(connection, id, false);
  },

  async find(connection, _post, prepared) {
    const id = await videoOfSession(connection, prepared);
    if (id === null) return null;
    // A video that YouTube rejected is not there: sent again, it is refused with the reason.
    const isRejected = (await refusedAfterwards(connection, id)) !== null;
    return isRejected ? null : delivered(connection, id, true);
  },

  async createPart(connection, { kind, text, image, root }) {
    if (kind === 'thumbnail') return setThumbnail(connection, root, image);
    const id = await publishComment(connection, { videoId: root.networkPostId, parentId: null, text });
    return { networkPostId: id, url: commentUrl(root.url, id), adopted: false };
  },

  // Setting a thumbnail again replaces it.
  async findPart(connection, { kind, root, since, knownPostIds, text }) {
    if (kind === 'thumbnail') return null;
    const sought = { videoUrl: root.url, since, knownPostIds, text };
    return findTopComment(connection, root.networkPostId, sought);
  },

  comments: youtubeComments,
  news: youtubeNews,

  metrics: youtubeMetrics,

  async checkToken(connection) {
    await ask(youtubeErrors, connection, {
      method: 'GET',
      path: '/youtube/v3/channels',
      query: { part: 'id', mine: 'true' },
      headers: bearer(connection),
    });
    return sessionHealth(connection.account.credentials['sessionEndsAt'], connection.now, IN_TESTING);
  },
};
