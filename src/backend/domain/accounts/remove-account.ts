import { openedOrNone } from '../../networks/stored-credentials.js';
import type { Services } from '../../operations/services.js';
import type { AccountRow } from '../../store/schema.js';
import type { Store, Write } from '../../store/store.js';

/** The tables whose rows keep an account. Its schedules are among them: the database refuses to delete it. */
const USED_BY = ['targets', 'conversations', 'schedule_accounts'] as const;

export interface RemovalServices extends Pick<Services, 'forgetNumbers'> {
  readonly store: Pick<Store, 'vault'>;
}

/**
 * Deletes an account that nothing refers to. Any other loses its access, and waits to be reconnected.
 *
 * @param now workspace time
 * @returns whether it was deleted
 */
export async function removeOrForget(
  { store: { vault }, forgetNumbers }: RemovalServices,
  trx: Write,
  { id, platform, workspace_id }: Pick<AccountRow, 'id' | 'platform' | 'workspace_id'>,
  now: number,
): Promise<boolean> {
  if (!(await isUsed(trx, id))) {
    await trx.deleteFrom('accounts').where('id', '=', id).execute();
    return true;
  }
  const words = { reason: 'The account was disconnected.', action: 'Connect the account again.' };
  await forgetAccess({ store: { vault }, forgetNumbers }, trx, { id, platform, workspace_id }, now, words);
  return false;
}

/**
 * Forgets an account’s access, and what its network has counted. The account waits to be reconnected.
 *
 * @param now workspace time
 * @param words what its health says
 */
export async function forgetAccess(
  { store: { vault }, forgetNumbers }: RemovalServices,
  trx: Write,
  { id, platform, workspace_id }: Pick<AccountRow, 'id' | 'platform' | 'workspace_id'>,
  now: number,
  { reason, action }: { readonly reason: string; readonly action: string },
): Promise<void> {
  // What its network has counted goes with the access to it.
  await forgetNumbers(trx, { id, workspace_id }, now);
  await trx.deleteFrom('follower_counts').where('account_id', '=', id).execute();
  await trx.deleteFrom('metric_accounts').where('id', '=', id).execute();
  const row = await trx
    .selectFrom('accounts')
    .select('credentials_json')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  // The person who granted the access may still ask the network to have their data deleted.
  const { grantedBy, leftOut } = openedOrNone({ vault }, { id, platform, ...row });
  const left = {
    accessToken: '',
    ...(grantedBy !== undefined && { grantedBy }),
    ...(leftOut !== undefined && { leftOut }),
  };
  await trx
    .updateTable('accounts')
    .set({
      credentials_json: vault.sealAccount({ id, platform }, left),
      health_status: 'reconnect_required',
      health_reason: reason,
      health_action: action,
      health_checked_at: now,
      token_expires_at: null,
    })
    .where('id', '=', id)
    .execute();
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
