import { AccountParams } from '../../contract/accounts/accounts.js';
import type { AccountId } from '../../contract/ids.js';
import { usageFailure } from '../failure.js';
import { typed } from '../typed-name.js';

/** @throws CliFailure if the word cannot be an account id */
export function readAccountId(word: string): AccountId {
  const read = AccountParams.safeParse({ id: word });
  if (read.success) return read.data.id;
  throw usageFailure(
    `"${word}" is not an account id. Account ids begin with acc_.`,
    `List them: ${typed('accounts')}`,
  );
}
