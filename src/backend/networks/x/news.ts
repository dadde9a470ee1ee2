import * as z from 'zod';
import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { NewComment, News, NewsAdapter } from '../inbox-adapter.js';
import { listAt, textAt } from '../requests/json-answer.js';
import { peopleIn, REPLY_FIELDS, replyIn } from './comments.js';
import { readPosts } from './read-posts.js';

/** The fewest and the most mentions of one answer. */
const [MIN_PAGE, MAX_PAGE] = [5, 100];
const BAD_REQUEST = 400;

const WITHHELD =
  'X does not let your app read mentions: its project needs access to the X API v2, and the sign-in tweet.read.';

const Cursor = z.object({
  /** When reading began, epoch milliseconds: nothing older is read. */
  from: z.number(),
  /** The newest mention that was read; null: none. */
  since: z.string().nullable(),
  /** Where an answer that was longer than a page continues, and the newest mention of its first page. */
  token: z.string().nullable(),
  newest: z.string().nullable(),
});
type Cursor = z.infer<typeof Cursor>;

const nothingNew = (cursor: Cursor, more = false): News => ({
  comments: [],
  conversationIds: [],
  cursor: JSON.stringify(cursor),
  more,
  withheld: [],
  units: 0,
});

/** Ids grow with time, and are longer than the numbers of JavaScript. */
const newerOf = (one: string | null, other: string): string =>
  one !== null && (one.length > other.length || (one.length === other.length && one > other)) ? one : other;

async function mentionsSince(connection: Connection, { from, since, token }: Cursor, unitsLeft: number) {
  return readPosts(
    connection,
    {
      path: `/2/users/${connection.account.networkUserId}/mentions`,
      query: {
        max_results: String(Math.min(Math.max(unitsLeft, MIN_PAGE), MAX_PAGE)),
        expansions: 'author_id',
        'user.fields': 'name,username',
        ...(since === null
          ? { start_time: `${new Date(from).toISOString().slice(0, 19)}Z` }
          : { since_id: since }),
        ...(token !== null && { pagination_token: token }),
      },
    },
    REPLY_FIELDS,
  );
}

/** Replies to the account's posts, among the posts that mention it. X charges for each, so one page is read at a time. */
export const xNews: NewsAdapter = {
  async look(connection, cursor, unitsLeft): Promise<News> {
    // What was written before somebody chose to pay for it is not read.
    if (cursor === null) return nothingNew({ from: connection.now, since: null, token: null, newest: null });
    const before = Cursor.parse(JSON.parse(cursor));
    const body = await mentionsSince(connection, before, unitsLeft).catch((cause: unknown) => {
      if (!(cause instanceof NetworkRefusal)) throw cause;
      if (cause.code === 'permission_missing') return 'withheld' as const;
      if (before.token !== null && cause.answer.status === BAD_REQUEST) return 'stale' as const;
      throw cause;
    });
    if (body === 'withheld') return { ...nothingNew(before), withheld: [WITHHELD] };
    // The place in the list has expired: it is read again from its beginning.
    if (body === 'stale') return nothingNew({ ...before, token: null }, true);
    const people = peopleIn(body);
    const comments: NewComment[] = [];
    let { newest } = before;
    const tweets = listAt(body, 'data');
    for (const tweet of tweets) {
      const comment = replyIn(connection, tweet, people);
      const root = textAt(tweet, 'conversation_id');
      const id = textAt(tweet, 'id');
      if (id !== null) newest = newerOf(newest, id);
      if (comment === null || root === null || comment.isOwn || comment.parentId === null) continue;
      comments.push({ networkCommentId: comment.networkCommentId, answers: root, isPost: true, comment });
    }
    const token = textAt(body, 'meta', 'next_token');
    const after: Cursor =
      token === null
        ? { from: before.from, since: newest ?? before.since, token: null, newest: null }
        : { ...before, token, newest };
    return {
      comments,
      conversationIds: [],
      cursor: JSON.stringify(after),
      more: token !== null,
      withheld: [],
      units: tweets.length,
    };
  },
};
