import { shownHandle } from '../../../contract/handles.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { AccountRow } from '../../store/schema.js';
import type { Queries } from '../../store/store.js';
import { findAccount, listAccounts } from './repository.js';

const MAX_CHOICES = 100;

/** @throws RequestRefused there is no such account */
export async function requireAccount(db: Queries, workspaceId: string, id: string): Promise<AccountRow> {
  const account = await findAccount(db, workspaceId, id);
  if (account) return account;
  throw new RequestRefused('account_not_found', `There is no account ${id} in this workspace.`);
}

/** Accounts in the form that errors list them as `choices`. */
export function choicesOf(accounts: readonly AccountRow[]) {
  return accounts.map(({ id, platform, handle }) => ({
    accountId: id,
    platform,
    handle: shownHandle(handle),
  }));
}

/**
 * Checks the account filter of a list. An unknown account is an error rather than an empty list, so that typos are
 * noticed.
 *
 * @param accountId the account to filter by; undefined lists all accounts
 * @throws RequestRefused with the existing accounts as choices
 */
export async function requireAccountIfNamed(
  db: Queries,
  workspaceId: string,
  accountId: string | undefined,
): Promise<void> {
  if (accountId === undefined || (await findAccount(db, workspaceId, accountId))) return;
  const choices = choicesOf(await listAccounts(db, { workspaceId, limit: MAX_CHOICES }));
  throw new RequestRefused('account_not_found', `There is no account ${accountId} in this workspace.`, {
    choices,
  });
}
