import { rmSync } from 'node:fs';
import type { Store } from '../store.js';
import { type FoundKey, findKey, type KeyOptions, otherKey } from './find-key.js';
import { type ResealOptions, resealAll } from './reseal.js';
import { checkSealedWith, isKeyOf, readSealRecord, type SealRecord, writeSealRecord } from './seal-record.js';
import { isSealed, seal } from './sealed.js';
import { SecretKeyRefused } from './secret-key-refused.js';

export interface UnlockOptions extends KeyOptions, ResealOptions {}

/**
 * Opens the vault of a database with its key, and seals what a version without sealing left in clear. Refuses any other
 * key before anything else happens.
 *
 * @returns where the key lies; null: the database is in memory, and so is its key
 * @throws SecretKeyRefused
 */
export async function unlock(store: Store, options: UnlockOptions): Promise<FoundKey | null> {
  if (!store.vault.isLocked) return null;
  const known = await readSealRecord(store.db);
  if (known?.next !== undefined) throw unfinishedRotation();
  const found = await findKey(options, known);
  const record = known ?? (await firstRecord(store, found));
  store.vault.unlock(found.key);
  if (record.someInClear) await sealAll(store, found, record, options);
  return found;
}

/** Records the first key of a database. Of processes that start together, the first one decides. */
async function firstRecord(store: Store, found: FoundKey): Promise<SealRecord> {
  const record = await store.write(async (trx) => {
    const other = await readSealRecord(trx);
    if (other !== null) return other;
    const own = { check: checkSealedWith(found.key), someInClear: true };
    await writeSealRecord(trx, own);
    return own;
  });
  if (isKeyOf(found.key, record.check)) return record;
  // Made a moment ago, for nothing: the next start must not find it.
  if (found.inDataFolder) rmSync(found.from, { force: true });
  throw otherKey(found, record);
}

async function sealAll(
  store: Store,
  { key }: FoundKey,
  record: SealRecord,
  options: ResealOptions,
): Promise<void> {
  await resealAll(store, ({ text, purpose }) => (isSealed(text) ? null : seal(key, purpose, text)), options);
  // The log has the rows as they were.
  await store.truncateLog();
  await store.write((trx) => writeSealRecord(trx, { ...record, someInClear: false }));
}

function unfinishedRotation(): SecretKeyRefused {
  return new SecretKeyRefused(
    'rotating',
    'A rotation of the secret key has begun and is not finished: some secrets are sealed with the former key, others with the next one. Finish it with `postrider secrets rotate`, as it was begun.',
  );
}
