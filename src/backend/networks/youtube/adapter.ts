import { RULES } from '../../../networks/rules.js';
import {
  type Connection,
  type Delivered,
  type NetworkAdapter,
  OutcomeInDoubt,
  type OutgoingPart,
  type OutgoingPost,
} from '../adapter.js';
import { afterCommit, ask, bearer, commit, notSent, required } from '../exchange.js';
import { listAt, textAt, timeAt, valueAt } from '../json-answer.js';
import { type ListedPost, pickOwn, soughtPart } from '../lookup.js';
import { isVideo } from '../media-bytes.js';
import { poll } from '../polling.js';
import { readFailure } from '../read-refusal.js';
import { youtubeErrors } from './errors.js';

const SESSION = 'session';
/** A resumable session that is not complete is answered with this. */
const INCOMPLETE = 308;
/** A refusal mostly comes within seconds; what is still worked on then counts as published. */
const PROCESSING = { everyMs: 2500, times: 4 };
/** A session that Google has forgotten: some days after it was opened. */
const GONE: readonly number[] = [404, 410];

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

/** Shorts have this address too: which videos are Shorts YouTube decides by itself. */
function delivered({ wire }: Connection, id: string, adopted: boolean): Delivered {
  return { networkPostId: id, url: `${wire.webUrl}/watch?v=${id}`, adopted };
}

/** A video that YouTube took may be refused soon after: as a duplicate, or because it cannot be read. */
async function refusedAfterwards(connection: Connection, id: string) {
  const end = await poll(PROCESSING, connection, () => endOf(connection, id));
  if (end === null || end.refusal === null) return null;
  const { state, code } = end.refusal;
  const fault = { code, subcode: null, message: `${state}: ${code ?? ''}` };
  return readFailure(youtubeErrors, fault, connection.now);
}

/** What became of the video; null while YouTube still works on it. */
async function endOf(connection: Connection, id: string) {
  const { body } = await ask(youtubeErrors, connection, {
    method: 'GET',
    path: '/youtube/v3/videos',
    query: { part: 'status', id },
    headers: bearer(connection),
  });
  const state = textAt(body, 'items', 0, 'status', 'uploadStatus');
  if (state === 'uploaded') return null;
  if (state !== 'failed' && state !== 'rejected') return { refusal: null };
  const code = textAt(body, 'items', 0, 'status', state === 'failed' ? 'failureReason' : 'rejectionReason');
  return { refusal: { state, code } };
}

/** A comment's address: the video with the comment shown first. */
function commentDelivered(videoUrl: string, id: string, adopted: boolean): Delivered {
  return { networkPostId: id, url: `${videoUrl}&lc=${encodeURIComponent(id)}`, adopted };
}

/** The channel's own comment with this text. */
async function findComment(connection: Connection, part: OutgoingPart): Promise<Delivered | null> {
  const { root, text } = part;
  const { body } = await ask(youtubeErrors, connection, {
    method: 'GET',
    path: '/youtube/v3/commentThreads',
    query: { part: 'snippet', videoId: root.networkPostId, order: 'time', maxResults: '100' },
    headers: bearer(connection),
  });
  const own = listAt(body, 'items').flatMap((thread): ListedPost[] => {
    const comment = valueAt(thread, 'snippet', 'topLevelComment');
    const id = textAt(comment, 'id');
    const author = textAt(comment, 'snippet', 'authorChannelId', 'value');
    if (id === null || author !== connection.account.networkUserId) return [];
    return [
      {
        networkPostId: id,
        url: commentDelivered(root.url, id, true).url,
        text: textAt(comment, 'snippet', 'textOriginal') ?? '',
        createdAt: timeAt(comment, 'snippet', 'publishedAt') ?? 0,
      },
    ];
  });
  return pickOwn(own, soughtPart(part), text);
}

/**
 * YouTube: a resumable session is opened, then the video's bytes publish it. The session itself tells whether
 * it was completed and which video it became, so that nothing is ever matched by its text.
 */
export const youtubeAdapter: NetworkAdapter = {
  platform: 'youtube',
  recovery: 'lookup',

  async prepare(connection, post) {
    const [video, second] = post.media;
    if (video && (second || !isVideo(video))) {
      throw notSent('media_invalid', 'A post on YouTube takes exactly one video, and no images.');
    }
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
    if (!session) throw notSent('network_unavailable', 'YouTube opened no upload.');
    return { [SESSION]: session };
  },

  async create(connection, post, prepared) {
    const [video] = post.media;
    const session = prepared[SESSION];
    if (!video || !session) throw notSent('service_error', 'There is no upload to send the video to.');
    const response = await commit(youtubeErrors, connection, {
      method: 'PUT',
      path: session,
      headers: {
        ...bearer(connection),
        'content-type': video.contentType,
        'content-length': String(video.bytes),
      },
      body: video.open(),
    });
    const id = required(textAt(response.body, 'id'), response);
    const refusal = await afterCommit(() => refusedAfterwards(connection, id));
    if (refusal) throw refusal;
    return delivered(connection, id, false);
  },

  async find(connection, post, prepared) {
    const [video] = post.media;
    const session = prepared[SESSION];
    if (!video || session === undefined) return null;
    const { status, body } = await connection.wire.send(
      {
        method: 'PUT',
        path: session,
        headers: { ...bearer(connection), 'content-length': '0', 'content-range': `bytes */${video.bytes}` },
      },
      connection.signal,
    );
    // Its bytes never came whole, and nobody will send the rest.
    if (status === INCOMPLETE) return null;
    const id = textAt(body, 'id');
    if (id !== null) return delivered(connection, id, true);
    const message = GONE.includes(status) ? 'The upload session is over; what it became is not told.' : null;
    throw new OutcomeInDoubt({ status, code: null, message });
  },

  async createPart(connection, { text, root }) {
    const response = await commit(youtubeErrors, connection, {
      method: 'POST',
      path: '/youtube/v3/commentThreads',
      query: { part: 'snippet' },
      headers: { ...bearer(connection), 'content-type': 'application/json; charset=UTF-8' },
      body: {
        snippet: { videoId: root.networkPostId, topLevelComment: { snippet: { textOriginal: text } } },
      },
    });
    return commentDelivered(root.url, required(textAt(response.body, 'id'), response), false);
  },

  findPart: findComment,

  async checkToken(connection) {
    await ask(youtubeErrors, connection, {
      method: 'GET',
      path: '/youtube/v3/channels',
      query: { part: 'id', mine: 'true' },
      headers: bearer(connection),
    });
    return { status: 'healthy', reason: null, action: null, expiresAt: null };
  },
};
