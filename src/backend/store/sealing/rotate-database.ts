import { lockFolder } from '../folder-lock.js';
import type { DatabaseLocation } from '../open-database.js';
import { openStore, type Store } from '../store.js';
import type { ResealOptions } from './reseal.js';
import { nothingSealed, type Rotated, rotateKey } from './rotate.js';
import { type RotationKeyOptions, rotationKeys } from './rotation-keys.js';
import { readSealRecord } from './seal-record.js';

export interface RotationOptions extends Omit<RotationKeyOptions, 'dataFolder'>, ResealOptions {
  readonly location: DatabaseLocation;
}

export interface FinishedRotation extends Rotated {
  readonly formerKeyId: string;
  readonly keyId: string;
  /** Where the key lies now, and the former one if it lay in the data folder. */
  readonly keyFile: string;
  readonly formerFile: string | null;
}

/**
 * Seals the secrets of a database with another key. It must be stopped: a running backend has the former key.
 *
 * @returns null if a process uses the embedded database
 * @throws SecretKeyRefused
 * @throws DatabaseUnusable `in_use`
 */
export async function rotateDatabase(options: RotationOptions): Promise<FinishedRotation | null> {
  const { dataFolder, databaseUrl } = options.location;
  if (databaseUrl !== undefined) {
    const { openAlone } = await import('../postgres/alone.js');
    const store = await openAlone(databaseUrl);
    return rotateOn(store, store.refuseOthers, options).finally(() => store.close());
  }
  const unlock = lockFolder(dataFolder);
  if (unlock === null) return null;
  try {
    const store = openStore(dataFolder);
    return await rotateOn(store, async () => undefined, options).finally(() => store.close());
  } finally {
    unlock();
  }
}

async function rotateOn(
  store: Pick<Store, 'db' | 'write' | 'truncateLog'>,
  refuseOthers: () => Promise<void>,
  { location, secretKey, newKeyFile, sliceDone }: RotationOptions,
): Promise<FinishedRotation> {
  const record = await readSealRecord(store.db);
  if (record === null) throw nothingSealed();
  const keys = await rotationKeys({ dataFolder: location.dataFolder, secretKey, newKeyFile }, record);
  const rotated = await rotateKey(store, { ...keys, refuseOthers, sliceDone });
  const places = await keys.finish();
  return { ...rotated, ...places, formerKeyId: keys.from.key.id, keyId: keys.to.key.id };
}
