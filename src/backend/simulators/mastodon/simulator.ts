import { countText } from '../../../networks/count/count.js';
import { json } from '../../networks/answers.js';
import { MASTODON_ERRORS, mastodonErrors } from '../../networks/mastodon/errors.js';
import { listAt, textAt } from '../../networks/requests/json-answer.js';
import type { WireResponse } from '../../networks/wire.js';
import { spoilsMedia } from '../shared/failing.js';
import { mastodonSnowflake } from '../shared/network-ids.js';
import { networkServer, type SimulatedCall, textOf } from '../shared/network-server.js';
import { publishNew } from '../shared/publish-new.js';
import type { Quota } from '../shared/quotas.js';
import { uploadedFile } from '../shared/request-body.js';
import { answeredBy, warningOf } from '../shared/thread-of.js';
import { mediaOfUploads, noteUpload, ownUpload } from '../shared/uploads.js';
import type { NetworkSimulator, SimulatedUpload, SimulatorContext } from '../simulator.js';
import { attachmentEntity, credentialEntity, statusEntity } from './entities.js';
import { INBOX_ROUTES, writeToOthers, writtenBy, writtenStatus } from './inbox-server.js';
import {
  againstServer,
  DEFAULT_CONFIGURATION,
  instanceRoutes,
  type ServerConfiguration,
  VERSION,
} from './instance.js';

/** How long a server returns the first status for a repeated `Idempotency-Key` (PostStatusService). */
const KEY_KEPT_MS = 60 * 60 * 1000;

/** 300 calls in 5 minutes (docs.joinmastodon.org, rate limits); here only posts count. */
const QUOTAS: readonly Quota[] = [
  { of: 'posts', max: 300, window: { kind: 'fixed', ms: 5 * 60_000 }, refusal: MASTODON_ERRORS.throttled },
];
/** How long a server processes a file. */
const PROCESSING_MS = 2000;

/**
 * What a server does with an `Idempotency-Key` that it has had before. `answers`: returns the first status (Mastodon).
 * `fails`: answers 500 (mastodon#40399). `refuses`: answers 400 (Pixelfed). `ignores`: creates another one (snac2).
 */
export type RepeatedKey = 'answers' | 'fails' | 'refuses' | 'ignores';

/** How a program that does so names its version. */
const VERSIONS: Readonly<Record<RepeatedKey, string>> = {
  answers: VERSION,
  fails: VERSION,
  refuses: '3.5.3 (compatible; Pixelfed 0.12.6)',
  ignores: '4.0.0 (not true; really snac/2.96)',
};

async function createStatus(
  call: SimulatedCall,
  repeatedKey: RepeatedKey,
  { statuses: limits }: ServerConfiguration,
): Promise<WireResponse> {
  const { account, context, fields, request } = call;
  const key = repeatedKey === 'ignores' ? null : (request.headers['idempotency-key'] ?? null);
  const earlier = key === null ? null : await context.memory.postByKey(account.networkUserId, key);
  const isKept = earlier !== null && earlier.createdAt > context.now - KEY_KEPT_MS;
  if (earlier !== null && isKept) {
    if (repeatedKey === 'fails') return json(500, { error: 'Internal server error' });
    if (repeatedKey === 'refuses') return mastodonErrors.answer(MASTODON_ERRORS.keyRepeated);
    return json(200, await statusEntity(earlier, account, context));
  }

  const text = textOf(fields, 'status');
  const mediaIds = listAt(fields, 'media_ids').map(String);
  if (text.trim() === '' && mediaIds.length === 0) return mastodonErrors.answer(MASTODON_ERRORS.textBlank);
  if (mediaIds.length > limits.max_media_attachments) {
    const words = `Cannot attach more than ${limits.max_media_attachments} files`;
    return mastodonErrors.answer(MASTODON_ERRORS.tooManyFiles, words);
  }
  const counted = textOf(fields, 'spoiler_text') + text;
  if (countText(counted, 'mastodon', limits.characters_reserved_per_url) > limits.max_characters) {
    const words = `Validation failed: Text character limit of ${limits.max_characters} exceeded`;
    return mastodonErrors.answer(MASTODON_ERRORS.textTooLong, words);
  }
  const uploads: SimulatedUpload[] = [];
  for (const id of mediaIds) {
    const upload = await context.memory.uploadById(id);
    if (upload === null) return notFound();
    uploads.push(upload);
    if (!isProcessed(upload, context)) return mastodonErrors.answer(MASTODON_ERRORS.notProcessed);
  }
  const toOthers = await writeToOthers(call, text);
  if (toOthers !== null) return toOthers;
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
  return json(200, await statusEntity(post, account, context));
}

async function statuses(call: SimulatedCall): Promise<WireResponse> {
  const { context, fields, params } = call;
  const author = await context.memory.accountById(params['id'] ?? '');
  if (!author) return notFound();
  const limit = Math.min(Number(textOf(fields, 'limit') || '20'), 40);
  const below = textOf(fields, 'max_id');
  const all = await context.memory.postsOf(author.networkUserId, 0, 1000);
  const page = all.filter(({ networkPostId }) => below === '' || BigInt(networkPostId) < BigInt(below));
  const listed = [];
  for (const post of page.slice(0, limit)) listed.push(await statusEntity(post, author, context));
  if (below !== '' || author.networkUserId !== call.account.networkUserId) return json(200, listed);
  const replies = await writtenBy(call);
  return json(200, [...replies.map(({ entity }) => entity), ...listed]);
}

