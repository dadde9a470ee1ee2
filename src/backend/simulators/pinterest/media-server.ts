import { isRecord } from '../../../base/is-record.js';
import { empty, json } from '../../networks/answers.js';
import { listAt, textAt, valueAt } from '../../networks/requests/json-answer.js';
import { Multipart, type WireRequest, type WireResponse } from '../../networks/wire.js';
import { spoilsMedia } from '../shared/failing.js';
import { againstFile } from '../shared/media-rules.js';
import { digits } from '../shared/network-ids.js';
import type { SimulatedCall } from '../shared/network-server.js';
import { uploadedFile } from '../shared/request-body.js';
import { fileIn, noteUpload, ownUpload } from '../shared/uploads.js';
import type { SimulatedFile, SimulatedMedia } from '../simulator.js';

/** Where videos are uploaded: third-party storage. */
const STORE = 'https://pinterest-media-upload.s3-accelerate.amazonaws.com/';
const TOKEN_FIELD = 'x-amz-security-token';
const PROCESSING_MS = 5000;

async function register(call: SimulatedCall): Promise<WireResponse> {
  const { account, context } = call;
  const media_id = digits(18, context.random);
  await noteUpload(call, media_id, { status: 'registered' });
  const upload_parameters = { key: `uploads/${media_id}`, [TOKEN_FIELD]: account.accessToken };
  return json(201, { media_id, media_type: 'video', upload_url: STORE, upload_parameters });
}

/** The storage identifies an upload by its form fields. */
export function tokenOfUpload({ path, body }: WireRequest): string | null {
  return path === STORE && body instanceof Multipart ? (body.fields[TOKEN_FIELD] ?? null) : null;
}

async function receive(call: SimulatedCall): Promise<WireResponse> {
  const { context, fields, request } = call;
  const id = textAt(fields, 'key')?.replace('uploads/', '') ?? '';
  if (!(await ownUpload(call, id))) return empty(403);
  const file = await uploadedFile(request, context);
  await noteUpload(call, id, { status: 'processing', file, readyAt: context.now + PROCESSING_MS });
  return empty(204);
}

async function state(call: SimulatedCall): Promise<WireResponse> {
  const { account, context, params } = call;
  const media_id = params['id'] ?? '';
  const upload = await ownUpload(call, media_id);
  if (!upload) return json(404, { code: 404, message: 'Not found' });
  const file = fileIn(upload.state['file']);
  const isWorking = !file || context.now < Number(upload.state['readyAt']);
  const isBroken = spoilsMedia(account) || (file !== null && againstFile('pinterest', file) !== null);
  const status = isWorking ? upload.state['status'] : isBroken ? 'failed' : 'succeeded';
  return json(200, { media_id, media_type: 'video', status });
}

/** The files of a new pin; null: Pinterest cannot use one of them. */
export async function mediaOfPin(call: SimulatedCall): Promise<readonly SimulatedMedia[] | null> {
  const { account, context, fields } = call;
  if (spoilsMedia(account)) return null;
  const altText = textAt(fields, 'alt_text');
  const source = valueAt(fields, 'media_source');
  if (textAt(source, 'source_type') === 'video_id') {
    const upload = await ownUpload(call, textAt(source, 'media_id') ?? '');
    const file = fileIn(upload?.state['file']);
    if (!file || context.now < Number(upload?.state['readyAt'])) return null;
    const cover = await inlineFile(call, textAt(source, 'cover_image_data'));
    return [{ ...file, altText, ...(cover && { cover }) }];
  }
  const items = listAt(source, 'items');
  const media: SimulatedMedia[] = [];
  for (const item of items.length > 0 ? items : [source]) {
    const file = await inlineFile(call, textAt(item, 'data'));
    if (!file || againstFile('pinterest', file) !== null) return null;
    media.push({ ...file, altText });
  }
  return media;
}

async function inlineFile({ context }: SimulatedCall, base64: string | null): Promise<SimulatedFile | null> {
  if (base64 === null) return null;
  return context.files.receive(new Blob([Buffer.from(base64, 'base64')]).stream());
}

/** The request without its images, which are stored as files. */
export function withoutBytes(fields: SimulatedCall['fields']): Readonly<Record<string, unknown>> {
  const source = valueAt(fields, 'media_source');
  if (!isRecord(source)) return fields;
  const small = Object.entries(source).filter(
    ([name]) => !['data', 'items', 'cover_image_data'].includes(name),
  );
  return { ...fields, media_source: Object.fromEntries(small) };
}

export const pinterestMediaRoutes = {
  'POST /v5/media': register,
  [`POST ${STORE}`]: receive,
  'GET /v5/media/:id': state,
};
