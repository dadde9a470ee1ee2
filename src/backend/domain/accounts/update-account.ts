import type { Account } from '../../../contract/accounts/accounts.js';
import type { Call } from '../../operations/call.js';
import { recordActivity } from '../../store/activity.js';
import { requireAccount } from './require-account.js';
import { viewOneAccount } from './view-accounts.js';

/** Changes what Postrider does with an account. */
export async function updateAccount(call: Call<'accounts.update'>): Promise<Account> {
  const { body, caller, params, requestId, now } = call;
  return call.commit(async (trx) => {
    const account = await requireAccount(trx, caller.workspace.id, params.id);
    const reads_metrics = body.metrics.read ? 1 : 0;
    await trx.updateTable('accounts').set({ reads_metrics }).where('id', '=', account.id).execute();
    await recordActivity(trx, {
      workspaceId: caller.workspace.id,
      apiKeyId: caller.key.id,
      operation: 'accounts.update',
      objectId: account.id,
      summary: body.metrics.read ? 'turned the reading of numbers on' : 'turned the reading of numbers off',
      requestId,
      now,
    });
    return viewOneAccount(call, { ...account, reads_metrics }, trx);
  });
}