/** A status with its author; null: there is none. */
async function statusOf({ context, params }: SimulatedCall) {
  const post = await context.memory.postById(params['id'] ?? '');
  const author = post && (await context.memory.accountById(post.networkUserId));
  return post && author ? { post, author } : null;
}

async function source(call: SimulatedCall): Promise<WireResponse> {
  const found = await statusOf(call);
  if (!found || found.author.networkUserId !== call.account.networkUserId) return notFound();
  const { post } = found;
  return json(200, {
    id: post.networkPostId,
    text: post.text,
    spoiler_text: warningOf('mastodon', post.rawCall) ?? '',
  });
}

async function upload(call: SimulatedCall, configuration: ServerConfiguration): Promise<WireResponse> {
  const { context, fields, request } = call;
  const file = await uploadedFile(request, context);
  const broken = againstServer(configuration, file);
  if (broken === 'type') return mastodonErrors.answer(MASTODON_ERRORS.fileTypeInvalid);
  if (broken === 'bytes') return mastodonErrors.answer(MASTODON_ERRORS.fileTooLarge);
  const altText = textAt(fields, 'description');
  const { description_limit } = configuration.media_attachments;
  if (altText !== null && countText(altText, 'codepoints') > description_limit) {
    const words = `Validation failed: Description is too long (maximum is ${description_limit} characters)`;
    return mastodonErrors.answer(MASTODON_ERRORS.descriptionTooLong, words);
  }
  const id = mastodonSnowflake(context.now, context.random);
  await noteUpload(call, id, { file, altText });
  return json(202, attachmentEntity(id, { ...file, altText }, false, context));
}

function isProcessed({ createdAt }: SimulatedUpload, { now }: SimulatorContext): boolean {
  return now >= createdAt + PROCESSING_MS;
}

async function mediaState(call: SimulatedCall): Promise<WireResponse> {
  const { account, context, params } = call;
  const upload = await ownUpload(call, params['id'] ?? '');
  const [file] = upload ? mediaOfUploads([upload]) : [];
  if (!upload || !file) return notFound();
  const isReady = isProcessed(upload, context);
  if (isReady && spoilsMedia(account)) return mastodonErrors.answer(MASTODON_ERRORS.processingFailed);
  return json(isReady ? 200 : 206, attachmentEntity(upload.uploadId, file, isReady, context));
}

async function readStatus(call: SimulatedCall): Promise<WireResponse> {
  const found = await statusOf(call);
  if (found) return json(200, await statusEntity(found.post, found.author, call.context));
  const written = await writtenStatus(call);
  return written === null ? notFound() : json(200, written);
}

/** The most statuses that one request names (Api::BaseController: DEFAULT_STATUSES_LIMIT). */
const MAX_STATUSES = 20;

/** Several statuses by their ids. Those that are not there are left out. */
async function readStatuses(call: SimulatedCall): Promise<WireResponse> {
  const ids = [call.fields['id[]'] ?? []].flat().map(String);
  if (ids.length > MAX_STATUSES) return json(422, { error: 'Validation failed: Too many statuses' });
  const found = [];
  for (const id of ids) {
    const { status, body } = await readStatus({ ...call, params: { id } });
    if (status === 200) found.push(body);
  }
  return json(200, found);
}

/** Deletes a status, and returns it with its text, so that it can be written again. */
async function removeStatus(call: SimulatedCall): Promise<WireResponse> {
  const found = await statusOf(call);
  if (!found || found.author.networkUserId !== call.account.networkUserId) return notFound();
  const { post, author } = found;
  const entity = await statusEntity(post, author, call.context);
  await call.context.memory.removePost(post.networkPostId);
  return json(200, { ...entity, text: post.text });
}

const notFound = () => json(404, { error: 'Record not found' });

/** A server that speaks Mastodon's API, with what servers do differently. */
export function mastodonServer(
  repeatedKey: RepeatedKey,
  configuration: ServerConfiguration = DEFAULT_CONFIGURATION,
): NetworkSimulator {
  return networkServer({
    platform: 'mastodon',
    origin: 'https://mastodon.example',
    errors: mastodonErrors,
    quotas: QUOTAS,
    publishing: { posts: ['POST /api/v1/statuses'] },
    unauthorized: () => mastodonErrors.answer(MASTODON_ERRORS.tokenInvalid),
    notFound,
    open: instanceRoutes(configuration, VERSIONS[repeatedKey]),
    routes: {
      'POST /api/v1/statuses': (call) => createStatus(call, repeatedKey, configuration),
      'GET /api/v1/accounts/verify_credentials': async ({ account, context }) =>
        json(200, await credentialEntity(account, context)),
      'GET /api/v1/accounts/:id/statuses': statuses,
      'GET /api/v1/statuses/:id/source': source,
      'GET /api/v1/statuses': readStatuses,
      'GET /api/v1/statuses/:id': readStatus,
      'DELETE /api/v1/statuses/:id': removeStatus,
      ...INBOX_ROUTES,
      'POST /api/v2/media': (call) => upload(call, configuration),
      'GET /api/v1/media/:id': mediaState,
    },
  });
}

export const mastodonSimulator = mastodonServer('answers');
