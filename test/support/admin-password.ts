import { scryptSync } from 'node:crypto';
import { firstOwner } from '../../src/backend/domain/access/first-owner.js';
import { isPasswordOf, setPassword } from '../../src/backend/domain/access/passwords.js';
import type { Store } from '../../src/backend/store/store.js';

export const ADMIN_PASSWORD = 'the beans are in the blue tin';

/** A cost that takes microseconds to check, for tests with many attempts. */
const QUICK = { N: 16, r: 1, p: 1 };

/** A cost that takes some tenths of a second, so that something else can happen meanwhile. */
export const SLOW = { N: 32_768, r: 8, p: 6 };

/** Stores the admin password with a hash of this cost. Sessions stay signed in. */
export async function storePassword({ db }: Store, cost = QUICK): Promise<void> {
  const salt = Buffer.from('salt of the tests');
  const key = scryptSync(ADMIN_PASSWORD, salt, 32, { ...cost, maxmem: 256 * cost.N * cost.r });
  const { N, r, p } = cost;
  const hash = ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
  const owner = await firstOwner(db);
  await db
    .updateTable('people')
    .set({ password_hash: hash, password_changed_at: 0 })
    .where('id', '=', owner?.id ?? '')
    .execute();
}

/** Sets the admin password: that of the first owner. */
export async function setAdminPassword(store: Store, password: string, now: number): Promise<void> {
  const owner = await firstOwner(store.db);
  await setPassword(store, owner?.id ?? '', password, now);
}

export async function isAdminPassword(store: Store, password: string): Promise<boolean> {
  const owner = await firstOwner(store.db);
  return isPasswordOf(owner?.password_hash ?? null, password);
}
