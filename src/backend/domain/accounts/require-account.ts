import { RequestRefused } from '../../operations/refusal.js';
import type { AccountRow } from '../../store/schema.js';
import type { Queries } from '../../store/store.js';
import { findAccount, listAccounts } from './repository.js';

/** Most accounts that a refusal offers. */
const OFFERED = 100;

/** Accounts, as a refusal offers them. */
export function choicesOf(accounts: readonly AccountRow[]) {
  return accounts.map(({ id, platform, handle }) => ({ accountId: id, platform, handle: `@${handle}` }));
}

/**
 * A list of an account that is not there is no empty list: whoever asked meant another one.
 *
 * @param accountId of which a list is asked for; undefined: of all
 * @throws RequestRefused that names those that are there
 */
export async function requireAccountIfNamed(
  db: Queries,
  workspaceId: string,
  accountId: string | undefined,
): Promise<void> {
  if (accountId === undefined || (await findAccount(db, workspaceId, accountId))) return;
  const choices = choicesOf(await listAccounts(db, { workspaceId, limit: OFFERED }));
  throw new RequestRefused('account_not_found', `There is no account ${accountId} in this workspace.`, {
    choices,
  });
}
