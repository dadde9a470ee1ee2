import type { LeftOut } from '../../networks/left-out-permissions.js';
import type { AccountRow } from '../store/schema.js';
import { SealBroken } from '../store/sealing/sealed.js';
import type { Store } from '../store/store.js';
import { NetworkRefusal } from './adapter.js';
import type { Credentials } from './connection.js';

/**
 * The credentials of an account.
 *
 * @throws NetworkRefusal if they were changed in the database, or were sealed with another key
 */
export function openCredentials({ vault }: Pick<Store, 'vault'>, account: AccountRow): Credentials {
  try {
    return vault.openAccount(account);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    const message = 'The stored credentials of the account cannot be opened. Reconnect the account.';
    throw new NetworkRefusal('account_reconnect_required', message, {
      status: null,
      code: null,
      message: null,
    });
  }
}

/** The same; none: they cannot be opened, so that nothing is published with them. */
export function openedOrNone(
  { vault }: Pick<Store, 'vault'>,
  account: Pick<AccountRow, 'id' | 'platform' | 'credentials_json'>,
): Credentials {
  try {
    return vault.openAccount(account);
  } catch (error) {
    if (error instanceof SealBroken) return {};
    throw error;
  }
}

/** The optional permissions that an account was connected without. */
export function leftOutOf(
  store: Pick<Store, 'vault'>,
  account: Pick<AccountRow, 'id' | 'platform' | 'credentials_json' | 'simulated'>,
): LeftOut {
  if (account.simulated === 1) return [];
  return leftOutIn(openedOrNone(store, account));
}

export function leftOutIn({ leftOut }: Credentials): LeftOut {
  return leftOut?.split(' ') ?? [];
}

/** When access ends unless a person signs in again, epoch milliseconds; null: it renews itself, or does not end. */
export function endOfAccess({ sessionEndsAt, refreshToken, expiresAt }: Credentials): number | null {
  const end = sessionEndsAt ?? (refreshToken === undefined ? expiresAt : undefined);
  return end === undefined ? null : Date.parse(end);
}

/**
 * Stores renewed credentials. An account whose access was about to expire is healthy again. An account that was
 * reconnected or disconnected while the renewal was under way stays as it is.
 */
export function keepCredentials(
  store: Store,
  account: Pick<AccountRow, 'id' | 'platform' | 'connected_at'>,
  next: Credentials,
): Promise<void> {
  const end = endOfAccess(next);
  const credentials_json = store.vault.sealAccount(account, next);
  return store.write(async (trx) => {
    const held = await trx
      .selectFrom('accounts')
      .select('credentials_json')
      .where('id', '=', account.id)
      .where('connected_at', '=', account.connected_at)
      .executeTakeFirst();
    const isConnected = held && store.vault.openAccount({ ...account, ...held })['accessToken'] !== '';
    if (!isConnected) return;
    const { numUpdatedRows } = await trx
      .updateTable('accounts')
      .set({
        credentials_json,
        ...(end !== null && { token_expires_at: end }),
      })
      .where('id', '=', account.id)
      .where('credentials_json', '=', held.credentials_json)
      .executeTakeFirstOrThrow();
    // A renewal does not put off the end of a session that has one, and may not put off the last renewal.
    const isBounded = next['sessionEndsAt'] !== undefined || next['renewableUntil'] !== undefined;
    if (numUpdatedRows !== 1n || isBounded) return;
    await trx
      .updateTable('accounts')
      .set({ health_status: 'healthy', health_reason: null, health_action: null })
      .where('id', '=', account.id)
      .where('health_status', '=', 'expiring')
      .execute();
  });
}

/** The credentials as they are stored now: another process may have renewed them. */
export async function currentCredentials(store: Store, account: AccountRow): Promise<Credentials> {
  const row = await store.db
    .selectFrom('accounts')
    .select('credentials_json')
    .where('id', '=', account.id)
    .executeTakeFirst();
  return openCredentials(store, row === undefined ? account : { ...account, ...row });
}
