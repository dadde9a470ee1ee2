import { RULES } from '../../../networks/rules.js';
import { OutcomeInDoubt } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { OutgoingMedia, OutgoingPost, Prepared, Progress } from '../outgoing-post.js';
import { readRefusal } from '../refusals/read-refusal.js';
import { ask, bearer, commit, notSent, required } from '../requests/exchange.js';
import { textAt } from '../requests/json-answer.js';
import { type Chunk, chunksOf, isVideo, rangeRequest } from '../requests/media-bytes.js';
import { Steps } from '../requests/progress.js';
import { youtubeErrors } from './errors.js';

const SESSION = 'session';
const SIZE = 'bytes';
const sentKey = ({ index }: Chunk) => `sent:${index}`;

/** Google requires multiples of 256 KiB. */
const CHUNK = 32 * 262_144;
/** The status of a resumable session while bytes are missing. */
const INCOMPLETE = 308;
/** The status of an expired session: some days after it was opened. */
const GONE: readonly number[] = [404, 410];

/** Opens a session and sends everything but the last chunk, which publishes the video. */
export async function uploadAllButLast(
  connection: Connection,
  post: OutgoingPost,
  progress?: Progress,
): Promise<Prepared> {
  const steps = new Steps(progress);
  const [video, second] = post.media;
  if (video && (second || !isVideo(video))) {
    throw notSent('media_invalid', 'A post on YouTube needs exactly one video, and no images.');
  }
  const opened = await steps.together([SESSION, SIZE], async () => ({
    [SESSION]: await openSession(connection, post, video),
    [SIZE]: String(video?.bytes ?? 0),
  }));
  for (const chunk of video ? chunksOf(video.bytes, CHUNK) : []) {
    if (chunk.isLast || !video) break;
    await steps.once(sentKey(chunk), async () => {
      const request = rangeRequest(connection, video, opened[SESSION] ?? '', chunk);
      const response = await connection.wire.send(request, connection.signal);
      if (response.status === INCOMPLETE) return 'yes';
      throw readRefusal(youtubeErrors, response, connection.now, false);
    });
  }
  return steps.done;
}

/** The video resource with which an upload is opened. */
function metadataOf({ content }: OutgoingPost) {
  const { categoryId, tags, embeddable, license } = content.options;
  const privacy =
    content.privacy === null ? undefined : RULES.youtube.options.privacy?.values.value[content.privacy];
  return {
    snippet: {
      title: content.title ?? '',
      description: content.text,
      ...(typeof categoryId === 'string' && { categoryId }),
      ...(tags !== undefined && { tags: [tags].flat() }),
    },
    status: {
      ...(privacy && { privacyStatus: privacy }),
      ...(content.madeForKids !== null && { selfDeclaredMadeForKids: content.madeForKids }),
      ...(typeof embeddable === 'boolean' && { embeddable }),
      ...(typeof license === 'string' && { license }),
      ...(content.disclosure.includes('ai_generated') && { containsSyntheticMedia: true }),
    },
  };
}

async function openSession(
  connection: Connection,
  post: OutgoingPost,
  video: OutgoingMedia | undefined,
): Promise<string> {
  const notify = post.content.options['notifySubscribers'];
  const { headers } = await ask(youtubeErrors, connection, {
    method: 'POST',
    path: '/upload/youtube/v3/videos',
    query: {
      uploadType: 'resumable',
      part: 'snippet,status',
      ...(typeof notify === 'boolean' && { notifySubscribers: String(notify) }),
    },
    headers: {
      ...bearer(connection),
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-length': String(video?.bytes ?? 0),
      'x-upload-content-type': video?.contentType ?? 'video/*',
    },
    body: metadataOf(post),
  });
  const session = headers['location'];
  if (!session) throw notSent('network_unavailable', 'YouTube did not open an upload.');
  return session;
}

/** Sends the last chunk, which publishes the video. @returns the video's id */
export async function uploadLast(
  connection: Connection,
  { media }: OutgoingPost,
  prepared: Prepared,
): Promise<string> {
  const [video] = media;
  const session = prepared[SESSION];
  const last = video && chunksOf(video.bytes, CHUNK).at(-1);
  if (!video || !session || !last) throw notSent('service_error', 'There is no upload to send the video to.');
  const response = await commit(youtubeErrors, connection, rangeRequest(connection, video, session, last));
  return required(textAt(response.body, 'id'), response);
}

/** Whether a session has not received the whole video. It names the range that it has, and none where it has nothing. */
function lacksBytes(range: string | undefined, prepared: Prepared): boolean {
  if (range === undefined) return true;
  const last = /^bytes=0-(\d+)$/.exec(range)?.[1];
  return last !== undefined && Number(last) + 1 < Number(prepared[SIZE] ?? 0);
}

/**
 * The video that a session created; null: it never received all bytes, and never will.
 * @throws OutcomeInDoubt YouTube does not say
 */
export async function videoOfSession(connection: Connection, prepared: Prepared): Promise<string | null> {
  const session = prepared[SESSION];
  if (session === undefined) return null;
  const range = `bytes */${prepared[SIZE] ?? '*'}`;
  const { status, headers, body } = await connection.wire.send(
    {
      method: 'PUT',
      path: session,
      headers: { ...bearer(connection), 'content-length': '0', 'content-range': range },
    },
    connection.signal,
  );
  if (status === INCOMPLETE && lacksBytes(headers['range'], prepared)) return null;
  const id = textAt(body, 'id');
  if (id !== null) return id;
  const message = GONE.includes(status)
    ? 'The upload session has expired, and YouTube does not say whether it created a video.'
    : null;
  throw new OutcomeInDoubt({ status, code: null, message });
}
