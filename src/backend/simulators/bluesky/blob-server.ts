import { json } from '../../networks/answers.js';
import { BLUESKY_ERRORS, blueskyErrors } from '../../networks/bluesky/errors.js';
import { listAt, textAt, valueAt } from '../../networks/requests/json-answer.js';
import type { WireResponse } from '../../networks/wire.js';
import { spoilsMedia } from '../shared/failing.js';
import { againstFile } from '../shared/media-rules.js';
import { base64UrlId, contentId } from '../shared/network-ids.js';
import { type SimulatedCall, textOf } from '../shared/network-server.js';
import { uploadedFile } from '../shared/request-body.js';
import { fileIn, noteUpload, ownUpload } from '../shared/uploads.js';
import type { SimulatedFile, SimulatedMedia } from '../simulator.js';

const VIDEO_SERVICE = 'https://video.bsky.app';
/** How long the video service processes a video. */
const PROCESSING_MS = 5000;

/** A blob's id is the hash of its bytes. */
function cidOfFile({ sha256 }: SimulatedFile): string {
  return contentId(Buffer.from(sha256, 'hex')).replace('bafyrei', 'bafkrei');
}

/** Each account has its own blobs: the same file may be uploaded by several. */
function blobName({ account }: SimulatedCall, cid: string): string {
  return `blob/${account.networkUserId}/${cid}`;
}

const blobOf = (file: SimulatedFile) => ({
  $type: 'blob',
  ref: { $link: cidOfFile(file) },
  mimeType: file.contentType,
  size: file.bytes,
});

async function uploadBlob(call: SimulatedCall): Promise<WireResponse> {
  const file = await uploadedFile(call.request, call.context);
  await noteUpload(call, blobName(call, cidOfFile(file)), { file });
  return json(200, { blob: blobOf(file) });
}

async function uploadVideo(call: SimulatedCall): Promise<WireResponse> {
  const { context, request } = call;
  const file = await uploadedFile(request, context);
  const jobId = base64UrlId(20, context.random);
  await noteUpload(call, `job/${jobId}`, { file, readyAt: context.now + PROCESSING_MS });
  return json(200, { jobId, did: call.account.networkUserId, state: 'JOB_STATE_CREATED' });
}

async function jobStatus(call: SimulatedCall): Promise<WireResponse> {
  const { account, context, fields } = call;
  const jobId = textOf(fields, 'jobId');
  const job = await ownUpload(call, `job/${jobId}`);
  const file = fileIn(job?.state['file']);
  if (!job || !file) return json(400, { error: 'InvalidRequest', message: `Job not found: ${jobId}` });
  const common = { jobId, did: account.networkUserId };
  if (context.now < Number(job.state['readyAt']))
    return json(200, { jobStatus: { ...common, state: 'JOB_STATE_ENCODING', progress: 50 } });
  if (spoilsMedia(account) || againstFile('bluesky', file) !== null) {
    const { code, words } = BLUESKY_ERRORS.videoFailed;
    return json(200, { jobStatus: { ...common, state: code, failureCode: words } });
  }
  await noteUpload(call, blobName(call, cidOfFile(file)), { file });
  return json(200, { jobStatus: { ...common, state: 'JOB_STATE_COMPLETED', blob: blobOf(file) } });
}

/** The blobs that a record embeds, with their alt texts. */
function embeddedIn(record: unknown): readonly { readonly cid: string; readonly altText: string | null }[] {
  const images = listAt(record, 'embed', 'images').map((one) => ({
    cid: textAt(one, 'image', 'ref', '$link') ?? '',
    altText: textAt(one, 'alt') || null,
  }));
  const video = textAt(record, 'embed', 'video', 'ref', '$link');
  return video === null ? images : [{ cid: video, altText: textAt(record, 'embed', 'alt') || null }];
}

/** The files that a record embeds, or the error for a missing or too large one. */
export async function embeddedMedia(
  call: SimulatedCall,
  record: unknown,
): Promise<
  { readonly refusal: WireResponse } | { readonly media: readonly SimulatedMedia[]; readonly ids: string[] }
> {
  const media: SimulatedMedia[] = [];
  const embedded = embeddedIn(record);
  for (const { cid, altText } of embedded) {
    const blob = await ownUpload(call, blobName(call, cid));
    const file = fileIn(valueAt(blob?.state, 'file'));
    if (!file || spoilsMedia(call.account)) {
      return {
        refusal: blueskyErrors.answer(BLUESKY_ERRORS.blobUnknown, `Could not find blob: ${cid}`),
      };
    }
    if (againstFile('bluesky', file) !== null)
      return { refusal: blueskyErrors.answer(BLUESKY_ERRORS.blobTooBig) };
    media.push({ ...file, altText });
  }
  return { media, ids: embedded.map(({ cid }) => cid) };
}

export const blobRoutes = {
  'POST /xrpc/com.atproto.repo.uploadBlob': uploadBlob,
  // A real server signs a token for the video service. Here it is the session's token.
  'GET /xrpc/com.atproto.server.getServiceAuth': async ({ request }: SimulatedCall) =>
    json(200, { token: request.headers['authorization']?.replace(/^Bearer /, '') }),
  [`POST ${VIDEO_SERVICE}/xrpc/app.bsky.video.uploadVideo`]: uploadVideo,
  [`GET ${VIDEO_SERVICE}/xrpc/app.bsky.video.getJobStatus`]: jobStatus,
};
