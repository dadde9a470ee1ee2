import { countText } from '../../../networks/count/count.js';
import { joinedWords } from '../../../networks/rare-options.js';
import { RULES } from '../../../networks/rules.js';
import { empty, json } from '../../networks/answers.js';
import { listAt, textAt } from '../../networks/requests/json-answer.js';
import type { WireResponse } from '../../networks/wire.js';
import { YOUTUBE_ERRORS, youtubeErrors } from '../../networks/youtube/errors.js';
import { AUDIENCES, followersOf, repliesTo, responseTo } from '../shared/audience.js';
import { spoilsMedia } from '../shared/failing.js';
import { againstFile } from '../shared/media-rules.js';
import { base64UrlId } from '../shared/network-ids.js';
import { networkServer, type SimulatedCall, textOf } from '../shared/network-server.js';
import { publishUpload } from '../shared/publish-new.js';
import type { Quota } from '../shared/quotas.js';
import { isNotLast, rangeOf, uploadedFile } from '../shared/request-body.js';
import { oauthTokens } from '../shared/tokens.js';
import { filesIn } from '../shared/uploads.js';
import { PACIFIC_DAY } from '../shared/windows.js';
import type { NetworkSimulator, SimulatedPost } from '../simulator.js';
import { COMMENT_PUBLISHING, COMMENT_ROUTES } from './comment-server.js';

const THUMBNAILS = 'POST /upload/youtube/v3/thumbnails/set';
const UPLOADS = 'https://www.googleapis.com/upload/youtube/v3/videos/';
const { text: TEXT, options: OPTIONS, rareOptions, postsPerDay } = RULES.youtube;
const TAGS = rareOptions['tags'];
const MAX_TAGS_LENGTH = (TAGS?.kind === 'texts' && TAGS.joinedLength?.max.value) || Number.POSITIVE_INFINITY;
/** How long YouTube processes a video before it can reject it. */
const PROCESSING_MS = 4000;
const QUOTAS: readonly Quota[] = [
  {
    of: 'posts',
    max: postsPerDay.value ?? Number.POSITIVE_INFINITY,
    window: PACIFIC_DAY,
    refusal: YOUTUBE_ERRORS.quotaExceeded,
  },
];
const MAX_THUMBNAIL_BYTES = OPTIONS.cover?.image.maxBytes?.value ?? Number.POSITIVE_INFINITY;
const REFUSED_SIGNS = /[<>]/;

function breach(fields: SimulatedCall['fields']): WireResponse | null {
  const title = textAt(fields, 'snippet', 'title') ?? '';
  const description = textAt(fields, 'snippet', 'description') ?? '';
  const titleLength = countText(title, OPTIONS.title?.unit ?? 'codepoints');
  if (title.trim() === '' || titleLength > (OPTIONS.title?.max.value ?? 100) || REFUSED_SIGNS.test(title)) {
    return youtubeErrors.answer(YOUTUBE_ERRORS.invalidTitle);
  }
  if (countText(description, TEXT.unit) > TEXT.max.value || REFUSED_SIGNS.test(description)) {
    return youtubeErrors.answer(YOUTUBE_ERRORS.invalidDescription);
  }
  const tags = listAt(fields, 'snippet', 'tags').map(String);
  if (countText(joinedWords(tags), 'codepoints') > MAX_TAGS_LENGTH || REFUSED_SIGNS.test(tags.join()))
    return youtubeErrors.answer(YOUTUBE_ERRORS.invalidTags);
  const category = textAt(fields, 'snippet', 'categoryId');
  if (category !== null && !/^\d+$/.test(category))
    return youtubeErrors.answer(YOUTUBE_ERRORS.invalidCategoryId);
  return null;
}

async function open({ account, context, fields, request }: SimulatedCall): Promise<WireResponse> {
  const wrong = breach(fields);
  if (wrong) return wrong;
  const bytes = Number(request.headers['x-upload-content-length'] ?? '0');
  if (bytes <= 0) return youtubeErrors.answer(YOUTUBE_ERRORS.mediaBodyRequired);
  const uploadId = base64UrlId(32, context.random);
  const state = { bytes, metadata: fields, videoId: null };
  await context.memory.putUploads({
    uploadId,
    networkUserId: account.networkUserId,
    state,
    createdAt: context.now,
  });
  return empty(200, { location: UPLOADS + uploadId });
}

