import * as z from 'zod';
import type { Connection } from '../connection.js';
import type { NewComment, News, NewsAdapter } from '../inbox-adapter.js';
import { lookBack } from '../requests/look-back.js';
import { orWithheld } from '../requests/or-withheld.js';
import { type ModerationStatus, threadsPage } from './comments.js';

const Cursors = z.object({ published: z.string().nullable(), held: z.string().nullable() });

const WITHHELD =
  'YouTube does not let your app read comments: allow youtube.force-ssl when you reconnect the account.';

/** What one look has found, and the quota units that it used. */
interface Found {
  readonly comments: NewComment[];
  units: number;
}

function lookForThreads(
  connection: Connection,
  status: ModerationStatus,
  found: Found,
  cursor: string | null,
) {
  const filter = { allThreadsRelatedToChannelId: connection.account.networkUserId };
  return lookBack(cursor, async (page) => {
    const { comments, next } = await threadsPage(connection, filter, status, page);
    // Each page costs one unit of the quota.
    found.units += 1;
    const entries = comments.map(({ videoId, comment }) => ({
      id: comment.networkCommentId,
      at: comment.createdAt,
      take: () => {
        if (comment.isOwn) return;
        const { networkCommentId } = comment;
        found.comments.push({ networkCommentId, answers: videoId, isPost: true, comment });
      },
    }));
    return { entries: entries.sort((one, other) => other.at - one.at), next };
  });
}

/** Comments on all videos of the channel: those that everyone sees, and those that YouTube holds for review. */
export const youtubeNews: NewsAdapter = {
  async look(connection, cursor): Promise<News> {
    const before = cursor === null ? { published: null, held: null } : Cursors.parse(JSON.parse(cursor));
    const found: Found = { comments: [], units: 0 };
    const published = await orWithheld({ cursor: before.published, withheld: WITHHELD }, (from) =>
      lookForThreads(connection, 'published', found, from),
    );
    const held =
      published.withheld === null
        ? await orWithheld({ cursor: before.held, withheld: WITHHELD }, (from) =>
            lookForThreads(connection, 'heldForReview', found, from),
          )
        : { cursor: before.held, withheld: null };
    return {
      comments: found.comments,
      conversationIds: [],
      cursor: JSON.stringify({ published: published.cursor, held: held.cursor }),
      more: published.more === true || held.more === true,
      withheld: [published.withheld, held.withheld].flatMap((one) => one ?? []),
      units: found.units,
    };
  },
};
