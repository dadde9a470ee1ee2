import { type Connection, type Delivered, type NetworkAdapter, OutcomeInDoubt } from '../adapter.js';
import { afterCommit, ask, bearer } from '../exchange.js';
import { listAt, textAt } from '../json-answer.js';
import { isImage } from '../media-bytes.js';
import { poll } from '../polling.js';
import { readFailure } from '../read-refusal.js';
import { tiktokErrors } from './errors.js';
import { headersOf } from './headers.js';
import { PHOTOS, publishPhotos } from './photos.js';
import { PUBLISH_ID, uploadAllButLast, uploadLast } from './upload.js';

/** TikTok takes 30 status calls in a minute. */
const MODERATION = { everyMs: 2500, times: 12 };

interface PublishState {
  readonly status: string | null;
  readonly reason: string | null;
  readonly postId: string | null;
}

async function stateOf(connection: Connection, publishId: string): Promise<PublishState> {
  const { body } = await ask(tiktokErrors, connection, {
    method: 'POST',
    path: '/v2/post/publish/status/fetch/',
    headers: headersOf(connection),
    body: { publish_id: publishId },
  });
  return {
    status: textAt(body, 'data', 'status'),
    reason: textAt(body, 'data', 'fail_reason'),
    // Spelled so by TikTok; there only once moderation is over, and only for public posts.
    postId: textAt(listAt(body, 'data', 'publicaly_available_post_id'), 0),
  };
}

/** A post that is not public, or not yet, has no address of its own: the account's page is the nearest. */
function delivered(
  { account, wire }: Connection,
  publishId: string,
  postId: string | null,
  adopted: boolean,
  kind: 'video' | 'photo' = 'video',
): Delivered {
  const profile = `${wire.webUrl}/@${account.handle}`;
  return {
    networkPostId: postId ?? publishId,
    url: postId === null ? profile : `${profile}/${kind}/${postId}`,
    adopted,
  };
}

/** The end of an upload; null while TikTok still works on it. */
async function endOf(connection: Connection, publishId: string): Promise<PublishState | null> {
  const state = await stateOf(connection, publishId);
  return state.status === 'FAILED' || state.status === 'PUBLISH_COMPLETE' ? state : null;
}

/**
 * TikTok direct post: an upload is opened, then the video's last bytes publish it. The upload's own id tells
 * what became of it, so that nothing is ever matched by its text. Photos are published by one call, which
 * TikTok then fetches them for; of that call nothing can be found when its answer is lost.
 */
export const tiktokAdapter: NetworkAdapter = {
  platform: 'tiktok',
  recovery: 'lookup',

  async prepare(connection, post, progress) {
    const [first] = post.media;
    if (first && isImage(first)) return { [PHOTOS]: String(post.media.length) };
    return uploadAllButLast(connection, post, progress);
  },

  async create(connection, post, prepared) {
    const publishId =
      prepared[PHOTOS] === undefined
        ? await uploadLast(connection, post, prepared)
        : await publishPhotos(connection, post);
    const end = await afterCommit(() => poll(MODERATION, connection, () => endOf(connection, publishId)));
    if (end?.status === 'FAILED') {
      throw readFailure(
        tiktokErrors,
        { code: end.reason, subcode: null, message: end.reason },
        connection.now,
      );
    }
    // Without an end it is in moderation, which may last for hours: taken, and out of our hands.
    const kind = prepared[PHOTOS] === undefined ? 'video' : 'photo';
    return delivered(connection, publishId, end?.postId ?? null, false, kind);
  },

  async find(connection, _post, prepared) {
    const publishId = prepared[PUBLISH_ID];
    if (publishId === undefined && prepared[PHOTOS] !== undefined) {
      // The call that was lost is the one that would have named it.
      const message = 'TikTok cannot be asked for a photo post whose answer was lost.';
      throw new OutcomeInDoubt({ status: null, code: null, message });
    }
    if (publishId === undefined) return null;
    const { status, postId } = await stateOf(connection, publishId);
    if (status === 'PUBLISH_COMPLETE') return delivered(connection, publishId, postId, true);
    // Failed, or waiting for bytes that never came whole: it will not appear.
    if (status === 'FAILED' || status === 'PROCESSING_UPLOAD') return null;
    throw new OutcomeInDoubt({ status: 200, code: status, message: 'TikTok is still working on it.' });
  },

  async checkToken(connection) {
    await ask(tiktokErrors, connection, {
      method: 'GET',
      path: '/v2/user/info/',
      query: { fields: 'open_id,display_name' },
      headers: bearer(connection),
    });
    return { status: 'healthy', reason: null, action: null, expiresAt: null };
  },
};
