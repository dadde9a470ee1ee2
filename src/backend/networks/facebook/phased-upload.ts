import { OutcomeInDoubt } from '../adapter.js';
import type { Connection } from '../connection.js';
import { graphGet, graphPost, graphPublish } from '../meta-graph/graph-call.js';
import type { Delivered, OutgoingPost, Prepared } from '../outgoing-post.js';
import { readFailure } from '../refusals/read-refusal.js';
import { ask, bearer, notSent, required } from '../requests/exchange.js';
import { textAt } from '../requests/json-answer.js';
import { poll } from '../requests/polling.js';
import type { Steps } from '../requests/progress.js';
import { API, pagePostId, videoWithPermalink, withPermalink } from './api.js';
import { FACEBOOK_ERRORS, facebookErrors } from './errors.js';
import { KIND } from './kind.js';

/** Reels and video stories: start an upload, send the bytes, wait for processing, then publish. */
const EDGES = { reel: 'video_reels', video_story: 'video_stories' } as const;

export const VIDEO_ID = 'video';
const PROCESSING = { everyMs: 3000, times: 100 };

export async function uploadPhased(
  connection: Connection,
  { media }: OutgoingPost,
  kind: keyof typeof EDGES,
  steps: Steps,
): Promise<void> {
  const [video] = media;
  if (!video) throw notSent('media_required', 'There is no video to publish.');
  const id = await steps.once(VIDEO_ID, async () => {
    const path = `/${connection.account.networkUserId}/${EDGES[kind]}`;
    const { body } = await graphPost(API, connection, path, { upload_phase: 'start' });
    const started = textAt(body, 'video_id');
    const address = textAt(body, 'upload_url');
    if (started === null || address === null)
      throw notSent('media_processing_failed', 'Facebook did not open an upload.');
    const { authorization } = bearer(connection);
    await ask(facebookErrors, connection, {
      method: 'POST',
      path: address,
      headers: {
        authorization: authorization.replace('Bearer', 'OAuth'),
        'content-length': String(video.bytes),
        offset: '0',
        file_size: String(video.bytes),
      },
      body: video.open(),
    });
    return started;
  });
  const done = await poll(PROCESSING, connection, async () => {
    const { body } = await graphGet(API, connection, `/${id}`, { fields: 'status' });
    const status = textAt(body, 'status', 'video_status');
    if (status === 'error') {
      const { code, words } = FACEBOOK_ERRORS.processingFailed;
      throw readFailure(facebookErrors, { code, subcode: null, message: words }, connection.now);
    }
    return status === 'processing' || status === 'uploading' ? null : id;
  });
  if (done === null) {
    throw notSent('media_processing_failed', 'Facebook did not finish processing the video.');
  }
}

export async function finishPhased(
  connection: Connection,
  { content }: OutgoingPost,
  prepared: Prepared,
): Promise<Delivered> {
  const id = prepared[VIDEO_ID] ?? '';
  const isStory = prepared[KIND] === 'video_story';
  const path = `/${connection.account.networkUserId}/${EDGES[isStory ? 'video_story' : 'reel']}`;
  const response = await graphPublish(API, connection, path, {
    upload_phase: 'finish',
    video_id: id,
    ...(!isStory && { video_state: 'PUBLISHED', description: content.text }),
  });
  const postId = textAt(response.body, 'post_id');
  return postId === null
    ? videoWithPermalink(connection, required(id, response))
    : withPermalink(connection, id, pagePostId(connection, postId));
}

/** The video's status says whether it was published. */
export async function findPhased(connection: Connection, prepared: Prepared): Promise<Delivered | null> {
  const id = prepared[VIDEO_ID];
  if (id === undefined) return null;
  const { body } = await graphGet(API, connection, `/${id}`, { fields: 'status,permalink_url,post_id' });
  const phase = textAt(body, 'status', 'publishing_phase', 'status');
  if (phase === 'not_started') return null;
  const url = textAt(body, 'permalink_url');
  if (phase === 'complete' && url !== null) {
    const postId = textAt(body, 'post_id');
    return { networkPostId: postId === null ? id : pagePostId(connection, postId), url, adopted: true };
  }
  throw new OutcomeInDoubt({ status: 200, code: phase, message: 'Facebook is still publishing it.' });
}
