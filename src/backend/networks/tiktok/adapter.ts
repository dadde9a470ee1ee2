import { RULES } from '../../../networks/rules.js';
import {
  type Connection,
  type Delivered,
  type NetworkAdapter,
  OutcomeInDoubt,
  type OutgoingPost,
} from '../adapter.js';
import { afterCommit, ask, bearer, commit, notSent } from '../exchange.js';
import { listAt, textAt } from '../json-answer.js';
import { isVideo } from '../media-bytes.js';
import { poll } from '../polling.js';
import { readFailure } from '../read-refusal.js';
import { tiktokErrors } from './errors.js';

/** A video may be sent in one chunk up to this size; larger ones go in parts of the same size. */
const CHUNK = 64_000_000;
/** TikTok takes 30 status calls in a minute. */
const MODERATION = { everyMs: 2500, times: 12 };

const PUBLISH_ID = 'publish_id';
const UPLOAD_URL = 'upload_url';

function headersOf(connection: Connection) {
  return { ...bearer(connection), 'content-type': 'application/json; charset=UTF-8' };
}

/** Our names of the rarer options to TikTok's. */
const SETTINGS = {
  disableComment: 'disable_comment',
  disableDuet: 'disable_duet',
  disableStitch: 'disable_stitch',
  coverTimestampMs: 'video_cover_timestamp_ms',
} as const;

function settingsOf(options: OutgoingPost['content']['options']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(SETTINGS).flatMap(([ours, theirs]) =>
      options[ours] === undefined ? [] : [[theirs, options[ours]]],
    ),
  );
}

function initOf({ content, media }: OutgoingPost) {
  const [video] = media;
  const privacy =
    content.privacy === null ? undefined : RULES.tiktok.options.privacy?.values.value[content.privacy];
  return {
    post_info: {
      title: content.text,
      ...(privacy && { privacy_level: privacy }),
      brand_content_toggle: content.disclosure.includes('paid_partnership'),
      brand_organic_toggle: content.disclosure.includes('own_brand'),
      ...(content.disclosure.includes('ai_generated') && { is_aigc: true }),
      ...settingsOf(content.options),
    },
    source_info: {
      source: 'FILE_UPLOAD',
      video_size: video?.bytes ?? 0,
      chunk_size: video?.bytes ?? 0,
      total_chunk_count: video ? 1 : 0,
    },
  };
}

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
): Delivered {
  const profile = `${wire.webUrl}/@${account.handle}`;
  return {
    networkPostId: postId ?? publishId,
    url: postId === null ? profile : `${profile}/video/${postId}`,
    adopted,
  };
}

/** The end of an upload; null while TikTok still works on it. */
async function endOf(connection: Connection, publishId: string): Promise<PublishState | null> {
  const state = await stateOf(connection, publishId);
  return state.status === 'FAILED' || state.status === 'PUBLISH_COMPLETE' ? state : null;
}

/**
 * TikTok direct post: an upload is opened, then the video's bytes publish it. The upload's own id tells what
 * became of it, so that nothing is ever matched by its text.
 */
export const tiktokAdapter: NetworkAdapter = {
  platform: 'tiktok',
  recovery: 'lookup',

  async prepare(connection, post) {
    const [video, second] = post.media;
    if (video && (second || !isVideo(video))) {
      throw notSent(
        'media_invalid',
        'A post on TikTok takes one video here; photo posts cannot be published.',
      );
    }
    if (video && video.bytes > CHUNK) {
      throw notSent('media_invalid', `A video for TikTok may have at most ${CHUNK / 1_000_000} MB here.`);
    }
    const { body } = await ask(tiktokErrors, connection, {
      method: 'POST',
      path: '/v2/post/publish/video/init/',
      headers: headersOf(connection),
      body: initOf(post),
    });
    const publishId = textAt(body, 'data', PUBLISH_ID);
    const uploadUrl = textAt(body, 'data', UPLOAD_URL);
    if (publishId === null || uploadUrl === null)
      throw notSent('network_unavailable', 'TikTok opened no upload.');
    return { [PUBLISH_ID]: publishId, [UPLOAD_URL]: uploadUrl };
  },

  async create(connection, { media }, prepared) {
    const [video] = media;
    const publishId = prepared[PUBLISH_ID];
    const uploadUrl = prepared[UPLOAD_URL];
    if (!video || !publishId || !uploadUrl)
      throw notSent('service_error', 'There is no upload to send the video to.');
    await commit(tiktokErrors, connection, {
      method: 'PUT',
      path: uploadUrl,
      headers: {
        ...bearer(connection),
        'content-type': video.contentType,
        'content-length': String(video.bytes),
        'content-range': `bytes 0-${video.bytes - 1}/${video.bytes}`,
      },
      body: video.open(),
    });
    const end = await afterCommit(() => poll(MODERATION, connection, () => endOf(connection, publishId)));
    if (end?.status === 'FAILED') {
      throw readFailure(
        tiktokErrors,
        { code: end.reason, subcode: null, message: end.reason },
        connection.now,
      );
    }
    // Without an end it is in moderation, which may last for hours: taken, and out of our hands.
    return delivered(connection, publishId, end?.postId ?? null, false);
  },

  async find(connection, _post, prepared) {
    const publishId = prepared[PUBLISH_ID];
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
