import type { NetworkAdapter } from '../adapter.js';
import type { OutgoingPost } from '../outgoing-post.js';
import { renewableHealth } from '../renewal/ending-access.js';
import { ask, bearer } from '../requests/exchange.js';
import { soughtPart } from '../requests/lookup.js';
import { isVideo } from '../requests/media-bytes.js';
import { Steps } from '../requests/progress.js';
import { xComments } from './comments.js';
import { xErrors } from './errors.js';
import { findTweet } from './find-tweet.js';
import { xMetrics } from './metrics.js';
import { xNews } from './news.js';
import { sendTweet } from './send-tweet.js';
import { uploadImage, uploadVideo } from './upload.js';

const mediaIdKey = (place: number) => `media:${place}`;

/** The fields of a post besides text and media. */
function settingsOf({ content }: OutgoingPost): Readonly<Record<string, unknown>> {
  const { options, disclosure } = content;
  return {
    ...(typeof options['replySettings'] === 'string' && { reply_settings: options['replySettings'] }),
    ...(typeof options['communityId'] === 'string' && { community_id: options['communityId'] }),
    ...(disclosure.includes('paid_partnership') && { paid_partnership: true }),
    ...(disclosure.includes('ai_generated') && { made_with_ai: true }),
  };
}

/** X API v2. It has no idempotency keys, but an account's posts can be listed, newest first, with the time in the id. */
export const xAdapter: NetworkAdapter = {
  platform: 'x',
  recovery: 'lookup',

  async prepare(connection, { media }, progress) {
    const steps = new Steps(progress);
    for (const [place, one] of media.entries()) {
      const upload = isVideo(one) ? uploadVideo : uploadImage;
      await steps.once(mediaIdKey(place), () => upload(connection, one));
    }
    return steps.done;
  },

  create(connection, post, prepared) {
    const mediaIds = post.media.map((_, place) => prepared[mediaIdKey(place)] ?? '');
    return sendTweet(connection, {
      text: post.content.text,
      ...(mediaIds.length > 0 && { media: { media_ids: mediaIds } }),
      ...settingsOf(post),
    });
  },

  find: (connection, post) => findTweet(connection, post, post.content.text),

  createPart: (connection, { text, parent }) =>
    sendTweet(connection, { text, reply: { in_reply_to_tweet_id: parent.networkPostId } }),

  findPart: (connection, part) => findTweet(connection, soughtPart(part), part.text),

  comments: xComments,
  news: xNews,
  metrics: xMetrics,

  async checkToken(connection) {
    await ask(xErrors, connection, { method: 'GET', path: '/2/users/me', headers: bearer(connection) });
    return renewableHealth('x', connection);
  },
};
