import { json } from '../../networks/answers.js';
import { FACEBOOK_ERRORS, facebookErrors } from '../../networks/facebook/errors.js';
import { textAt } from '../../networks/requests/json-answer.js';
import type { WireRequest, WireResponse } from '../../networks/wire.js';
import { spoilsMedia } from '../shared/failing.js';
import { againstFile } from '../shared/media-rules.js';
import { digits } from '../shared/network-ids.js';
import { type SimulatedCall, textOf } from '../shared/network-server.js';
import { publishNew, publishUpload } from '../shared/publish-new.js';
import { uploadedFile } from '../shared/request-body.js';
import { fileIn, mediaOfUploads, noteUpload, ownUpload } from '../shared/uploads.js';
import type { SimulatedUpload } from '../simulator.js';

const UPLOADS = 'https://rupload.facebook.com/video-upload/v25.0/';
const PROCESSING_MS = 5000;
/** The maximum number of active stories of a page. */
const MAX_STORIES = 100;

export const PUBLISHING_ROUTES = [
  'POST /v25.0/:id/videos',
  'POST /v25.0/:id/video_reels',
  'POST /v25.0/:id/video_stories',
  'POST /v25.0/:id/photo_stories',
] as const;

/** Starting an upload publishes nothing. */
export function startsUpload({ body }: WireRequest): boolean {
  return body instanceof URLSearchParams && body.get('upload_phase') === 'start';
}

async function uploadPhoto(call: SimulatedCall): Promise<WireResponse> {
  const { account, context, fields, request } = call;
  const file = await uploadedFile(request, context);
  const wrong = againstFile('facebook', file);
  if (spoilsMedia(account) || wrong === 'bytes') return facebookErrors.answer(FACEBOOK_ERRORS.photoInvalid);
  if (wrong !== null) return facebookErrors.answer(FACEBOOK_ERRORS.fileInvalid);
  const id = digits(15, context.random);
  await noteUpload(call, id, { file, altText: textAt(fields, 'alt_text_custom') });
  return json(200, { id });
}

/** A feed video. Facebook fetches it. */
async function publishVideo(call: SimulatedCall): Promise<WireResponse> {
  const { account, context, fields } = call;
  const file = await context.files.fetch(textOf(fields, 'file_url'));
  if (!file || spoilsMedia(account) || againstFile('facebook', file) !== null)
    return facebookErrors.answer(FACEBOOK_ERRORS.fileInvalid);
  const videoId = digits(15, context.random);
  const state = { kind: 'video', file };
  await noteUpload(call, `video/${videoId}`, state);
  const upload = await ownUpload(call, `video/${videoId}`);
  const make = () => ({
    networkPostId: `${account.networkUserId}_${digits(15, context.random)}`,
    path: `/${account.networkUserId}/videos/${videoId}`,
    text: textOf(fields, 'description'),
    mediaIds: [videoId],
    media: [{ ...file, altText: null }],
    rawCall: fields,
  });
  const post = upload && (await publishUpload(call, upload, make, (postId) => ({ ...state, postId })));
  return post ? json(200, { id: videoId }) : facebookErrors.answer(FACEBOOK_ERRORS.fileInvalid);
}

/** A reel or video story: the last call publishes it. */
function phased(kind: 'reel' | 'story') {
  return async (call: SimulatedCall): Promise<WireResponse> => {
    const { context, fields } = call;
    if (textOf(fields, 'upload_phase') === 'start') {
      const video_id = digits(15, context.random);
      await noteUpload(call, `video/${video_id}`, { kind });
      return json(200, { video_id, upload_url: `${UPLOADS}${video_id}` });
    }
    const video_id = textOf(fields, 'video_id');
    const upload = await ownUpload(call, `video/${video_id}`);
    if (!upload || !fileIn(upload.state['file'])) return facebookErrors.answer(FACEBOOK_ERRORS.fileInvalid);
    const earlier = textAt(upload.state, 'postId');
    if (earlier !== null) return json(200, { success: true, post_id: earlier });
    const make = () => newPost(call, kind, { ...upload, uploadId: video_id });
    const published = (postId: string) => ({ ...upload.state, postId });
    const post = await publishUpload(call, upload, make, published);
    return post
      ? json(200, { success: true, post_id: post.networkPostId })
      : facebookErrors.answer(FACEBOOK_ERRORS.fileInvalid);
  };
}

