import type { Account } from '../../../contract/accounts/accounts.js';
import { leftOutOf } from '../../networks/stored-credentials.js';
import type { Call } from '../../operations/call.js';
import type { AccountRow } from '../../store/schema.js';
import type { Queries } from '../../store/store.js';
import { publishedSince } from './repository.js';
import { viewAccount } from './view.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Stored accounts as the API returns them, with how much of their networks' limits is used.
 *
 * @param db in which transaction to read; by default none
 */
export async function viewAccounts(
  { services, now }: Pick<Call<'accounts.get'>, 'services' | 'now'>,
  rows: readonly AccountRow[],
  db: Queries = services.store.db,
): Promise<Account[]> {
  const ids = rows.map((row) => row.id);
  const published = await publishedSince(db, ids, now - DAY_MS);
  return rows.map((row) =>
    viewAccount(row, {
      ...services,
      postsToday: published.get(row.id) ?? 0,
      leftOut: leftOutOf(services.store, row),
    }),
  );
}

export async function viewOneAccount(
  call: Pick<Call<'accounts.get'>, 'services' | 'now'>,
  row: AccountRow,
  db?: Queries,
): Promise<Account> {
  const [account] = await viewAccounts(call, [row], db);
  if (account) return account;
  throw new Error(`The account ${row.id} has no view.`);
}
