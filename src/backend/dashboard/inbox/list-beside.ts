import type { SavedText } from '../../../contract/texts/texts.js';
import type { FormVisit } from '../routes.js';
import type { User } from '../user.js';
import { afterDoing } from './done-toast.js';
import type { ListBeside } from './inbox-frame.js';
import { filterOf, inboxAccounts, inboxPath, nextAfter, readInbox } from './inbox-view.js';

/** The list that an address describes. A later page of it needs a kind. */
export async function listBeside(user: User, query: URLSearchParams): Promise<ListBeside> {
  const filter = filterOf(query);
  const cursor = filter.kind === '' ? '' : (query.get('from') ?? '');
  const [inbox, accounts, saved] = await Promise.all([
    readInbox(user, filter, cursor),
    inboxAccounts(user),
    savedReplies(user),
  ]);
  return { inbox, filter, accounts, cursor, saved };
}

/** The texts to insert into replies. */
export async function savedReplies(user: User): Promise<readonly SavedText[]> {
  return (await user.call('savedTexts.list', { query: { kind: 'reply', limit: '100' } })).data;
}

/** Does something to the opened entry, and opens the one that followed it in the list. */
export async function thenNext(
  { user, query, redirect }: FormVisit,
  path: string,
  what: 'replied' | 'done',
  act: () => Promise<unknown>,
): Promise<Response> {
  const filter = filterOf(query);
  // The entry may leave the list, so its place is read first.
  const { entries } = await readInbox(user, filter);
  await act();
  const next = inboxPath(filter, nextAfter(entries, path) ?? '/inbox');
  return redirect(afterDoing(next, what, path));
}
