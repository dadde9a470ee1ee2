import { countText } from '../../../networks/count/count.js';
import { RULES } from '../../../networks/rules.js';
import { empty, json } from '../../networks/answers.js';
import { listAt, textAt, valueAt } from '../../networks/requests/json-answer.js';
import { TIKTOK_ERRORS, tiktokErrors } from '../../networks/tiktok/errors.js';
import type { WireResponse } from '../../networks/wire.js';
import { AUDIENCES, followersOf, repliesTo, responseTo } from '../shared/audience.js';
import { spoilsMedia } from '../shared/failing.js';
import { againstFile } from '../shared/media-rules.js';
import { base64UrlId, tiktokNumber } from '../shared/network-ids.js';
import { networkServer, type SimulatedCall, textOf } from '../shared/network-server.js';
import { accessNote } from '../shared/notes.js';
import { publishUpload } from '../shared/publish-new.js';
import { isNotLast, rangeOf, uploadedFile } from '../shared/request-body.js';
import { oauthTokens } from '../shared/tokens.js';
import { filesIn } from '../shared/uploads.js';
import type { NetworkSimulator, SimulatedUpload } from '../simulator.js';
import { OK, QUOTAS, queryCreator, refusedPrivacy } from './creator-server.js';
import { noteDraft, refusedDraft } from './drafts.js';
import { PHOTO_ROUTE, publishPhotos } from './photo-server.js';

const UPLOADS = 'https://open-upload.tiktokapis.com/video/';
/** How long the address of an upload can be used. */
const UPLOAD_MS = 60 * 60_000;
/** How long TikTok processes a video, including moderation. */
const PROCESSING_MS = 5000;
const { text: TEXT, tokens: TOKENS } = RULES.tiktok;

async function open(call: SimulatedCall): Promise<WireResponse> {
  const { fields } = call;
  const title = textAt(fields, 'post_info', 'title') ?? '';
  const privacy = textAt(fields, 'post_info', 'privacy_level');
  const size = Number(textAt(fields, 'source_info', 'video_size') ?? '0');
  if (countText(title, TEXT.unit) > TEXT.max.value) return tiktokErrors.answer(TIKTOK_ERRORS.titleTooLong);
  if (size <= 0) return tiktokErrors.answer(TIKTOK_ERRORS.mediaMissing);
  const refused = refusedPrivacy(call);
  return refused ?? openUpload(call, 'v_pub_file~v2-1', { title, privacy, size });
}

/** Opens the upload of a draft: it has nothing but the video. */
async function openDraft(call: SimulatedCall): Promise<WireResponse> {
  const size = Number(textAt(call.fields, 'source_info', 'video_size') ?? '0');
  if (size <= 0) return tiktokErrors.answer(TIKTOK_ERRORS.mediaMissing);
  return (await refusedDraft(call)) ?? openUpload(call, 'v_inbox_file~v2', { size, isDraft: true });
}

async function openUpload(
  { account, context, fields }: SimulatedCall,
  kind: string,
  given: SimulatedUpload['state'],
): Promise<WireResponse> {
  const uploadId = `${kind}.${tiktokNumber(context.now, context.random)}`;
  const name = base64UrlId(24, context.random);
  const state = { status: 'PROCESSING_UPLOAD', ...given, raw: fields };
  const owned = { networkUserId: account.networkUserId, createdAt: context.now };
  await context.memory.putUploads(
    { ...owned, uploadId, state },
    { ...owned, uploadId: name, state: { ...state, publishId: uploadId } },
    { ...owned, uploadId: accessNote(name), state: { expiresAt: context.now + UPLOAD_MS } },
  );
  return json(200, { data: { publish_id: uploadId, upload_url: UPLOADS + name }, error: OK });
}

async function receive(call: SimulatedCall): Promise<WireResponse> {
  const { account, context, params, request } = call;
  const session = await context.memory.uploadById(params['name'] ?? '');
  const upload = await context.memory.uploadById(textAt(session?.state, 'publishId') ?? '');
  if (!upload) return empty(404);
  if (upload.state['status'] !== 'PROCESSING_UPLOAD') return empty(201);
  const earlier = filesIn(upload.state, 'parts');
  const at = earlier.reduce((sum, part) => sum + part.bytes, 0);
  const range = rangeOf(request) ?? { start: 0, end: Number(upload.state['size']) };
  const part = await uploadedFile(request, context);
  if (range.start !== at || part.bytes !== range.end - range.start) return empty(416);
  const parts = [...earlier, part];
  if (range.end < Number(upload.state['size'])) {
    await context.memory.putUploads({ ...upload, state: { ...upload.state, parts } });
    return empty(206);
  }
  const file = await context.files.join(parts);
  if (againstFile('tiktok', file) !== null) {
    const failed = { ...upload.state, status: 'FAILED', reason: TIKTOK_ERRORS.fileFormat.code };
    await context.memory.putUploads({ ...upload, state: { ...failed, receivedAt: context.now } });
    return empty(201);
  }
  if (spoilsMedia(account)) {
    const failed = { ...upload.state, status: 'FAILED', reason: TIKTOK_ERRORS.internal.code };
    await context.memory.putUploads({ ...upload, state: { ...failed, receivedAt: context.now } });
    return empty(201);
  }
  if (upload.state['isDraft'] === true) {
    await noteDraft(call);
    const waiting = { ...upload.state, status: 'SEND_TO_USER_INBOX', receivedAt: context.now };
    await context.memory.putUploads({ ...upload, state: waiting });
    return empty(201);
  }
  const isPublic = upload.state['privacy'] === PUBLIC;
  const publishing = () => {
    const id = tiktokNumber(context.now, context.random);
    return {
      networkPostId: id,
      path: `/@${account.handle}/video/${id}`,
      text: textAt(upload.state, 'title') ?? '',
      mediaIds: [upload.uploadId],
      media: [{ ...file, altText: null }],
      rawCall: upload.state['raw'],
    };
  };
  await publishUpload(call, upload, publishing, (postId) => ({
    ...upload.state,
    status: 'PUBLISH_COMPLETE',
    receivedAt: context.now,
    ...(isPublic && { postId }),
  }));
  return empty(201);
}

