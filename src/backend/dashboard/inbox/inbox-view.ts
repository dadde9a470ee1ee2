import type { Account } from '../../../contract/accounts.js';
import type { CommentPage } from '../../../contract/comments.js';
import type { ConversationPage } from '../../../contract/conversations.js';
import { RequestRefused } from '../../http/refusal.js';
import type { Person } from '../person.js';

/** The lists of the inbox: each goes on by pages of its own. */
export const LISTS = ['comments', 'open', 'closed'] as const;
export type ListName = (typeof LISTS)[number];

/** What the inbox is narrowed to. */
export interface InboxFilter {
  readonly show: '' | 'unread' | 'all';
  /** Empty: every account. */
  readonly accountId: string;
}

/** What the inbox holds under a filter. */
export interface Inbox {
  readonly comments: CommentPage;
  /** What the posts of those comments say, by their ids. */
  readonly posts: ReadonlyMap<string, string>;
  /** Conversations that can be answered, the one that closes next first. */
  readonly open: ConversationPage;
  readonly closed: ConversationPage;
}

const PAGE_SIZE = '20';

export function filterOf(query: URLSearchParams): InboxFilter {
  const show = query.get('show');
  return {
    show: show === 'unread' || show === 'all' ? show : '',
    accountId: query.get('account') ?? '',
  };
}

/** The address of the inbox under a filter, and of a further page of one of its lists. */
export function inboxPath({ show, accountId }: InboxFilter, list?: ListName, cursor?: string): string {
  const given = { show, account: accountId, list: list ?? '', cursor: cursor ?? '' };
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''));
  return query.size === 0 ? '/inbox' : `/inbox?${query}`;
}

function narrowed({ show, accountId }: InboxFilter): Readonly<Record<string, string>> {
  return {
    ...(show === '' && { unanswered: 'true' }),
    ...(show === 'unread' && { unread: 'true' }),
    ...(accountId !== '' && { accountId }),
    limit: PAGE_SIZE,
  };
}

/**
 * @param at from where on one of its lists is read; the others begin at their beginning
 * @throws RequestRefused
 */
export async function readInbox(
  person: Person,
  filter: InboxFilter,
  at: { readonly list: ListName; readonly cursor: string } | null,
): Promise<Inbox> {
  const queryOf = (list: ListName) => ({
    ...narrowed(filter),
    cursor: at?.list === list ? at.cursor : undefined,
  });
  const [comments, open, closed] = await Promise.all([
    person.ask('comments.list', { query: queryOf('comments') }),
    person.ask('conversations.list', { query: { ...queryOf('open'), order: 'soonest_closing' } }),
    person.ask('conversations.list', { query: { ...queryOf('closed'), window: 'closed' } }),
  ]);
  const ids = [...new Set(comments.data.map(({ postId }) => postId))];
  const posts = new Map(await Promise.all(ids.map(async (id) => [id, await textOf(person, id)] as const)));
  return { comments, posts, open, closed };
}

/** What a post says; of one that is gone, that it is. */
export async function textOf(person: Person, postId: string): Promise<string> {
  try {
    const { text } = await person.ask('posts.get', { path: { id: postId } });
    return text.trim() === '' ? 'A post without text' : text;
  } catch (error) {
    if (error instanceof RequestRefused && error.code === 'post_not_found') return 'A post that is gone';
    throw error;
  }
}

/** The accounts that people comment on or write to. */
export async function inboxAccounts(person: Person): Promise<readonly Account[]> {
  const { data } = await person.ask('accounts.list', { query: { limit: '100' } });
  return data.filter(({ capabilities }) => capabilities.comments || capabilities.messages);
}