async function receive(call: SimulatedCall): Promise<WireResponse> {
  const { context, params, request } = call;
  const session = await context.memory.uploadById(params['session'] ?? '');
  if (!session) return empty(404);
  const made = textAt(session.state, 'videoId');
  if (made !== null) return json(200, videoOf(made));
  const isQuestion = request.headers['content-range']?.startsWith('bytes */') === true;
  if (isQuestion) return empty(308);
  const earlier = filesIn(session.state, 'parts');
  const at = earlier.reduce((sum, part) => sum + part.bytes, 0);
  const total = Number(session.state['bytes']);
  const range = rangeOf(request) ?? { start: 0, end: total };
  const part = await uploadedFile(request, context);
  const fits = range.start === at && part.bytes === range.end - range.start;
  const parts = fits ? [...earlier, part] : earlier;
  if (!fits || range.end !== total) {
    await context.memory.putUploads({ ...session, state: { ...session.state, parts } });
    return empty(308);
  }
  const file = await context.files.join(parts);
  const { metadata } = session.state;
  const publishing = () => {
    const id = base64UrlId(11, context.random);
    return {
      networkPostId: id,
      path: `/watch?v=${id}`,
      text: textAt(metadata, 'snippet', 'description') ?? '',
      title: textAt(metadata, 'snippet', 'title'),
      mediaIds: [session.uploadId],
      media: [{ ...file, altText: null }],
      rawCall: metadata,
    };
  };
  const published = (videoId: string) => ({ ...session.state, parts, videoId });
  const post = await publishUpload(call, session, publishing, published);
  return post ? json(201, videoOf(post.networkPostId)) : empty(503);
}

function videoState({ account, context }: SimulatedCall, { createdAt, media = [] }: SimulatedPost) {
  if (context.now < createdAt + PROCESSING_MS) return { uploadStatus: 'uploaded' };
  return spoilsMedia(account) || media.some((file) => againstFile('youtube', file) !== null)
    ? { uploadStatus: 'failed', failureReason: YOUTUBE_ERRORS.conversion.code }
    : { uploadStatus: 'processed' };
}

function videoOf(id: string) {
  return { kind: 'youtube#video', id, status: { uploadStatus: 'uploaded' } };
}

/** The most videos that one request names (videos.list, `id`). */
const MAX_VIDEOS = 50;

function tooManyVideos(): WireResponse {
  const message = 'The request specifies an invalid filter parameter.';
  return json(400, { error: { code: 400, message, errors: [{ reason: 'invalidFilters', message }] } });
}

async function videos(call: SimulatedCall): Promise<WireResponse> {
  const { memory } = call.context;
  const ids = textOf(call.fields, 'id').split(',');
  if (ids.length > MAX_VIDEOS) return tooManyVideos();
  const items = [];
  for (const id of ids) {
    const post = await memory.postById(id);
    if (post)
      items.push({
        ...videoOf(id),
        status: videoState(call, post),
        statistics: await statisticsOf(call, post),
      });
  }
  return json(200, { kind: 'youtube#videoListResponse', items });
}

/** Counts, as strings. */
async function statisticsOf({ context }: SimulatedCall, post: SimulatedPost) {
  const { views, likes } = responseTo(post, AUDIENCES.youtube, context.now);
  const comments = await context.memory.commentsOn(post.networkPostId);
  return {
    viewCount: String(views),
    likeCount: String(likes),
    favoriteCount: '0',
    commentCount: String(repliesTo(post, comments.length)),
  };
}

