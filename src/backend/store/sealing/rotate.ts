import type { Store, Write } from '../store.js';
import { type FoundKey, otherKey } from './find-key.js';
import { type ResealOptions, resealAll } from './reseal.js';
import { checkSealedWith, isKeyOf, readSealRecord, writeSealRecord } from './seal-record.js';
import { isSealed, keyIdOf, SealBroken, type Sealed, seal, unseal } from './sealed.js';
import type { SecretKey } from './secret-key.js';
import { SecretKeyRefused } from './secret-key-refused.js';

export interface RotateOptions extends ResealOptions {
  readonly from: FoundKey;
  readonly to: FoundKey;
  /** Throws if another process uses the database. Called once no other process can start on it. */
  readonly refuseOthers: () => Promise<void>;
}

export interface Rotated {
  /** How many secrets were sealed with the next key, in this run. */
  readonly resealed: number;
  /** What could not be opened, and stays as it is: its accounts have to be reconnected. */
  readonly broken: readonly string[];
  /** The rotation was complete before. */
  readonly wasFinished: boolean;
}

/**
 * Seals every secret with another key. If the process ends in between, no backend starts on the database until a
 * rotation with the same keys has finished.
 *
 * @throws SecretKeyRefused
 */
export async function rotateKey(
  store: Pick<Store, 'db' | 'write' | 'truncateLog'>,
  { from, to, refuseOthers, ...options }: RotateOptions,
): Promise<Rotated> {
  const begun = await begin(store, from, to);
  if (begun === 'finished before') return { resealed: 0, broken: [], wasFinished: true };
  try {
    await refuseOthers();
  } catch (error) {
    // Nothing is sealed with the next key yet.
    if (begun === 'begun now') await store.write((trx) => forgetNext(trx));
    throw error;
  }
  const broken = new Set<string>();
  const resealed = await resealAll(
    store,
    ({ text, purpose }) => {
      if (keyIdOf(text) === to.key.id) return null;
      const secret = isSealed(text) ? opened(from.key, purpose, text) : text;
      if (secret !== null) return seal(to.key, purpose, secret);
      broken.add(purpose);
      return null;
    },
    options,
  );
  await store.write((trx) => writeSealRecord(trx, { check: checkSealedWith(to.key), someInClear: false }));
  // The log has what the former key opens.
  await store.truncateLog();
  return { resealed, broken: [...broken], wasFinished: false };
}

/** Records where the rotation goes, so that no backend starts before it is finished. */
function begin(
  store: Pick<Store, 'write'>,
  from: FoundKey,
  to: FoundKey,
): Promise<'begun now' | 'begun before' | 'finished before'> {
  return store.write(async (trx) => {
    const record = await readSealRecord(trx);
    if (record === null) throw nothingSealed();
    if (isKeyOf(to.key, record.check)) return 'finished before';
    if (!isKeyOf(from.key, record.check)) throw otherKey(from, record);
    const { next } = record;
    if (next !== undefined) {
      if (isKeyOf(to.key, next)) return 'begun before';
      throw new SecretKeyRefused(
        'rotating',
        `A rotation to the key ${keyIdOf(next)} has begun and is not finished. Finish it with that key; the key from ${to.from} is ${to.key.id}.`,
      );
    }
    await writeSealRecord(trx, { ...record, next: checkSealedWith(to.key) });
    return 'begun now';
  });
}

async function forgetNext(trx: Write): Promise<void> {
  const record = await readSealRecord(trx);
  if (record === null) return;
  const { next: _, ...rest } = record;
  await writeSealRecord(trx, rest);
}

/** Null: it does not open. */
function opened(key: SecretKey, purpose: string, text: Sealed): string | null {
  try {
    return unseal(key, purpose, text);
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

/** The database has no key that could be changed. */
export function nothingSealed(): SecretKeyRefused {
  return new SecretKeyRefused(
    'unsealed',
    'Nothing is sealed in this database yet. The backend seals its secrets when it starts.',
  );
}
