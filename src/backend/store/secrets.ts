import { randomBytes } from 'node:crypto';
import type { Store } from './store.js';

/** A named secret of this backend, created on first use and shared by all processes. */
export async function secretNamed(store: Store, name: string): Promise<string> {
  const value = await readSecret(store, name);
  if (value !== undefined) return value;
  const fresh = randomBytes(32).toString('base64url');
  await store.write((trx) =>
    trx
      .insertInto('secrets')
      .values({ name, value: fresh })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return (await readSecret(store, name)) ?? fresh;
}

async function readSecret(store: Store, name: string): Promise<string | undefined> {
  const row = await store.db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}