async function status({ context, fields }: SimulatedCall): Promise<WireResponse> {
  const upload = await context.memory.uploadById(textOf(fields, 'publish_id'));
  if (!upload)
    return json(400, {
      data: {},
      error: { ...OK, code: 'invalid_publish_id', message: 'The publish_id does not exist.' },
    });
  const receivedAt = valueAt(upload.state, 'receivedAt');
  const isWorking = typeof receivedAt === 'number' && context.now < receivedAt + PROCESSING_MS;
  if (isWorking) return json(200, { data: { status: 'PROCESSING_DOWNLOAD' }, error: OK });
  const postId = valueAt(upload.state, 'postId');
  const reason = textAt(upload.state, 'reason');
  const received = filesIn(upload.state, 'parts').reduce((sum, part) => sum + part.bytes, 0);
  const isWhole = upload.state['status'] !== 'PROCESSING_UPLOAD';
  const data = {
    status: upload.state['status'],
    uploaded_bytes: isWhole ? upload.state['size'] : received,
    ...(reason !== null && { fail_reason: reason }),
    ...(postId !== undefined && { publicaly_available_post_id: [postId] }),
  };
  return json(200, { data, error: OK });
}

/** The most videos that one request names (video.query, `video_ids`). */
const MAX_VIDEOS = 20;
const PUBLIC = 'PUBLIC_TO_EVERYONE';

/** The account's public videos, with what TikTok has counted. */
async function queryVideos({ account, context, fields }: SimulatedCall): Promise<WireResponse> {
  const ids = listAt(fields, 'filters', 'video_ids').map(String);
  if (ids.length > MAX_VIDEOS) {
    const message = `The number of video ids must not be greater than ${MAX_VIDEOS}`;
    return json(400, { data: {}, error: { ...OK, code: 'invalid_params', message } });
  }
  const videos = [];
  for (const id of ids) {
    const post = await context.memory.postById(id);
    const isOwn = post?.networkUserId === account.networkUserId;
    if (!post || !isOwn || textAt(post.rawCall, 'post_info', 'privacy_level') !== PUBLIC) continue;
    const { views, likes, shares } = responseTo(post, AUDIENCES.tiktok, context.now);
    const comments = await context.memory.commentsOn(id);
    videos.push({
      ...{ id, view_count: views, like_count: likes, share_count: shares },
      comment_count: repliesTo(post, comments.length),
    });
  }
  return json(200, { data: { videos }, error: OK });
}

async function userInfo({ account, context }: SimulatedCall): Promise<WireResponse> {
  const { networkUserId: open_id, displayName: display_name } = account;
  const avatar_url = `${context.webUrl}/avatar.png`;
  const user = { open_id, avatar_url, display_name, follower_count: followersOf(open_id, context.now) };
  return json(200, { data: { user }, error: OK });
}

export const tiktokSimulator: NetworkSimulator = networkServer({
  platform: 'tiktok',
  errors: tiktokErrors,
  quotas: QUOTAS,
  quotaRoutes: ['POST /v2/post/publish/video/init/', PHOTO_ROUTE],
  publishing: { posts: [`PUT ${UPLOADS}:name`, PHOTO_ROUTE] },
  onlyAsks: isNotLast,
  tokens: {
    ...oauthTokens('POST /v2/oauth/token/', 'single-use refresh token', () =>
      tiktokErrors.answer(TIKTOK_ERRORS.refreshDead),
    ),
    granted: ({ account, accessToken, refreshToken, expiresInSeconds }) =>
      json(200, {
        access_token: accessToken,
        expires_in: expiresInSeconds,
        open_id: account.networkUserId,
        refresh_expires_in: TOKENS.refresh.value,
        refresh_token: refreshToken,
        scope: 'user.info.basic,video.publish,video.upload',
        token_type: 'Bearer',
      }),
  },
  // The address of an upload is its own proof.
  shownToken: ({ path }) => (path.startsWith(UPLOADS) ? path.slice(UPLOADS.length) : null),
  unauthorized: () => tiktokErrors.answer(TIKTOK_ERRORS.tokenInvalid),
  notFound: () => json(404, { error: { ...OK, code: 'unsupported_path', message: 'Unsupported path' } }),
  routes: {
    'POST /v2/post/publish/video/init/': open,
    'POST /v2/post/publish/inbox/video/init/': openDraft,
    [`PUT ${UPLOADS}:name`]: receive,
    [PHOTO_ROUTE]: publishPhotos,
    'POST /v2/post/publish/creator_info/query/': queryCreator,
    'POST /v2/post/publish/status/fetch/': status,
    'POST /v2/video/query/': queryVideos,
    'GET /v2/user/info/': userInfo,
  },
});
