import { countText } from '../../../networks/count/count.js';
import { RULES } from '../../../networks/rules.js';
import { textAt } from '../json-answer.js';
import { empty, json } from '../simulation/answers.js';
import { base64UrlId } from '../simulation/network-ids.js';
import { networkServer, type SimulatedCall, textOf } from '../simulation/network-server.js';
import { publishNew } from '../simulation/publish-new.js';
import { uploadedBytes } from '../simulation/request-body.js';
import type { NetworkSimulator } from '../simulator.js';
import type { WireResponse } from '../wire.js';
import { YOUTUBE_ERRORS, youtubeErrors } from './errors.js';

const UPLOADS = 'https://www.googleapis.com/upload/youtube/v3/videos/';
const { text: TEXT, options: OPTIONS } = RULES.youtube;
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
  return null;
}

async function open({ account, context, fields, request }: SimulatedCall): Promise<WireResponse> {
  const wrong = breach(fields);
  if (wrong) return wrong;
  const bytes = Number(request.headers['x-upload-content-length'] ?? '0');
  if (bytes <= 0) return youtubeErrors.answer(YOUTUBE_ERRORS.mediaBodyRequired);
  const uploadId = base64UrlId(32, context.random);
  const state = { bytes, metadata: fields, videoId: null };
  await context.memory.putUpload({
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
  if (isQuestion || (await uploadedBytes(request)) !== session.state['bytes']) return empty(308);
  const { metadata } = session.state;
  const post = await publishNew(call, () => {
    const id = base64UrlId(11, context.random);
    return {
      networkPostId: id,
      path: `/watch?v=${id}`,
      text: textAt(metadata, 'snippet', 'description') ?? '',
      title: textAt(metadata, 'snippet', 'title'),
      mediaIds: [session.uploadId],
      rawCall: metadata,
    };
  });
  await context.memory.putUpload({ ...session, state: { ...session.state, videoId: post.networkPostId } });
  return json(201, videoOf(post.networkPostId));
}

function videoOf(id: string) {
  return { kind: 'youtube#video', id, status: { uploadStatus: 'uploaded' } };
}

async function videos({ context, fields }: SimulatedCall): Promise<WireResponse> {
  const post = await context.memory.postById(textOf(fields, 'id'));
  return json(200, { kind: 'youtube#videoListResponse', items: post ? [videoOf(post.networkPostId)] : [] });
}

export const youtubeSimulator: NetworkSimulator = networkServer({
  platform: 'youtube',
  unauthorized: () => youtubeErrors.answer(YOUTUBE_ERRORS.tokenInvalid),
  notFound: () => json(404, { error: { code: 404, message: 'Not Found', errors: [{ reason: 'notFound' }] } }),
  routes: {
    'POST /upload/youtube/v3/videos': open,
    [`PUT ${UPLOADS}:session`]: receive,
    'GET /youtube/v3/videos': videos,
    'GET /youtube/v3/channels': async ({ account }) => json(200, { items: [{ id: account.networkUserId }] }),
  },
});
