import * as z from 'zod';
import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { NewComment, News, NewsAdapter } from '../inbox-adapter.js';
import { graphGet } from '../meta-graph/graph-call.js';
import { listAt, textAt, timeAt } from '../requests/json-answer.js';
import { lookBack } from '../requests/look-back.js';
import { listedAt } from '../requests/lookup.js';
import { API } from './api.js';

/** The newest posts of the Page, the newest comments on each, and the conversations that one look reads. */
const MAX_POSTS = 25;
const MAX_COMMENTS = 25;
const MAX_CONVERSATIONS = 25;

const COMMENTS = `comments.filter(stream).order(reverse_chronological).limit(${MAX_COMMENTS}){id,created_time,from,parent}`;

const Cursors = z.object({ comments: z.string().nullable(), conversations: z.string().nullable() });

/** How far one list was read; `withheld`: Facebook does not let Postrider read it. */
interface Looked {
  readonly cursor: string | null;
  readonly withheld: string | null;
}

/** Runs a look at one list. A permission that the app lacks does not hold up the other list. */
async function orWithheld(
  cursor: string | null,
  what: string,
  look: () => Promise<{ readonly next: string }>,
): Promise<Looked> {
  try {
    return { cursor: (await look()).next, withheld: null };
  } catch (cause) {
    if (!(cause instanceof NetworkRefusal) || cause.code !== 'permission_missing') throw cause;
    return { cursor, withheld: `Facebook does not let your app read ${what}.` };
  }
}

function lookForComments(connection: Connection, cursor: string | null, found: NewComment[]) {
  return lookBack(cursor, async () => {
    const { networkUserId } = connection.account;
    const { body } = await graphGet(API, connection, `/${networkUserId}/published_posts`, {
      fields: `id,${COMMENTS}`,
      limit: String(MAX_POSTS),
    });
    const entries = listedAt(body, 'data').flatMap((post) =>
      listAt(post, 'comments', 'data').map((one) => ({
        id: textAt(one, 'id') ?? '',
        at: timeAt(one, 'created_time'),
        take: () => {
          const networkCommentId = textAt(one, 'id');
          const answers = textAt(one, 'parent', 'id') ?? textAt(post, 'id');
          if (networkCommentId === null || answers === null) return;
          if (textAt(one, 'from', 'id') !== networkUserId) found.push({ networkCommentId, answers });
        },
      })),
    );
    return { entries: entries.sort((one, other) => (other.at ?? 0) - (one.at ?? 0)), next: null };
  });
}

function lookForConversations(connection: Connection, cursor: string | null, found: Set<string>) {
  return lookBack(cursor, async () => {
    const { body } = await graphGet(API, connection, `/${connection.account.networkUserId}/conversations`, {
      platform: 'messenger',
      fields: 'id,updated_time',
      limit: String(MAX_CONVERSATIONS),
    });
    const entries = listedAt(body, 'data').map((one) => ({
      // A conversation is new whenever it has changed.
      id: `${textAt(one, 'id') ?? ''} ${textAt(one, 'updated_time') ?? ''}`,
      at: timeAt(one, 'updated_time'),
      take: () => {
        const id = textAt(one, 'id');
        if (id !== null) found.add(id);
      },
    }));
    return { entries, next: null };
  });
}

/**
 * Comments on the newest posts of a Page, and its conversations. Facebook announces them only to apps with a public
 * address that Meta has verified.
 */
export const facebookNews: NewsAdapter = {
  async look(connection, cursor): Promise<News> {
    const before =
      cursor === null ? { comments: null, conversations: null } : Cursors.parse(JSON.parse(cursor));
    const comments: NewComment[] = [];
    const conversations = new Set<string>();
    const one = await orWithheld(before.comments, 'comments (pages_read_user_content)', () =>
      lookForComments(connection, before.comments, comments),
    );
    const other = await orWithheld(before.conversations, 'messages (pages_messaging)', () =>
      lookForConversations(connection, before.conversations, conversations),
    );
    return {
      comments,
      conversationIds: [...conversations],
      cursor: JSON.stringify({ comments: one.cursor, conversations: other.cursor }),
      more: false,
      withheld: [one, other].flatMap(({ withheld }) => withheld ?? []),
    };
  },
};
