import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../base/sync-file.js';
import { type FoundKey, findKey, type KeyOptions } from './find-key.js';
import {
  adoptNextKey,
  formerKeyFile,
  KEY_FILE,
  makeKeyFile,
  NEXT_KEY_FILE,
  readKeyFile,
} from './key-file.js';
import { isKeyOf, type SealRecord } from './seal-record.js';
import { SecretKeyRefused } from './secret-key-refused.js';

export interface RotationKeyOptions extends Omit<KeyOptions, 'mayMakeKey'> {
  /** The file with the next key, which is made if it does not exist; absent: the data folder keeps it. */
  readonly newKeyFile?: string | undefined;
}

export interface RotationKeys {
  readonly from: FoundKey;
  readonly to: FoundKey;
  /** Puts the keys in their places, once everything is sealed with the next one. */
  finish(): Promise<{ readonly keyFile: string; readonly formerFile: string | null }>;
}

/**
 * The key of a database and its next one, which is made if it is not there yet.
 *
 * @throws SecretKeyRefused
 */
export async function rotationKeys(options: RotationKeyOptions, record: SealRecord): Promise<RotationKeys> {
  const { dataFolder, newKeyFile } = options;
  if (newKeyFile === undefined && options.secretKey !== undefined) {
    throw new SecretKeyRefused(
      'new_file_missing',
      'The key does not lie in the data folder, so the next one must not either: name its file.',
    );
  }
  const path = newKeyFile ?? join(dataFolder, NEXT_KEY_FILE);
  // A wrong key is refused before a new one is made. After a rotation that nearly finished, the next key is the right one.
  const known = await findKey({ ...options, mayMakeKey: false }, record).catch((error: unknown) => {
    if (newKeyFile === undefined || !(error instanceof SecretKeyRefused)) throw error;
    return error;
  });
  if (known instanceof SecretKeyRefused && known.reason === 'invalid') throw known;
  const key = await nextKey(path, known, record);
  const to = { key, from: path, inDataFolder: newKeyFile === undefined };
  const from = known instanceof SecretKeyRefused ? to : known;
  return {
    from,
    to,
    finish: () => (newKeyFile === undefined ? adopt(dataFolder, from) : setAside(from, newKeyFile)),
  };
}

async function nextKey(path: string, known: FoundKey | SecretKeyRefused, record: SealRecord) {
  if (!(known instanceof SecretKeyRefused)) return makeKeyFile(path);
  const key = readKeyFile(path);
  if (key === null || !isKeyOf(key, record.check)) throw known;
  return key;
}

async function adopt(folder: string, { key }: FoundKey) {
  await adoptNextKey(folder);
  return { keyFile: join(folder, KEY_FILE), formerFile: join(folder, formerKeyFile(key.id)) };
}

/** The former key in the data folder gets the name under which older backups find it. */
async function setAside({ key, from, inDataFolder }: FoundKey, keyFile: string) {
  const folder = dirname(from);
  const formerFile = join(folder, formerKeyFile(key.id));
  if (!inDataFolder) return { keyFile, formerFile: null };
  if (from !== formerFile) {
    await rename(from, formerFile);
    await syncFolder(folder);
  }
  return { keyFile, formerFile };
}