async function channels({ account, context, fields }: SimulatedCall): Promise<WireResponse> {
  const { networkUserId: id, handle, displayName: title } = account;
  const parts = textOf(fields, 'part').split(',');
  // Rounded down to three digits, as YouTube does.
  const followers = followersOf(id, context.now);
  const unit = 10 ** Math.max(0, String(followers).length - 3);
  const subscriberCount = String(Math.floor(followers / unit) * unit);
  const thumbnail = { url: `https://yt3.ggpht.com/${id}=s88`, width: 88, height: 88 };
  const channel = {
    ...{ kind: 'youtube#channel', id },
    ...(parts.includes('snippet') && {
      snippet: { title, customUrl: `@${handle}`, thumbnails: { default: thumbnail } },
    }),
    ...(parts.includes('statistics') && {
      statistics: { subscriberCount, hiddenSubscriberCount: false },
    }),
  };
  return json(200, { kind: 'youtube#channelListResponse', items: [channel] });
}

/** YouTube Analytics is two days behind. */
const ANALYTICS_LAG_MS = 48 * 60 * 60_000;

/** How long videos were watched, in minutes. */
async function reports({ account, context, fields }: SimulatedCall): Promise<WireResponse> {
  const ids = textOf(fields, 'filters')
    .replace(/^video==/, '')
    .split(',');
  const rows: [string, number][] = [];
  for (const id of ids) {
    const post = await context.memory.postById(id);
    if (post?.networkUserId !== account.networkUserId) continue;
    const { watchMs } = responseTo(post, AUDIENCES.youtube, context.now - ANALYTICS_LAG_MS);
    if (watchMs > 0) rows.push([id, Math.floor(watchMs / 60_000)]);
  }
  const columnHeaders = [
    { name: 'video', columnType: 'DIMENSION', dataType: 'STRING' },
    { name: textOf(fields, 'metrics'), columnType: 'METRIC', dataType: 'INTEGER' },
  ];
  return json(200, { kind: 'youtubeAnalytics#resultTable', columnHeaders, rows });
}

async function setThumbnail(call: SimulatedCall): Promise<WireResponse> {
  const { context, fields, request } = call;
  const post = await context.memory.postById(textOf(fields, 'videoId'));
  if (!post) return youtubeErrors.answer(YOUTUBE_ERRORS.videoNotFound);
  const cover = await uploadedFile(request, context);
  const acceptedTypes = OPTIONS.cover?.image.types.value ?? [];
  const isAccepted = acceptedTypes.includes(cover.contentType) && cover.bytes <= MAX_THUMBNAIL_BYTES;
  if (!isAccepted || spoilsMedia(call.account)) return youtubeErrors.answer(YOUTUBE_ERRORS.thumbnailInvalid);
  await context.memory.setMedia(
    post.networkPostId,
    (post.media ?? []).map((one) => ({ ...one, cover })),
  );
  return json(200, { kind: 'youtube#thumbnailSetResponse', items: [{}] });
}

export const youtubeSimulator: NetworkSimulator = networkServer({
  platform: 'youtube',
  errors: youtubeErrors,
  quotas: QUOTAS,
  quotaRoutes: ['POST /upload/youtube/v3/videos'],
  publishing: {
    posts: [`PUT ${UPLOADS}:session`],
    comments: [...COMMENT_PUBLISHING, THUMBNAILS],
  },
  onlyAsks: (request) =>
    isNotLast(request) || request.headers['content-range']?.startsWith('bytes */') === true,
  tokens: oauthTokens('POST https://oauth2.googleapis.com/token', 'lasting refresh token', () =>
    youtubeErrors.answer(YOUTUBE_ERRORS.refreshDead),
  ),
  unauthorized: () => youtubeErrors.answer(YOUTUBE_ERRORS.tokenInvalid),
  notFound: () => json(404, { error: { code: 404, message: 'Not Found', errors: [{ reason: 'notFound' }] } }),
  routes: {
    'POST /upload/youtube/v3/videos': open,
    [`PUT ${UPLOADS}:session`]: receive,
    [THUMBNAILS]: setThumbnail,
    'GET /youtube/v3/videos': videos,
    ...COMMENT_ROUTES,
    'GET /youtube/v3/channels': channels,
    'GET https://youtubeanalytics.googleapis.com/v2/reports': reports,
  },
});
