import { json } from '../../networks/answers.js';
import { BLUESKY_ERRORS, blueskyErrors } from '../../networks/bluesky/errors.js';
import { textAt } from '../../networks/requests/json-answer.js';
import type { WireResponse } from '../../networks/wire.js';
import { spoilsMedia } from '../shared/failing.js';
import { againstFile } from '../shared/media-rules.js';
import { base64UrlId } from '../shared/network-ids.js';
import { type OpenCall, type SimulatedCall, textOf } from '../shared/network-server.js';
import { uploadedFile } from '../shared/request-body.js';
import { fileIn, noteUpload } from '../shared/uploads.js';
import type { SimulatedAccount } from '../simulator.js';
import { blobOf, storeBlob } from './blob-server.js';

/** The server of the simulated accounts. */
export const SERVER_ORIGIN = 'https://bsky.social';
const VIDEO_SERVICE = 'https://video.bsky.app';
/** How long the video service processes a video. */
const PROCESSING_MS = 5000;
const UPLOAD = 'com.atproto.repo.uploadBlob';
/** A token for another service that does not say when it ends lasts a minute. */
const SERVICE_TOKEN_SECONDS = 60;

/** A token whose claims can be read, as all of Bluesky's. The secret stands for the signature. */
export function signedToken(claims: Readonly<Record<string, unknown>>, secret: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ typ: 'JWT', alg: 'ES256K' })}.${part(claims)}.${secret}`;
}

/** The name under which the network remembers whom it gave a token for another service. */
const serviceNote = (token: string) => `service/${token}`;

/** A token with which another service acts for the account. */
export async function getServiceAuth(call: SimulatedCall): Promise<WireResponse> {
  const { account, context, fields } = call;
  const seconds = Math.floor(context.now / 1000);
  const exp = Number(textOf(fields, 'exp') || seconds + SERVICE_TOKEN_SECONDS);
  if (exp < seconds) return json(400, { error: 'BadExpiration', message: 'expiration is in past' });
  const claims = { iss: account.networkUserId, aud: textOf(fields, 'aud'), lxm: textOf(fields, 'lxm'), exp };
  const token = signedToken({ iat: seconds, ...claims }, base64UrlId(32, context.random));
  await noteUpload(call, serviceNote(token), claims);
  return json(200, { token });
}

/** The account for which a request may store videos, or the service's refusal. */
async function accountOfUpload({
  context,
  request,
}: OpenCall): Promise<{ readonly account: SimulatedAccount } | { readonly refusal: WireResponse }> {
  const token = /^Bearer (.+)$/.exec(request.headers['authorization'] ?? '')?.[1] ?? '';
  const claims = (await context.memory.uploadById(serviceNote(token)))?.state;
  const account = await context.memory.accountById(textAt(claims, 'iss') ?? '');
  const isCurrent = Number(textAt(claims, 'exp') ?? 0) * 1000 > context.now;
  if (!account || !isCurrent) return { refusal: blueskyErrors.answer(BLUESKY_ERRORS.tokenMissing) };
  const isForServer = textAt(claims, 'aud') === `did:web:${new URL(SERVER_ORIGIN).hostname}`;
  if (isForServer && textAt(claims, 'lxm') === UPLOAD) return { account };
  return { refusal: blueskyErrors.answer(BLUESKY_ERRORS.serviceAudience) };
}

async function uploadVideo(call: OpenCall): Promise<WireResponse> {
  const { context, request } = call;
  const allowed = await accountOfUpload(call);
  if ('refusal' in allowed) return allowed.refusal;
  const { account } = allowed;
  const did = account.networkUserId;
  const file = await uploadedFile(request, context);
  const earlier = await context.memory.uploadById(`video/${did}/${file.sha256}`);
  const earlierId = textAt(earlier?.state, 'jobId');
  if (earlierId !== null) {
    const job = await context.memory.uploadById(`job/${earlierId}`);
    const isDone = job !== null && context.now >= Number(job.state['readyAt']);
    if (isDone && !spoilsMedia(account)) {
      return json(409, {
        did,
        error: 'already_exists',
        jobId: earlierId,
        message: 'Video already processed',
        state: 'JOB_STATE_COMPLETED',
      });
    }
  }
  const jobId = base64UrlId(20, context.random);
  await noteUpload({ account, context }, `job/${jobId}`, { file, readyAt: context.now + PROCESSING_MS });
  await noteUpload({ account, context }, `video/${did}/${file.sha256}`, { jobId });
  return json(200, { jobId, did, state: 'JOB_STATE_CREATED' });
}

/** Anybody can ask for the state of a job. */
async function jobStatus({ context, fields }: OpenCall): Promise<WireResponse> {
  const jobId = textOf(fields, 'jobId');
  const job = await context.memory.uploadById(`job/${jobId}`);
  const file = fileIn(job?.state['file']);
  const account = job && (await context.memory.accountById(job.networkUserId));
  if (!job || !file || !account) {
    return json(400, { error: 'InvalidRequest', message: `Job not found: ${jobId}` });
  }
  const common = { jobId, did: account.networkUserId };
  if (context.now < Number(job.state['readyAt']))
    return json(200, { jobStatus: { ...common, state: 'JOB_STATE_ENCODING', progress: 50 } });
  if (spoilsMedia(account) || againstFile('bluesky', file) !== null) {
    const { code, words } = BLUESKY_ERRORS.videoFailed;
    return json(200, { jobStatus: { ...common, state: code, failureCode: words } });
  }
  await storeBlob({ account, context }, file);
  return json(200, { jobStatus: { ...common, state: 'JOB_STATE_COMPLETED', blob: blobOf(file) } });
}

/** The video service, which knows no tokens of accounts. */
export const videoRoutes = {
  [`POST ${VIDEO_SERVICE}/xrpc/app.bsky.video.uploadVideo`]: uploadVideo,
  [`GET ${VIDEO_SERVICE}/xrpc/app.bsky.video.getJobStatus`]: jobStatus,
};
