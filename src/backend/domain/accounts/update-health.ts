import { DELIVERY_ERRORS, type Diagnosis } from '../../../contract/posts/delivery-errors.js';
import { STATUS_AFTER } from '../../networks/refusals/health-after.js';
import type { NewEvent } from '../../store/events.js';
import type { AccountRow } from '../../store/schema.js';
import type { Write } from '../../store/store.js';

/**
 * Keeps what a refusal says of the account, in the transaction that records the refusal. An account that was
 * reconnected while the request was under way stays as it is.
 *
 * @param now workspace time
 * @returns the event that tells of it, to be recorded in that transaction
 */
export async function updateAccountHealth(
  trx: Write,
  account: AccountRow,
  diagnosis: Diagnosis,
  now: number,
): Promise<NewEvent[]> {
  const status = STATUS_AFTER[diagnosis.code];
  if (!status || status === account.health_status) return [];
  const { numUpdatedRows } = await trx
    .updateTable('accounts')
    .set({
      health_status: status,
      health_reason: diagnosis.message,
      health_action: DELIVERY_ERRORS[diagnosis.code].action,
      health_checked_at: now,
    })
    .where('id', '=', account.id)
    .where('health_status', '=', account.health_status)
    .where('connected_at', '=', account.connected_at)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) return [];
  return [
    {
      workspaceId: account.workspace_id,
      type: 'account.health_changed',
      objectId: account.id,
      data: { accountId: account.id, platform: account.platform, from: account.health_status, to: status },
      now,
    },
  ];
}
