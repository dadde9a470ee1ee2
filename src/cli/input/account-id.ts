import { AccountParams } from '../../contract/accounts/accounts.js';
import type { AccountId } from '../../contract/ids.js';
import { usageFailure } from '../failure.js';
import { typed } from '../typed-name.js';

/** @throws CliFailure for a word that can be no account's id */
export function readAccountId(word: string): AccountId {
  const read = AccountParams.safeParse({ id: word });
  if (read.success) return read.data.id;
  throw usageFailure(
    `"${word}" is no id of an account: those begin with acc_.`,
    `See them: ${typed('accounts')}`,
  );
}
