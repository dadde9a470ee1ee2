import { RULES } from '../../../networks/rules.js';
import { type NetworkAdapter, NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import { timeOfLinkedinId } from '../id-times.js';
import type { Delivered, OutgoingPost, Prepared } from '../outgoing-post.js';
import { commit, required } from '../requests/exchange.js';
import { searchFrom } from '../requests/lookup.js';
import { isImage } from '../requests/media-bytes.js';
import { Steps } from '../requests/progress.js';
import { prepareCard, sentCard, withCardWarnings } from '../requests/sent-card.js';
import { linkedinComments, publishComment } from './comments.js';
import { LINKEDIN_ERRORS, linkedinErrors } from './errors.js';
import { headersOf } from './headers.js';
import { linkedinHealth } from './health.js';
import { toLittleText } from './little-text.js';
import { linkedinMetrics } from './metrics.js';
import { linkedinNews } from './news.js';
import { untilAvailable, uploadImage, uploadVideo } from './upload.js';

const VISIBILITY = RULES.linkedin.options.privacy?.values.value;

const mediaUrnKey = (place: number) => `media:${place}`;

function contentOf(
  { content, media }: OutgoingPost,
  prepared: Prepared,
): Readonly<Record<string, unknown>> | null {
  const images = media.map(({ altText }, place) => ({
    id: prepared[mediaUrnKey(place)] ?? '',
    ...(altText && { altText }),
  }));
  if (images.length > 1) return { multiImage: { images } };
  if (images.length === 1) return { media: images[0] };
  if (content.link === null) return null;
  const { title, description, image } = sentCard({ content }, prepared);
  return {
    article: {
      source: content.link,
      title,
      ...(description !== '' && { description }),
      ...(image !== null && { thumbnail: image }),
    },
  };
}

function delivered({ wire }: Connection, urn: string, adopted: boolean): Delivered {
  return { networkPostId: urn, url: `${wire.webUrl}/feed/update/${urn}`, adopted };
}

/**
 * The post that a duplicate error names, if it was made since the first attempt started: that attempt succeeded and
 * its response was lost. An older post is a different one. A share's id contains its time. If it does not, the post
 * counts as ours, because publishing twice would be worse.
 */
function namedByDuplicate(connection: Connection, post: OutgoingPost, cause: unknown): Delivered | null {
  if (!(cause instanceof NetworkRefusal) || cause.answer.code !== LINKEDIN_ERRORS.duplicate.code) return null;
  const urn = /urn:li:(?:share|ugcPost):(\d+)/.exec(cause.answer.message ?? '');
  if (!urn || post.knownPostIds?.includes(urn[0])) return null;
  const madeAt = timeOfLinkedinId(urn[1] ?? '');
  return madeAt === null || madeAt >= searchFrom(post) ? delivered(connection, urn[0], true) : null;
}

/**
 * LinkedIn Posts API. Reading posts needs a permission that self-serve apps do not get, so a lost outcome stays
 * unknown. Only a duplicate error shows that the post was published.
 */
export const linkedinAdapter: NetworkAdapter = {
  platform: 'linkedin',
  recovery: 'none',

  async prepare(connection, post, progress) {
    const { content, media } = post;
    const steps = new Steps(progress);
    if (content.link !== null && media.length === 0) {
      await prepareCard(steps, post, (image) => uploadImage(connection, image));
    }
    for (const [place, medium] of media.entries()) {
      if (isImage(medium)) await steps.once(mediaUrnKey(place), () => uploadImage(connection, medium));
      else {
        const urn = await steps.once(mediaUrnKey(place), () => uploadVideo(connection, medium));
        await untilAvailable(connection, urn);
      }
    }
    return steps.done;
  },

  async create(connection, post, prepared) {
    const content = contentOf(post, prepared);
    try {
      const response = await commit(linkedinErrors, connection, {
        method: 'POST',
        path: '/rest/posts',
        headers: headersOf(connection),
        body: {
          author: connection.account.networkUserId,
          commentary: toLittleText(post.content.text),
          visibility: VISIBILITY?.[post.content.privacy ?? 'public'] ?? 'PUBLIC',
          distribution: {
            feedDistribution: 'MAIN_FEED',
            targetEntities: [],
            thirdPartyDistributionChannels: [],
          },
          ...(content && { content }),
          lifecycleState: 'PUBLISHED',
          isReshareDisabledByAuthor: post.content.options['disableReshare'] === true,
        },
      });
      const made = delivered(connection, required(response.headers['x-restli-id'], response), false);
      return withCardWarnings(made, prepared);
    } catch (cause) {
      const earlier = namedByDuplicate(connection, post, cause);
      if (earlier) return earlier;
      throw cause;
    }
  },

  async createPart(connection, { text, root }) {
    const made = await publishComment(connection, { postUrn: root.networkPostId, parentUrn: null, text });
    // A comment has no URL of its own: use the post's.
    return { ...made, url: root.url };
  },

  comments: linkedinComments,
  news: linkedinNews,
  metrics: linkedinMetrics,

  checkToken: linkedinHealth,
};
