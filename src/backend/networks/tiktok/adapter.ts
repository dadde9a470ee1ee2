import { type NetworkAdapter, OutcomeInDoubt } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { Delivered } from '../outgoing-post.js';
import { readFailure } from '../refusals/read-refusal.js';
import { renewableHealth } from '../renewal/ending-access.js';
import { afterCommit, ask, bearer, orNull } from '../requests/exchange.js';
import { isImage } from '../requests/media-bytes.js';
import { poll } from '../requests/polling.js';
import { requireAllowed } from './creator.js';
import { tiktokErrors } from './errors.js';
import { goesToInbox } from './inbox.js';
import { tiktokMetrics } from './metrics.js';
import { PHOTOS, publishPhotos } from './photos.js';
import { type PublishState, stateOf } from './publish-state.js';
import { PUBLISH_ID, SIZE, uploadAllButLast, uploadLast } from './upload.js';

/** TikTok allows 30 status requests a minute. */
const MODERATION = { everyMs: 2500, times: 12 };

/** A post that is not public, or not public yet, has no URL: use the account's page. */
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

/** A draft in the TikTok app, whose id is that of its upload. */
function drafted(connection: Connection, publishId: string, adopted: boolean): Delivered {
  return { ...delivered(connection, publishId, null, adopted), inInbox: true };
}

/** The statuses that do not change by themselves. */
const FINAL: readonly (string | null)[] = ['FAILED', 'PUBLISH_COMPLETE', 'SEND_TO_USER_INBOX'];

/** The final status of an upload; null: TikTok is still processing it. */
async function endOf(connection: Connection, publishId: string): Promise<PublishState | null> {
  const state = await stateOf(connection, publishId);
  return FINAL.includes(state.status) ? state : null;
}

/**
 * TikTok direct post: ask what the account may publish, and open an upload; the last bytes of the video publish it. The upload's id answers what became of
 * it, so nothing is matched by text. Photos are published by one call, after which TikTok fetches them; when the
 * response to that call is lost, nothing can be looked up.
 */
export const tiktokAdapter: NetworkAdapter = {
  platform: 'tiktok',
  recovery: 'lookup',

  async prepare(connection, post, progress) {
    // The person chooses all of that in the app.
    if (!goesToInbox(post)) await requireAllowed(connection, post);
    const [first] = post.media;
    if (first && isImage(first)) return { [PHOTOS]: String(post.media.length) };
    return uploadAllButLast(connection, post, progress);
  },

  async create(connection, post, prepared) {
    const isVideo = prepared[PHOTOS] === undefined;
    const publishId = isVideo
      ? await uploadLast(connection, post, prepared)
      : await publishPhotos(connection, post);
    // Without an answer, a video is looked up later. Photos cannot be, as their id is only known here: ask again.
    const end = isVideo
      ? await afterCommit(() => poll(MODERATION, connection, () => endOf(connection, publishId)))
      : await orNull(() => poll(MODERATION, connection, () => orNull(() => endOf(connection, publishId))));
    if (end?.status === 'FAILED') {
      throw readFailure(
        tiktokErrors,
        { code: end.reason, subcode: null, message: end.reason },
        connection.now,
      );
    }
    // No final status: it is being processed, or in moderation, which can take hours. TikTok has accepted it.
    if (goesToInbox(post) && end?.status !== 'PUBLISH_COMPLETE') return drafted(connection, publishId, false);
    const kind = isVideo ? 'video' : 'photo';
    return delivered(connection, publishId, end?.postId ?? null, false, kind);
  },

  async find(connection, post, prepared) {
    const publishId = prepared[PUBLISH_ID] ?? post.networkPostId;
    if (publishId === undefined && prepared[PHOTOS] !== undefined) {
      // The lost response would have contained its id.
      const message = 'TikTok cannot look up a photo post whose response was lost.';
      throw new OutcomeInDoubt({ status: null, code: null, message });
    }
    if (publishId === undefined) return null;
    const { status, postId, uploaded } = await stateOf(connection, publishId);
    const kind = prepared[PHOTOS] === undefined ? 'video' : 'photo';
    if (status === 'PUBLISH_COMPLETE') return delivered(connection, publishId, postId, true, kind);
    if (status === 'SEND_TO_USER_INBOX') return drafted(connection, publishId, true);
    if (status === 'FAILED') return null;
    // While bytes are missing it will not appear. Without a count it may have all of them, and still work on it.
    const isIncomplete = uploaded !== null && uploaded < Number(prepared[SIZE] ?? 0);
    if (status === 'PROCESSING_UPLOAD' && isIncomplete) return null;
    throw new OutcomeInDoubt({ status: 200, code: status, message: 'TikTok is still working on it.' });
  },

  metrics: tiktokMetrics,

  async checkToken(connection) {
    await ask(tiktokErrors, connection, {
      method: 'GET',
      path: '/v2/user/info/',
      query: { fields: 'open_id,display_name' },
      headers: bearer(connection),
    });
    return renewableHealth('tiktok', connection);
  },
};
