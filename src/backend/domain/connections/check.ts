import type { Account } from '../../../contract/accounts/accounts.js';
import { boardsAfter, type ListedBoards } from '../../../networks/boards.js';
import type { OwnLimits } from '../../../networks/own-limits.js';
import type { IdSource } from '../../base/ids.js';
import { NetworkRefusal, type TokenHealth } from '../../networks/adapter.js';
import type { Connection } from '../../networks/connection.js';
import { healthAfter } from '../../networks/refusals/health-after.js';
import { NETWORKS } from '../../networks/registry.js';
import { ConnectionFailed } from '../../networks/wire.js';
import type { Call } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import { recordEvent } from '../../store/events.js';
import type { AccountRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';
import { knownBoards } from '../accounts/view.js';
import { viewOneAccount } from '../accounts/view-accounts.js';
import { accountOf, connectionFor } from './connected-account.js';
import type { ConnectionDependencies } from './dependencies.js';
import { boardsOf, limitsOf } from './own-limits.js';

/** Asks an account's network how its access is, and stores the answer. */
export async function checkAccount(
  call: Call<'accounts.check'>,
  dependencies: ConnectionDependencies,
): Promise<Account> {
  const account = await accountOf(call);
  const checked = await checkHealth(
    call.services,
    account,
    connectionFor(call, dependencies, account),
    call.now,
  );
  if (checked) return viewOneAccount(call, checked);
  throw new RequestRefused(
    'network_unavailable',
    'The network did not answer, so the account’s health is unchanged. Try again later.',
  );
}

/**
 * Asks how an account's access is, and stores the answer.
 *
 * @param now workspace time
 * @returns the account; null: the network did not answer
 */
export async function checkHealth(
  { store, ids }: { readonly store: Store; readonly ids: IdSource },
  account: AccountRow,
  connection: Connection,
  now: number,
): Promise<AccountRow | null> {
  const health = await askedHealth(account, connection);
  if (health === null) return null;
  const isHealthy = health.status === 'healthy';
  const limits = isHealthy ? await limitsOf(connection) : null;
  const boards = isHealthy ? await boardsOf(connection) : null;
  return recordHealth({ store, ids }, account, { ...health, limits, boards, checkedAt: now, now });
}

/** An account's health, and when (workspace time) its network told of it. */
interface RecordedHealth extends TokenHealth {
  readonly checkedAt: number;
  readonly now: number;
  /** What its server said of its limits; null or absent: nothing new. */
  readonly limits?: OwnLimits | null;
  /** The boards that its network listed; null or absent: nothing new. */
  readonly boards?: ListedBoards | null;
}

/** Stores an account's health, with an event if it has changed. */
export async function recordHealth(
  { store, ids }: { readonly store: Store; readonly ids: IdSource },
  account: AccountRow,
  { status, reason, action, expiresAt, checkedAt, now, limits, boards }: RecordedHealth,
): Promise<AccountRow> {
  return store.write(async (trx) => {
    const stored = await trx
      .updateTable('accounts')
      .set({
        health_status: status,
        health_reason: reason,
        health_action: action,
        health_checked_at: checkedAt,
        ...(expiresAt !== null && { token_expires_at: expiresAt }),
        ...(limits && { limits_json: JSON.stringify(limits) }),
        ...(boards && { boards_json: JSON.stringify(boardsAfter(knownBoards(account) ?? [], boards)) }),
      })
      .where('id', '=', account.id)
      // An account that was reconnected meanwhile has new access.
      .where('connected_at', '=', account.connected_at)
      .returningAll()
      .executeTakeFirst();
    if (!stored || status === account.health_status) return stored ?? account;
    await recordEvent(trx, ids, {
      workspaceId: account.workspace_id,
      type: 'account.health_changed',
      objectId: account.id,
      data: { accountId: account.id, platform: account.platform, from: account.health_status, to: status },
      now,
    });
    return stored;
  });
}

/** @returns null: the network did not answer, or says nothing of the account */
async function askedHealth(account: AccountRow, connection: Connection): Promise<TokenHealth | null> {
  try {
    return await NETWORKS[account.platform].adapter.checkToken(connection);
  } catch (error) {
    if (error instanceof NetworkRefusal || error instanceof ConnectionFailed) return healthAfter(error);
    throw error;
  }
}
