import type { Account } from '../../../contract/accounts/accounts.js';
import type { Call } from '../../operations/call.js';
import { requireAccount } from './require-account.js';
import { viewOneAccount } from './view-accounts.js';

/** Changes what Postrider does with an account. */
export async function updateAccount(call: Call<'accounts.update'>): Promise<Account> {
  const { body, caller, params } = call;
  return call.commit(async (trx) => {
    const account = await requireAccount(trx, caller.workspace.id, params.id);
    const reads_metrics = body.metrics.read ? 1 : 0;
    await trx.updateTable('accounts').set({ reads_metrics }).where('id', '=', account.id).execute();
    return viewOneAccount(call, { ...account, reads_metrics }, trx);
  });
}
