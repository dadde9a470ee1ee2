import type { AccountRow } from '../../store/schema.js';
import type { Store, Write } from '../../store/store.js';

/** The tables whose rows keep an account. Its schedules are among them: the database refuses to delete it. */
const USED_BY = ['targets', 'conversations', 'schedule_accounts'] as const;

/** The tables with what its network has counted. It goes with the access to it. */
const NUMBERS = ['metric_targets', 'follower_counts'] as const;

/**
 * Deletes an account that nothing refers to. Any other loses its access, and waits to be reconnected.
 *
 * @param now workspace time
 * @returns whether it was deleted
 */
export async function removeOrForget(
  { vault }: Pick<Store, 'vault'>,
  trx: Write,
  { id, platform }: Pick<AccountRow, 'id' | 'platform'>,
  now: number,
): Promise<boolean> {
  if (!(await isUsed(trx, id))) {
    await trx.deleteFrom('accounts').where('id', '=', id).execute();
    return true;
  }
  for (const table of NUMBERS) await trx.deleteFrom(table).where('account_id', '=', id).execute();
  await trx.deleteFrom('metric_accounts').where('id', '=', id).execute();
  await trx
    .updateTable('accounts')
    .set({
      credentials_json: vault.sealAccount({ id, platform }, { accessToken: '' }),
      health_status: 'reconnect_required',
      health_reason: 'The account was disconnected.',
      health_action: 'Connect the account again.',
      health_checked_at: now,
      token_expires_at: null,
    })
    .where('id', '=', id)
    .execute();
  return false;
}

async function isUsed(trx: Write, accountId: string): Promise<boolean> {
  for (const table of USED_BY) {
    const use = await trx
      .selectFrom(table)
      .select('account_id')
      .where('account_id', '=', accountId)
      .limit(1)
      .executeTakeFirst();
    if (use) return true;
  }
  return false;
}
