import { countText } from '../../../networks/count/count.js';
import { RULES } from '../../../networks/rules.js';
import { json } from '../../networks/answers.js';
import { MASTODON_ERRORS, mastodonErrors } from '../../networks/mastodon/errors.js';
import { listAt, textAt, valueAt } from '../../networks/requests/json-answer.js';
import type { WireResponse } from '../../networks/wire.js';
import { spoilsMedia } from '../shared/failing.js';
import { againstFile } from '../shared/media-rules.js';
import { mastodonSnowflake } from '../shared/network-ids.js';
import { networkServer, type SimulatedCall, textOf } from '../shared/network-server.js';
import { publishNew } from '../shared/publish-new.js';
import type { Quota } from '../shared/quotas.js';
import { uploadedFile } from '../shared/request-body.js';
import { answeredBy, warningOf } from '../shared/thread-of.js';
import { mediaOfUploads, noteUpload } from '../shared/uploads.js';
import type { NetworkSimulator, SimulatedPost, SimulatedUpload, SimulatorContext } from '../simulator.js';

/** How long a server returns the first status for a repeated `Idempotency-Key` (PostStatusService). */
const KEY_KEPT_MS = 60 * 60 * 1000;
const { text: TEXT, forms } = RULES.mastodon;

/** 300 calls in 5 minutes (docs.joinmastodon.org, rate limits); here only posts count. */
const QUOTAS: readonly Quota[] = [
  { of: 'posts', max: 300, window: { kind: 'fixed', ms: 5 * 60_000 }, refusal: MASTODON_ERRORS.throttled },
];
/** How long a server processes a file. */
const PROCESSING_MS = 2000;

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function statusOf(post: SimulatedPost, { webUrl }: SimulatorContext) {
  const paragraphs = post.text
    .split(/\n{2,}/)
    .map((part) => `<p>${escaped(part).replaceAll('\n', '<br />')}</p>`);
  return {
    id: post.networkPostId,
    created_at: new Date(post.createdAt).toISOString(),
    visibility: textAt(post.rawCall, 'visibility') ?? 'public',
    in_reply_to_id: answeredBy('mastodon', post.rawCall),
    spoiler_text: warningOf('mastodon', post.rawCall) ?? '',
    sensitive: valueAt(post.rawCall, 'sensitive') === true,
    language: textAt(post.rawCall, 'language'),
    uri: `${webUrl}${post.path}`,
    url: `${webUrl}${post.path}`,
    content: paragraphs.join(''),
    media_attachments: post.mediaIds.map((id) => ({ id, type: 'unknown' })),
  };
}

/**
 * What a server does with an `Idempotency-Key` that it has had before. `answers`: returns the first status (Mastodon).
 * `ignores`: creates another one (snac2, Pixelfed). `fails`: answers 500 (mastodon#40399).
 */
export type RepeatedKey = 'answers' | 'ignores' | 'fails';

async function createStatus(call: SimulatedCall, repeatedKey: RepeatedKey): Promise<WireResponse> {
  const { account, context, fields, request } = call;
  const key = repeatedKey === 'ignores' ? null : (request.headers['idempotency-key'] ?? null);
  const earlier = key === null ? null : await context.memory.postByKey(account.networkUserId, key);
  const isKept = earlier !== null && earlier.createdAt > context.now - KEY_KEPT_MS;
  if (earlier !== null && isKept) {
    return repeatedKey === 'fails'
      ? json(500, { error: 'Internal server error' })
      : json(200, statusOf(earlier, context));
  }

  const text = textOf(fields, 'status');
  const mediaIds = listAt(fields, 'media_ids').map(String);
  if (text.trim() === '' && mediaIds.length === 0) return mastodonErrors.answer(MASTODON_ERRORS.textBlank);
  if (mediaIds.length > (forms.feed.images?.max.value ?? 4))
    return mastodonErrors.answer(MASTODON_ERRORS.tooManyFiles);
  if (countText(textOf(fields, 'spoiler_text') + text, TEXT.unit) > TEXT.max.value) {
    return mastodonErrors.answer(MASTODON_ERRORS.textTooLong);
  }
  const uploads: SimulatedUpload[] = [];
  for (const id of mediaIds) {
    const upload = await context.memory.uploadById(id);
    if (upload === null) return json(404, { error: 'Record not found' });
    uploads.push(upload);
    if (!isProcessed(upload, context)) return mastodonErrors.answer(MASTODON_ERRORS.notProcessed);
  }
  const answered = answeredBy('mastodon', fields);
  if (answered !== null && (await context.memory.postById(answered)) === null)
    return mastodonErrors.answer(MASTODON_ERRORS.replyGone);
  const post = await publishNew(call, () => {
    const id = mastodonSnowflake(context.now, context.random);
    const path = `/@${account.handle}/${id}`;
    // An expired key creates a new status. Only the first one keeps the key in memory.
    return {
      networkPostId: id,
      path,
      text,
      mediaIds,
      media: mediaOfUploads(uploads),
      key: earlier === null ? key : null,
      rawCall: request.body,
    };
  });
  return json(200, statusOf(post, context));
}

