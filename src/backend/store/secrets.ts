import { randomBytes } from 'node:crypto';
import type { Sealed } from './sealing/sealed.js';
import type { SecretName } from './sealing/sealed-columns.js';
import type { Store } from './store.js';

/** A named secret of this backend, created on first use, sealed, and shared by all processes. */
export async function secretNamed(store: Store, name: SecretName): Promise<string> {
  const known = await readSecret(store, name);
  if (known !== undefined) return known;
  const fresh = randomBytes(32).toString('base64url');
  const value = store.vault.sealNamed(name, fresh);
  await store.write((trx) =>
    trx
      .insertInto('secrets')
      .values({ name, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return (await readSecret(store, name)) ?? fresh;
}

async function readSecret(store: Store, name: SecretName): Promise<string | undefined> {
  const row = await store.db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  // Only this file writes the rows of these names.
  return row && store.vault.openNamed(name, row.value as Sealed);
}
