import * as z from 'zod';
import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { NewComment, News, NewsAdapter } from '../inbox-adapter.js';
import { textAt, timeAt, valueAt } from '../requests/json-answer.js';
import { lookBack } from '../requests/look-back.js';
import { listedAt } from '../requests/lookup.js';
import { isNotOffered, query } from './app-view.js';
import { chatList, chatLog } from './messages.js';

const PAGE = '50';
/** Pages of the log of conversations that one look reads. */
const MAX_LOGS = 5;

const Cursors = z.object({ posts: z.string().nullable(), chat: z.string().nullable() });

interface Looked {
  readonly cursor: string | null;
  readonly more: boolean;
  /** A sentence; null: everything can be read. */
  readonly withheld: string | null;
}

/** Replies among the account's notifications. */
async function lookForReplies(
  connection: Connection,
  cursor: string | null,
  found: NewComment[],
): Promise<Looked> {
  try {
    const { next, more } = await lookBack(cursor, async (page) => {
      const body = await query(connection, 'app.bsky.notification.listNotifications', {
        limit: PAGE,
        reasons: 'reply',
        ...(page !== null && { cursor: page }),
      });
      const entries = listedAt(body, 'notifications').map((one) => ({
        id: textAt(one, 'uri') ?? '',
        at: timeAt(one, 'indexedAt'),
        take: () => {
          const uri = textAt(one, 'uri');
          const answers = textAt(valueAt(one, 'record'), 'reply', 'parent', 'uri');
          if (textAt(one, 'reason') !== 'reply' || uri === null || answers === null) return;
          found.push({ networkCommentId: uri, answers });
        },
      }));
      return { entries, next: textAt(body, 'cursor') };
    });
    return { cursor: next, more, withheld: null };
  } catch (cause) {
    if (!isNotOffered(cause)) throw cause;
    return { cursor, more: false, withheld: 'The account’s server does not offer notifications.' };
  }
}

/** Conversations with something new: all of them at first, then those in the log. */
async function lookForMessages(
  connection: Connection,
  cursor: string | null,
  found: Set<string>,
): Promise<Looked> {
  try {
    let at = cursor;
    if (at === null) {
      for (const one of listedAt(await chatList(connection), 'convos')) {
        const id = textAt(one, 'id');
        if (id !== null && textAt(one, 'lastMessage', 'id') !== null) found.add(id);
        // Revisions of conversations and of the log are the same timestamp identifiers: the newest is the last.
        const revision = textAt(one, 'rev');
        if (revision !== null && (at === null || revision > at)) at = revision;
      }
      if (at === null) return { cursor: null, more: false, withheld: null };
    }
    for (let pages = 0; pages < MAX_LOGS; pages += 1) {
      const body = await chatLog(connection, at);
      const logs = listedAt(body, 'logs');
      for (const one of logs) {
        const id = textAt(one, 'convoId');
        if (id !== null && textAt(one, '$type')?.endsWith('#logCreateMessage')) found.add(id);
      }
      const next = textAt(body, 'cursor');
      if (logs.length === 0 || next === null || next === at)
        return { cursor: at, more: false, withheld: null };
      at = next;
    }
    return { cursor: at, more: true, withheld: null };
  } catch (cause) {
    const isRefused = cause instanceof NetworkRefusal && cause.code === 'permission_missing';
    if (isRefused) return { cursor, more: false, withheld: cause.message };
    if (!isNotOffered(cause)) throw cause;
    return { cursor, more: false, withheld: 'The account’s server does not offer direct messages.' };
  }
}

/** Replies to posts, and direct messages. What one of the two refuses does not hold up the other. */
export const blueskyNews: NewsAdapter = {
  async look(connection, cursor): Promise<News> {
    const comments: NewComment[] = [];
    const conversations = new Set<string>();
    const before = cursor === null ? { posts: null, chat: null } : Cursors.parse(JSON.parse(cursor));
    const posts = await lookForReplies(connection, before.posts, comments);
    const chat = await lookForMessages(connection, before.chat, conversations);
    return {
      comments,
      conversationIds: [...conversations],
      cursor: JSON.stringify({ posts: posts.cursor, chat: chat.cursor }),
      more: posts.more || chat.more,
      withheld: [posts.withheld, chat.withheld].flatMap((one) => one ?? []),
    };
  },
};
