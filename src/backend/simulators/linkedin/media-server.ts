import { empty, json } from '../../networks/answers.js';
import { LINKEDIN_ERRORS, linkedinErrors } from '../../networks/linkedin/errors.js';
import { listAt, textAt, valueAt } from '../../networks/requests/json-answer.js';
import { chunksOf } from '../../networks/requests/media-bytes.js';
import type { WireResponse } from '../../networks/wire.js';
import { spoilsMedia } from '../shared/failing.js';
import { againstFile } from '../shared/media-rules.js';
import { base64UrlId } from '../shared/network-ids.js';
import { type SimulatedCall, textOf } from '../shared/network-server.js';
import { uploadedFile } from '../shared/request-body.js';
import { fileIn, noteUpload, ownUpload } from '../shared/uploads.js';
import type { SimulatedFile, SimulatedMedia, SimulatedUpload, SimulatorContext } from '../simulator.js';

const UPLOADS = 'https://www.linkedin.com/dms-uploads/';
/** LinkedIn splits videos into chunks of 4 MiB. */
const PIECE = 4_194_304;
const PROCESSING_MS = 5000;

const refused = () => linkedinErrors.answer(LINKEDIN_ERRORS.mediaInvalid);

async function openImage(call: SimulatedCall): Promise<WireResponse> {
  const { context } = call;
  const name = `C4E10${base64UrlId(18, context.random)}`;
  const image = `urn:li:image:${name}`;
  await noteUpload(call, image, {});
  const uploadUrl = `${UPLOADS}${name}`;
  return json(200, { value: { uploadUrl, uploadUrlExpiresAt: context.now + 86_400_000, image } });
}

async function receiveImage(call: SimulatedCall): Promise<WireResponse> {
  const { context, params, request } = call;
  const upload = await ownUpload(call, `urn:li:image:${params['name'] ?? ''}`);
  const file = await uploadedFile(request, context);
  if (!upload || againstFile('linkedin', file) !== null) return refused();
  await noteUpload(call, upload.uploadId, { file });
  return empty(201);
}

function videos(call: SimulatedCall): Promise<WireResponse> {
  return textOf(call.fields, 'action') === 'finalizeUpload' ? finalizeVideo(call) : openVideo(call);
}

async function openVideo(call: SimulatedCall): Promise<WireResponse> {
  const { context, fields } = call;
  const name = `D4E10${base64UrlId(18, context.random)}`;
  const video = `urn:li:video:${name}`;
  const total = Number(textAt(fields, 'initializeUploadRequest', 'fileSizeBytes') ?? '0');
  if (total <= 0) return refused();
  await noteUpload(call, video, { total });
  const uploadInstructions = chunksOf(total, PIECE).map(({ index, start, end }) => ({
    uploadUrl: `${UPLOADS}${name}/${index}`,
    firstByte: start,
    lastByte: end - 1,
  }));
  return json(200, { value: { video, uploadToken: '', uploadInstructions } });
}

async function receivePiece(call: SimulatedCall): Promise<WireResponse> {
  const { context, params, request } = call;
  const video = await ownUpload(call, `urn:li:video:${params['name'] ?? ''}`);
  if (!video) return refused();
  const etag = `/ambry-video/signedId/${base64UrlId(24, context.random)}`;
  await noteUpload(call, `piece/${etag}`, { piece: await uploadedFile(request, context) });
  return empty(200, { etag });
}

async function finalizeVideo(call: SimulatedCall): Promise<WireResponse> {
  const { context, fields } = call;
  const video = await ownUpload(call, textAt(fields, 'finalizeUploadRequest', 'video') ?? '');
  const pieces: SimulatedFile[] = [];
  for (const etag of listAt(fields, 'finalizeUploadRequest', 'uploadedPartIds')) {
    const piece = fileIn(valueAt((await ownUpload(call, `piece/${String(etag)}`))?.state, 'piece'));
    if (piece) pieces.push(piece);
  }
  if (!video || pieces.length === 0) return refused();
  const file = await context.files.join(pieces);
  if (file.bytes !== video.state['total'] || againstFile('linkedin', file) !== null) return refused();
  await noteUpload(call, video.uploadId, { file, readyAt: context.now + PROCESSING_MS });
  return empty(200);
}

async function videoState(call: SimulatedCall): Promise<WireResponse> {
  const { account, context, params } = call;
  const video = await ownUpload(call, params['urn'] ?? '');
  if (!video) return json(404, { status: 404, code: 'RESOURCE_NOT_FOUND', message: 'No such video' });
  const id = video.uploadId;
  if (!isUsable(video, context)) return json(200, { id, status: 'PROCESSING' });
  const { code, words } = LINKEDIN_ERRORS.processingFailed;
  return spoilsMedia(account)
    ? json(200, { id, status: code, processingFailureReason: words })
    : json(200, { id, status: 'AVAILABLE' });
}

/** Whether a post can reference it: the upload is complete, and a video is processed. */
export function isUsable({ state }: SimulatedUpload, { now }: SimulatorContext): boolean {
  return fileIn(state['file']) !== null && now >= Number(state['readyAt'] ?? 0);
}

/** The alt texts of a post's images or video. */
export function altTextsOf(fields: unknown): readonly (string | null)[] {
  const several = listAt(fields, 'content', 'multiImage', 'images').map((image) => textAt(image, 'altText'));
  return several.length > 0 ? several : [textAt(fields, 'content', 'media', 'altText')];
}

export function described(
  media: readonly SimulatedMedia[],
  altTexts: readonly (string | null)[],
): readonly SimulatedMedia[] {
  return media.map((one, place) => ({ ...one, altText: altTexts[place] ?? null }));
}

export const linkedinMediaRoutes = {
  'POST /rest/images': openImage,
  [`PUT ${UPLOADS}:name`]: receiveImage,
  'POST /rest/videos': videos,
  [`PUT ${UPLOADS}:name/:piece`]: receivePiece,
  'GET /rest/videos/:urn': videoState,
};