/** The reel or story of an uploaded file. */
function newPost(
  { account, context, fields }: SimulatedCall,
  kind: 'reel' | 'story',
  upload: SimulatedUpload,
) {
  const number = digits(15, context.random);
  return {
    networkPostId: `${account.networkUserId}_${number}`,
    path: kind === 'reel' ? `/reel/${number}` : `/stories/${account.networkUserId}/${number}`,
    text: textOf(fields, 'description'),
    mediaIds: [upload.uploadId],
    media: mediaOfUploads([upload]),
    rawCall: fields,
  };
}

async function receive(call: SimulatedCall): Promise<WireResponse> {
  const { context, params, request } = call;
  const upload = await ownUpload(call, `video/${params['video'] ?? ''}`);
  const file = await uploadedFile(request, context);
  const isWhole = file.bytes === Number(request.headers['file_size']);
  if (!upload || !isWhole) return facebookErrors.answer(FACEBOOK_ERRORS.fileInvalid);
  await noteUpload(call, upload.uploadId, { ...upload.state, file, readyAt: context.now + PROCESSING_MS });
  return json(200, { success: true });
}

/** The status of an uploaded video; null: the id is unknown. */
export async function videoState(call: SimulatedCall): Promise<unknown> {
  const { account, context, params } = call;
  const id = params['id'] ?? '';
  const upload = await ownUpload(call, `video/${id}`);
  if (!upload) return null;
  const file = fileIn(upload.state['file']);
  const form = textAt(upload.state, 'kind') === 'story' ? 'story' : 'reel';
  const isBroken = spoilsMedia(account) || (file !== null && againstFile('facebook', file, form) !== null);
  const isWorking = file !== null && context.now < Number(upload.state['readyAt']);
  const video_status = !file ? 'uploading' : isWorking ? 'processing' : isBroken ? 'error' : 'ready';
  const postId = textAt(upload.state, 'postId');
  const post = postId === null ? null : await context.memory.postById(postId);
  return {
    id,
    status: { video_status, publishing_phase: { status: post ? 'complete' : 'not_started' } },
    ...(post && { post_id: post.networkPostId, permalink_url: `${context.webUrl}${post.path}` }),
  };
}

async function publishPhotoStory(call: SimulatedCall): Promise<WireResponse> {
  const photo = await ownUpload(call, textOf(call.fields, 'photo_id'));
  if (!photo) return facebookErrors.answer(FACEBOOK_ERRORS.fileInvalid);
  const post = await publishNew(call, () => newPost(call, 'story', photo));
  return json(200, { success: true, post_id: post.networkPostId });
}

async function stories({ account, context }: SimulatedCall): Promise<WireResponse> {
  const made = await context.memory.postsOf(account.networkUserId, 0, MAX_STORIES);
  const data = made
    .filter(({ path }) => path.startsWith('/stories/'))
    .map(({ networkPostId, path, mediaIds }) => ({
      post_id: networkPostId,
      media_id: mediaIds[0],
      url: `${context.webUrl}${path}`,
    }));
  return json(200, { data });
}

export const facebookMediaRoutes = {
  'POST /v25.0/:id/photos': uploadPhoto,
  'POST /v25.0/:id/videos': publishVideo,
  'POST /v25.0/:id/video_reels': phased('reel'),
  'POST /v25.0/:id/video_stories': phased('story'),
  [`POST ${UPLOADS}:video`]: receive,
  'POST /v25.0/:id/photo_stories': publishPhotoStory,
  'GET /v25.0/:id/stories': stories,
};
