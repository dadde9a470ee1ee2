import { RULES } from '../../../networks/rules.js';
import { json } from '../../networks/answers.js';
import { textAt, valueAt } from '../../networks/requests/json-answer.js';
import type { WireResponse } from '../../networks/wire.js';
import { X_ERRORS, xErrors } from '../../networks/x/errors.js';
import { spoilsMedia } from '../shared/failing.js';
import { againstFile } from '../shared/media-rules.js';
import { xSnowflake } from '../shared/network-ids.js';
import { type SimulatedCall, textOf } from '../shared/network-server.js';
import { uploadedFile } from '../shared/request-body.js';
import { fileIn, filesIn, mediaOfUploads, noteUpload, ownUpload } from '../shared/uploads.js';
import type { SimulatedUpload } from '../simulator.js';

/** How long X processes a video after the upload. */
const PROCESSING_MS = 4000;
const MAX_IMAGES = RULES.x.forms.feed.images?.max.value ?? 4;
const LIFE_SECONDS = 86_400;

/** What an upload in one request can contain (X OpenAPI 2.167 of 2026-08: `MediaUploadRequestOneShot`). */
const ONE_SHOT_FIELDS: readonly string[] = ['media', 'media_category', 'additional_owners'];

const refused = () => xErrors.answer(X_ERRORS.mediaInvalid);

/** An image, in a single request. */
async function upload(call: SimulatedCall): Promise<WireResponse> {
  const { context, fields, request } = call;
  if (Object.keys(fields).some((name) => !ONE_SHOT_FIELDS.includes(name))) return refused();
  const file = await uploadedFile(request, context);
  if (againstFile('x', file) !== null) return refused();
  const id = xSnowflake(context.now, context.random);
  await noteUpload(call, id, { file });
  return json(200, { data: answerOf(id) });
}

async function initialize(call: SimulatedCall): Promise<WireResponse> {
  const { context, fields } = call;
  const id = xSnowflake(context.now, context.random);
  await noteUpload(call, id, { total: Number(textAt(fields, 'total_bytes') ?? '0'), parts: [] });
  return json(200, { data: answerOf(id) });
}

async function append(call: SimulatedCall): Promise<WireResponse> {
  const opened = await ownUpload(call, call.params['id'] ?? '');
  const parts = filesIn(opened?.state, 'parts');
  if (!opened || Number(textOf(call.fields, 'segment_index')) !== parts.length) return refused();
  const part = await uploadedFile(call.request, call.context);
  await noteUpload(call, opened.uploadId, { ...opened.state, parts: [...parts, part] });
  const expires_at = Math.floor(call.context.now / 1000) + LIFE_SECONDS;
  return json(200, { data: { expires_at } });
}

async function finalize(call: SimulatedCall): Promise<WireResponse> {
  const { context, params } = call;
  const opened = await ownUpload(call, params['id'] ?? '');
  const parts = filesIn(opened?.state, 'parts');
  if (!opened || parts.length === 0) return refused();
  const file = await context.files.join(parts);
  if (file.bytes !== valueAt(opened.state, 'total') || againstFile('x', file) !== null) return refused();
  await noteUpload(call, opened.uploadId, { file, readyAt: context.now + PROCESSING_MS });
  const processing_info = { state: 'pending', check_after_secs: 1 };
  return json(200, { data: { ...answerOf(opened.uploadId), processing_info } });
}

async function status(call: SimulatedCall): Promise<WireResponse> {
  const { account, context, fields } = call;
  const upload = await ownUpload(call, textOf(fields, 'media_id'));
  const readyAt = valueAt(upload?.state, 'readyAt');
  if (!upload || typeof readyAt !== 'number') return refused();
  const processing_info =
    context.now < readyAt
      ? { state: 'in_progress', check_after_secs: 1, progress_percent: 50 }
      : spoilsMedia(account)
        ? {
            state: 'failed',
            error: { code: 1, name: 'InvalidMedia', message: X_ERRORS.processingFailed.words },
          }
        : { state: 'succeeded', progress_percent: 100 };
  return json(200, { data: { ...answerOf(upload.uploadId), processing_info } });
}

async function metadata(call: SimulatedCall): Promise<WireResponse> {
  const id = textAt(call.fields, 'id') ?? '';
  const upload = await ownUpload(call, id);
  if (!upload) return refused();
  const altText = textAt(call.fields, 'metadata', 'alt_text', 'text');
  await noteUpload(call, id, { ...upload.state, altText });
  return json(200, { data: { id } });
}

function answerOf(id: string) {
  return { id, media_key: `3_${id}`, expires_after_secs: LIFE_SECONDS };
}

/** Whether a post can attach it: the upload is complete. */
export function isUsable({ state }: SimulatedUpload): boolean {
  return fileIn(state['file']) !== null;
}

/** Checks for one video or images, never both. */
export function isMixed(uploads: readonly SimulatedUpload[]): boolean {
  const videos = mediaOfUploads(uploads).filter(({ contentType }) => contentType.startsWith('video/'));
  return uploads.length > (videos.length > 0 ? 1 : MAX_IMAGES);
}

export const xMediaRoutes = {
  'POST /2/media/upload': upload,
  'POST /2/media/upload/initialize': initialize,
  'POST /2/media/upload/:id/append': append,
  'POST /2/media/upload/:id/finalize': finalize,
  'GET /2/media/upload': status,
  'POST /2/media/metadata': metadata,
};
