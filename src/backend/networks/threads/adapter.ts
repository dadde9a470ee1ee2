import { type NetworkAdapter, NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import { findListed, findPublished, prepareContainer, publishContainer } from '../meta-graph/containers.js';
import { dataAccessEnd, dataAccessHealth } from '../meta-graph/data-access.js';
import { graphGet } from '../meta-graph/graph-call.js';
import { longLivedTokenHealth } from '../meta-graph/long-lived-tokens.js';
import type { OutgoingMedia } from '../outgoing-post.js';
import { bearer, notSent } from '../requests/exchange.js';
import { soughtPart } from '../requests/lookup.js';
import { isImage, isVideo } from '../requests/media-bytes.js';
import { THREADS_API } from './api.js';
import { threadsComments } from './comments.js';
import { threadsMetrics } from './metrics.js';
import { threadsNews } from './news.js';

/** Threads fetches media from a public URL. */
function itemOf(media: OutgoingMedia): Readonly<Record<string, string>> {
  const { publicUrl, altText } = media;
  if (publicUrl === null) {
    throw notSent(
      'media_invalid',
      'Threads fetches media itself: this backend has no public address to fetch it from.',
    );
  }
  const description = altText ? { alt_text: altText } : {};
  if (isImage(media)) return { media_type: 'IMAGE', image_url: publicUrl, ...description };
  if (isVideo(media)) return { media_type: 'VIDEO', video_url: publicUrl, ...description };
  throw notSent('media_invalid', 'Threads only accepts images and videos.');
}

/** Until when the app may read the account's data; null: it does not end, or only testers of the app are told. */
async function readableUntil(connection: Connection): Promise<number | null> {
  const { authorization } = bearer(connection);
  const query = { input_token: authorization.slice('Bearer '.length) };
  try {
    return dataAccessEnd((await graphGet(THREADS_API, connection, '/debug_token', query)).body);
  } catch (error) {
    if (error instanceof NetworkRefusal) return null;
    throw error;
  }
}

/** Threads API: create a container, then publish it. The account's posts can be listed. */
export const threadsAdapter: NetworkAdapter = {
  platform: 'threads',
  recovery: 'lookup',

  prepare(connection, { content, media }, progress) {
    const items = media.map(itemOf);
    const link = content.link !== null && items.length === 0 ? { link_attachment: content.link } : {};
    const kind = items.length === 0 ? { media_type: 'TEXT' } : {};
    const text: Record<string, string> = content.text === '' ? {} : { text: content.text };
    const { replyControl, topicTag } = content.options;
    const whole = {
      ...kind,
      ...text,
      ...link,
      ...(typeof replyControl === 'string' && { reply_control: replyControl }),
      ...(typeof topicTag === 'string' && topicTag !== '' && { topic_tag: topicTag }),
    };
    return prepareContainer(THREADS_API, connection, items, whole, progress);
  },

  create: (connection, _post, prepared) => publishContainer(THREADS_API, connection, prepared),

  find: (connection, post, prepared) => findPublished(THREADS_API, connection, post, prepared),

  async createPart(connection, { text, parent }) {
    const reply = { media_type: 'TEXT', text, reply_to_id: parent.networkPostId };
    return publishContainer(
      THREADS_API,
      connection,
      await prepareContainer(THREADS_API, connection, [], reply),
    );
  },

  findPart: (connection, part) => findListed(THREADS_API, connection, soughtPart(part), part.text),

  comments: threadsComments,
  news: threadsNews,
  metrics: threadsMetrics,

  async checkToken(connection) {
    await graphGet(THREADS_API, connection, '/me', { fields: 'id,username' });
    const health = longLivedTokenHealth('threads', connection);
    if (health.status !== 'healthy') return health;
    const reading = dataAccessHealth('threads', await readableUntil(connection), connection.now);
    return reading.status === 'healthy' ? health : reading;
  },
};
