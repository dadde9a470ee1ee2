import type { NewComment, News, NewsAdapter } from '../inbox-adapter.js';
import { textAt, timeAt, valueAt } from '../requests/json-answer.js';
import { lookBack } from '../requests/look-back.js';
import { notReadable } from '../requests/lookup.js';
import { authorOf, DIRECT, get } from './statuses.js';

const PAGE = 40;

/**
 * Mentions among the account's notifications. Ids of notifications are text without order, so that a look goes back from
 * the newest to the one where the last look began.
 */
export const mastodonNews: NewsAdapter = {
  async look(connection, cursor): Promise<News> {
    const comments: NewComment[] = [];
    const people = new Set<string>();
    const { next, more } = await lookBack(cursor, async (below) => {
      const { body } = await get(connection, '/api/v1/notifications', {
        'types[]': 'mention',
        limit: String(PAGE),
        ...(below !== null && { max_id: below }),
      });
      if (!Array.isArray(body)) throw notReadable('The server’s answer does not contain the notifications.');
      const last = textAt(body.at(-1), 'id');
      return {
        entries: body.map((one: unknown) => ({
          id: textAt(one, 'id') ?? '',
          at: timeAt(one, 'created_at'),
          take: () => {
            const status = valueAt(one, 'status');
            const author = authorOf(status)?.networkUserId;
            const id = textAt(status, 'id');
            const answers = textAt(status, 'in_reply_to_id');
            if (textAt(one, 'type') !== 'mention' || id === null || !author) return;
            if (author === connection.account.networkUserId) return;
            if (textAt(status, 'visibility') === DIRECT) people.add(author);
            else if (answers !== null) comments.push({ networkCommentId: id, answers });
          },
        })),
        // A short page may be a server’s largest.
        next: body.length === 0 ? null : last,
      };
    });
    return { comments, conversationIds: [...people], cursor: next, more, withheld: [] };
  },
};
