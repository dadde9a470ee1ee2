import type { Account } from '../../../contract/accounts/accounts.js';
import type { User } from '../user.js';

/** The connected accounts. A page shows at most 100. */
export async function accountsOf(user: User): Promise<readonly Account[]> {
  return (await user.call('accounts.list', { query: { limit: '100' } })).data;
}
