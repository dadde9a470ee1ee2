import type { Account } from '../../../contract/accounts/accounts.js';
import type { Comment } from '../../../contract/inbox/comments.js';
import type { Conversation } from '../../../contract/inbox/conversations.js';
import { RequestRefused } from '../../operations/refusal.js';
import { accountsOf } from '../channels/accounts-of.js';
import { readRows, rowCount } from '../rows.js';
import type { User } from '../user.js';

/** Rows at first, and per “Show more”. */
export const STEP = 20;

const SHOWS = ['unanswered', 'unread', 'all'] as const;
const KINDS = ['comments', 'messages'] as const;

/** The filters of the inbox, and how many rows are shown. */
export interface InboxFilter {
  /** Empty for what waits for the user: unanswered, and not marked as done. */
  readonly show: '' | (typeof SHOWS)[number];
  readonly kind: '' | (typeof KINDS)[number];
  /** Empty for all accounts. */
  readonly accountId: string;
  readonly rows: number;
}

/** A comment or a conversation in the list. */
export type InboxEntry =
  | { readonly kind: 'comment'; readonly path: string; readonly comment: Comment }
  | { readonly kind: 'conversation'; readonly path: string; readonly conversation: Conversation };

/** The list of the inbox. */
export interface Inbox {
  readonly entries: readonly InboxEntry[];
  readonly hasMore: boolean;
  /** Where the next page of a list of one kind starts. */
  readonly nextCursor: string | null;
  /** The texts of the commented posts, by id. */
  readonly posts: ReadonlyMap<string, string>;
}

export const commentPath = (id: string): string => `/inbox/comments/${id}`;
export const conversationPath = (id: string): string => `/inbox/conversations/${id}`;

export function filterOf(query: URLSearchParams): InboxFilter {
  const show = query.get('show');
  const kind = query.get('kind');
  return {
    show: SHOWS.find((one) => one === show) ?? '',
    kind: KINDS.find((one) => one === kind) ?? '',
    accountId: query.get('account') ?? '',
    rows: rowCount(query, 'rows', STEP),
  };
}

/** The same address at a later part of the thread. */
export const furtherIn = (address: string, cursor: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(cursor)}`;

/** A page of the inbox with its filters, and optionally a later page of a list of one kind. */
export function inboxPath(
  { show, kind, accountId, rows }: InboxFilter,
  page = '/inbox',
  cursor = '',
  more: Readonly<Record<string, string>> = {},
): string {
  const given = {
    show,
    kind,
    account: accountId,
    rows: rows === STEP ? '' : String(rows),
    from: cursor,
    ...more,
  };
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''));
  return query.size === 0 ? page : `${page}?${query}`;
}

const isWaiting = ({ show }: InboxFilter): boolean => show === '' || show === 'unanswered';

function narrowed({ show, accountId }: InboxFilter): Readonly<Record<string, string>> {
  return {
    ...((show === '' || show === 'unanswered') && { unanswered: 'true' }),
    ...((show === '' || show === 'unread') && { unread: 'true' }),
    ...(accountId !== '' && { accountId }),
  };
}

/**
 * Comments and conversations in one list: those that wait, longest waiting first; otherwise the newest first. What waits
 * in a conversation whose window has closed is not listed: nobody can answer it.
 *
 * @throws RequestRefused
 */
export async function readInbox(user: User, filter: InboxFilter, cursor = ''): Promise<Inbox> {
  const { kind, rows } = filter;
  const given = narrowed(filter);
  const waits = isWaiting(filter);
  const from = cursor === '' ? undefined : cursor;
  const nothing = { data: [], nextCursor: null };
  const [comments, conversations] = await Promise.all([
    kind === 'messages'
      ? nothing
      : readRows(rows, from, (asked) =>
          user.call('comments.list', { query: { ...given, order: waits ? 'asc' : 'desc', ...asked } }),
        ),
    kind === 'comments'
      ? nothing
      : readRows(rows, from, (asked) =>
          user.call('conversations.list', {
            query: { ...given, order: waits ? 'soonest_closing' : 'recent', ...asked },
          }),
        ),
  ]);
  const all = [...comments.data.map(commentEntry), ...conversations.data.map(conversationEntry)];
  const direction = waits ? 1 : -1;
  all.sort((one, other) => direction * (timeOf(one) - timeOf(other)));
  const entries = all.slice(0, rows);
  const ids = entries.flatMap((entry) => (entry.kind === 'comment' ? [entry.comment.postId] : []));
  const posts = new Map(
    await Promise.all([...new Set(ids)].map(async (id) => [id, await textOf(user, id)] as const)),
  );
  const nextCursor = comments.nextCursor ?? conversations.nextCursor;
  return { entries, hasMore: all.length > rows || nextCursor !== null, nextCursor, posts };
}

const commentEntry = (comment: Comment): InboxEntry => ({
  kind: 'comment',
  path: commentPath(comment.id),
  comment,
});

const conversationEntry = (conversation: Conversation): InboxEntry => ({
  kind: 'conversation',
  path: conversationPath(conversation.id),
  conversation,
});

function timeOf(entry: InboxEntry): number {
  if (entry.kind === 'comment') return Date.parse(entry.comment.createdAt);
  return Date.parse(entry.conversation.lastMessage?.when.utc ?? '') || 0;
}

/** The entry to open after one was answered: the one that follows it, or else the first. Null if none is left. */
export function nextAfter(entries: readonly InboxEntry[], path: string): string | null {
  const others = entries.filter((entry) => entry.path !== path);
  const here = entries.findIndex((entry) => entry.path === path);
  return (others[here === -1 ? 0 : here] ?? others[0])?.path ?? null;
}

/** What a post says; of one that is gone, that it is. */
export async function textOf(user: User, postId: string): Promise<string> {
  return (await postOf(user, postId)).text;
}

/** The text and the media of a post. */
export async function postOf(user: User, postId: string) {
  try {
    const { text, mediaUrls, altTexts } = await user.call('posts.get', { path: { id: postId } });
    return { text: text.trim() === '' ? 'A post without text' : text, mediaUrls, altTexts };
  } catch (error) {
    if (error instanceof RequestRefused && error.code === 'post_not_found') {
      return { text: 'A post that is gone', mediaUrls: [], altTexts: [] };
    }
    throw error;
  }
}

/** The accounts that people comment on or write to. */
export async function inboxAccounts(user: User): Promise<readonly Account[]> {
  return (await accountsOf(user)).filter(
    ({ capabilities }) => capabilities.comments || capabilities.messages,
  );
}