async function statuses({ context, fields, params }: SimulatedCall): Promise<WireResponse> {
  const limit = Math.min(Number(textOf(fields, 'limit') || '20'), 40);
  const below = textOf(fields, 'max_id');
  const all = await context.memory.postsOf(params['id'] ?? '', 0, 1000);
  const page = all.filter(({ networkPostId }) => below === '' || BigInt(networkPostId) < BigInt(below));
  return json(
    200,
    page.slice(0, limit).map((post) => statusOf(post, context)),
  );
}

async function source({ context, params }: SimulatedCall): Promise<WireResponse> {
  const post = await context.memory.postById(params['id'] ?? '');
  return post
    ? json(200, {
        id: post.networkPostId,
        text: post.text,
        spoiler_text: warningOf('mastodon', post.rawCall) ?? '',
      })
    : json(404, { error: 'Record not found' });
}

async function upload(call: SimulatedCall): Promise<WireResponse> {
  const { context, fields, request } = call;
  const file = await uploadedFile(request, context);
  if (againstFile('mastodon', file) !== null) return mastodonErrors.answer(MASTODON_ERRORS.fileTypeInvalid);
  const id = mastodonSnowflake(context.now, context.random);
  const altText = textAt(fields, 'description');
  await noteUpload(call, id, { file, altText });
  return json(202, attachment(id, null, altText));
}

function attachment(id: string, url: string | null, description: string | null) {
  return { id, type: 'image', url, description };
}

function isProcessed({ createdAt }: SimulatedUpload, { now }: SimulatorContext): boolean {
  return now >= createdAt + PROCESSING_MS;
}

async function mediaState({ account, context, params }: SimulatedCall): Promise<WireResponse> {
  const upload = await context.memory.uploadById(params['id'] ?? '');
  if (!upload) return json(404, { error: 'Record not found' });
  const { uploadId, state } = upload;
  const description = textAt(state, 'altText');
  if (!isProcessed(upload, context)) return json(206, attachment(uploadId, null, description));
  if (spoilsMedia(account)) return mastodonErrors.answer(MASTODON_ERRORS.processingFailed);
  return json(200, attachment(uploadId, `${context.webUrl}/media/${uploadId}`, description));
}

async function readStatus({ context, params }: SimulatedCall): Promise<WireResponse> {
  const post = await context.memory.postById(params['id'] ?? '');
  return post ? json(200, statusOf(post, context)) : json(404, { error: 'Record not found' });
}

/** A server that speaks Mastodon's API, with what servers do differently. */
export function mastodonServer(repeatedKey: RepeatedKey): NetworkSimulator {
  return networkServer({
    platform: 'mastodon',
    errors: mastodonErrors,
    quotas: QUOTAS,
    publishing: { posts: ['POST /api/v1/statuses'] },
    unauthorized: () => mastodonErrors.answer(MASTODON_ERRORS.tokenInvalid),
    notFound: () => json(404, { error: 'Record not found' }),
    routes: {
      'POST /api/v1/statuses': (call) => createStatus(call, repeatedKey),
      'GET /api/v1/accounts/verify_credentials': async ({ account }) =>
        json(200, {
          id: account.networkUserId,
          username: account.handle,
          display_name: account.displayName,
          source: { privacy: 'public' },
        }),
      'GET /api/v1/accounts/:id/statuses': statuses,
      'GET /api/v1/statuses/:id/source': source,
      'GET /api/v1/statuses/:id': readStatus,
      'POST /api/v2/media': upload,
      'GET /api/v1/media/:id': mediaState,
    },
  });
}

export const mastodonSimulator = mastodonServer('answers');
