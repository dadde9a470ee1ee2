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
/** A reply that also mentions the account is announced as a mention alone (tried with app view 0.0.280). */
const NOTIFICATIONS = 'app.bsky.notification.listNotifications?reasons=reply&reasons=mention';
/** A server whose app view or chat service is away answers with this or more. */
const SERVER_FAULT = 500;
/** Pages of the log of conversations that one look reads. */
const MAX_LOGS = 5;

const Cursors = z.object({ posts: z.string().nullable(), chat: z.string().nullable() });

interface Looked {
  readonly cursor: string | null;
  readonly more: boolean;
  /** A sentence; null: everything can be read. */
  readonly withheld: string | null;
  /** The answer of a service that is away: it is asked again by the next look. */
  readonly away?: NetworkRefusal;
}

/** What a service that is away leaves of a look. @returns null: it failed in another way */
function lookedAway(cause: unknown, cursor: string | null, withheld: string): Looked | null {
  if (!(cause instanceof NetworkRefusal) || (cause.answer.status ?? 0) < SERVER_FAULT) return null;
  return { cursor, more: false, withheld, away: cause };
}

/** Whether a notification is of a reply in a thread of the account. */
function isReplyToUs({ account }: Connection, notification: unknown): boolean {
  const reason = textAt(notification, 'reason');
  if (reason !== 'mention') return reason === 'reply';
  const root = textAt(valueAt(notification, 'record'), 'reply', 'root', 'uri');
  return root?.startsWith(`at://${account.networkUserId}/`) === true;
}

/** Replies among the account's notifications. */
async function lookForReplies(
  connection: Connection,
  cursor: string | null,
  found: NewComment[],
): Promise<Looked> {
  try {
    const { next, more } = await lookBack(cursor, async (page) => {
      const body = await query(connection, NOTIFICATIONS, {
        limit: PAGE,
        ...(page !== null && { cursor: page }),
      });
      const entries = listedAt(body, 'notifications').map((one) => ({
        id: textAt(one, 'uri') ?? '',
        at: timeAt(one, 'indexedAt'),
        take: () => {
          const uri = textAt(one, 'uri');
          const answers = textAt(valueAt(one, 'record'), 'reply', 'parent', 'uri');
          if (!isReplyToUs(connection, one) || uri === null || answers === null) return;
          found.push({ networkCommentId: uri, answers });
        },
      }));
      return { entries, next: textAt(body, 'cursor') };
    });
    return { cursor: next, more, withheld: null };
  } catch (cause) {
    if (isNotOffered(cause))
      return { cursor, more: false, withheld: 'The account’s server does not offer notifications.' };
    const away = lookedAway(cause, cursor, 'Bluesky could not be asked for replies the last time.');
    if (away) return away;
    throw cause;
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
    if (isNotOffered(cause))
      return { cursor, more: false, withheld: 'The account’s server does not offer direct messages.' };
    const away = lookedAway(cause, cursor, 'Bluesky could not be asked for direct messages the last time.');
    if (away) return away;
    throw cause;
  }
}

/** Replies to posts, and direct messages. A service that refuses or is away does not hold up the other one. */
export const blueskyNews: NewsAdapter = {
  async look(connection, cursor): Promise<News> {
    const comments: NewComment[] = [];
    const conversations = new Set<string>();
    const before = cursor === null ? { posts: null, chat: null } : Cursors.parse(JSON.parse(cursor));
    const posts = await lookForReplies(connection, before.posts, comments);
    const chat = await lookForMessages(connection, before.chat, conversations);
    if (posts.away && chat.away) throw posts.away;
    return {
      comments,
      conversationIds: [...conversations],
      cursor: JSON.stringify({ posts: posts.cursor, chat: chat.cursor }),
      more: posts.more || chat.more,
      withheld: [posts.withheld, chat.withheld].flatMap((one) => one ?? []),
    };
  },
};
