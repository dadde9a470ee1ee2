import type { Account } from '../../../contract/accounts/accounts.js';
import type { CommentPage } from '../../../contract/inbox/comments.js';
import type { ConversationPage } from '../../../contract/inbox/conversations.js';
import { RequestRefused } from '../../operations/refusal.js';
import { accountsOf } from '../channels/accounts-of.js';
import { nextRowCount, readRows, rowCount } from '../rows.js';
import type { User } from '../user.js';

/** The lists of the inbox. Each has its own pages. */
const LISTS = ['comments', 'open', 'closed'] as const;
export type ListName = (typeof LISTS)[number];

/** Rows at first, and per “Show more”. */
const STEP = 20;

/** The filters of the inbox, and how many rows of each list are shown. */
export interface InboxFilter {
  readonly show: '' | 'unread' | 'all';
  /** Empty for all accounts. */
  readonly accountId: string;
  readonly rows: Readonly<Record<ListName, number>>;
}

/** Where one of the lists starts; the others start at the beginning. */
interface Place {
  readonly list: ListName;
  readonly cursor: string;
}

/** The content of the inbox. */
export interface Inbox {
  readonly comments: CommentPage;
  /** The texts of the commented posts, by id. */
  readonly posts: ReadonlyMap<string, string>;
  /** Conversations open for a reply, closing soonest first. */
  readonly open: ConversationPage;
  readonly closed: ConversationPage;
}

export function filterOf(query: URLSearchParams): InboxFilter {
  const show = query.get('show');
  return {
    show: show === 'unread' || show === 'all' ? show : '',
    accountId: query.get('account') ?? '',
    rows: {
      comments: rowCount(query, 'comments', STEP),
      open: rowCount(query, 'open', STEP),
      closed: rowCount(query, 'closed', STEP),
    },
  };
}

export function placeIn(query: URLSearchParams): Place | null {
  const list = LISTS.find((name) => name === query.get('list'));
  const cursor = query.get('cursor') ?? '';
  return list === undefined || cursor === '' ? null : { list, cursor };
}

/** The address of the inbox with filters, and optionally of a later page of a list. */
export function inboxPath({ show, accountId, rows }: InboxFilter, at: Place | null = null): string {
  const longer = Object.fromEntries(
    LISTS.filter((list) => rows[list] !== STEP).map((list) => [list, String(rows[list])] as const),
  );
  const given = { show, account: accountId, list: at?.list ?? '', cursor: at?.cursor ?? '' };
  const all = { ...given, ...longer };
  const query = new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ''));
  return query.size === 0 ? '/inbox' : `/inbox?${query}`;
}

/** The link to more of a list, if there is more. */
export function moreLink(
  filter: InboxFilter,
  list: ListName,
  { data, nextCursor }: { readonly data: readonly unknown[]; readonly nextCursor: string | null },
) {
  if (nextCursor === null) return null;
  const rows = nextRowCount(filter.rows[list], STEP, data.length);
  return {
    id: list,
    longer: rows === null ? null : inboxPath({ ...filter, rows: { ...filter.rows, [list]: rows } }),
    further: inboxPath(filter, { list, cursor: nextCursor }),
  };
}

function narrowed({
  show,
  accountId,
}: Pick<InboxFilter, 'show' | 'accountId'>): Readonly<Record<string, string>> {
  return {
    ...(show === '' && { unanswered: 'true' }),
    ...(show === 'unread' && { unread: 'true' }),
    ...(accountId !== '' && { accountId }),
  };
}

/** @throws RequestRefused */
export async function readInbox(user: User, filter: InboxFilter, at: Place | null): Promise<Inbox> {
  const given = narrowed(filter);
  const from = (list: ListName) => (at?.list === list ? at.cursor : undefined);
  const conversations = (list: 'open' | 'closed', query: Readonly<Record<string, string>>) =>
    readRows(filter.rows[list], from(list), (asked) =>
      user.call('conversations.list', { query: { ...given, ...query, ...asked } }),
    );
  const [comments, open, closed] = await Promise.all([
    readRows(filter.rows.comments, from('comments'), (asked) =>
      user.call('comments.list', { query: { ...given, ...asked } }),
    ),
    conversations('open', { order: 'soonest_closing' }),
    conversations('closed', { window: 'closed' }),
  ]);
  const ids = [...new Set(comments.data.map(({ postId }) => postId))];
  const posts = new Map(await Promise.all(ids.map(async (id) => [id, await textOf(user, id)] as const)));
  return { comments, posts, open, closed };
}

/** What a post says; of one that is gone, that it is. */
export async function textOf(user: User, postId: string): Promise<string> {
  try {
    const { text } = await user.call('posts.get', { path: { id: postId } });
    return text.trim() === '' ? 'A post without text' : text;
  } catch (error) {
    if (error instanceof RequestRefused && error.code === 'post_not_found') return 'A post that is gone';
    throw error;
  }
}

/** The accounts that people comment on or write to. */
export async function inboxAccounts(user: User): Promise<readonly Account[]> {
  return (await accountsOf(user)).filter(
    ({ capabilities }) => capabilities.comments || capabilities.messages,
  );
}
