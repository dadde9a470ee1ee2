import { join } from 'node:path';
import {
  adoptNextKey,
  formerKeyFile,
  KEY_FILE,
  makeKeyFile,
  NEXT_KEY_FILE,
  readKeyFile,
} from './key-file.js';
import { isKeyOf, type SealRecord } from './seal-record.js';
import { keyIdOf } from './sealed.js';
import { SecretKey } from './secret-key.js';
import { SecretKeyRefused } from './secret-key-refused.js';

/** A key that the operator keeps apart from the data: its text, or the file that holds it. */
export type GivenKey =
  /** `from` names the setting, for messages. */
  { readonly text: string; readonly from: string } | { readonly file: string };

export interface KeyOptions {
  readonly dataFolder: string;
  /** Absent: the key in the data folder. */
  readonly secretKey?: GivenKey | undefined;
  /** Whether to make a key in the data folder if the database needs its first one. */
  readonly mayMakeKey: boolean;
}

export interface FoundKey {
  readonly key: SecretKey;
  /** Where it lies: the name of a setting, or the path of a file. */
  readonly from: string;
  /** Whether it lies in the data folder. */
  readonly inDataFolder: boolean;
}

/** What helps if the key is not known. */
const GIVE_IT = 'Give it with `POSTRIDER_SECRET_KEY` or `--secret-key-file`.';

/**
 * Finds the key of a database, or makes its first one.
 *
 * @param record with which key the database is sealed; null: none yet
 * @throws SecretKeyRefused
 */
export async function findKey(options: KeyOptions, record: SealRecord | null): Promise<FoundKey> {
  const found = options.secretKey ? givenKey(options.secretKey) : await keyInFolder(options, record);
  if (record !== null && !isKeyOf(found.key, record.check)) throw otherKey(found, record);
  return found;
}

/** @throws SecretKeyRefused `missing` if there is no such file, `invalid` */
export function givenKey(given: GivenKey): FoundKey {
  if ('text' in given) {
    return { key: SecretKey.parse(given.text, given.from), from: given.from, inDataFolder: false };
  }
  const key = readKeyFile(given.file);
  if (key !== null) return { key, from: given.file, inDataFolder: false };
  throw new SecretKeyRefused('missing', `There is no secret key file ${given.file}.`);
}

async function keyInFolder(
  { dataFolder, mayMakeKey }: KeyOptions,
  record: SealRecord | null,
): Promise<FoundKey> {
  const inMemory = dataFolder === ':memory:';
  const path = join(dataFolder, KEY_FILE);
  const next = inMemory || record === null ? null : readKeyFile(join(dataFolder, NEXT_KEY_FILE));
  // The last step of a rotation, if its process ended before it.
  if (record !== null && next !== null && isKeyOf(next, record.check)) await adoptNextKey(dataFolder);
  const key = inMemory ? null : readKeyFile(path);
  if (key !== null && (record === null || isKeyOf(key, record.check))) {
    return { key, from: path, inDataFolder: true };
  }
  // A restored backup may be older than the last rotation.
  const formerPath = join(dataFolder, formerKeyFile(keyIdOf(record?.check ?? '') ?? ''));
  const former = inMemory || record === null ? null : readKeyFile(formerPath);
  if (former !== null) return { key: former, from: formerPath, inDataFolder: true };
  if (key !== null) return { key, from: path, inDataFolder: true };
  if (record !== null) {
    const id = keyIdOf(record.check);
    const where = inMemory ? '' : `, and there is no ${path}`;
    throw new SecretKeyRefused(
      'missing',
      `The secrets of this database are sealed with the key ${id}${where}. ${GIVE_IT}`,
    );
  }
  if (!mayMakeKey || inMemory) {
    throw new SecretKeyRefused(
      'missing',
      `Processes that share a database need the same secret key, and none was given. Make one with: openssl rand -base64 32. ${GIVE_IT}`,
    );
  }
  return { key: await makeKeyFile(path), from: path, inDataFolder: true };
}

/** The database is sealed with another key. */
export function otherKey({ key, from }: FoundKey, { check }: SealRecord): SecretKeyRefused {
  return new SecretKeyRefused(
    'other',
    `This database was sealed with another secret key: ${keyIdOf(check)}. The key from ${from} is ${key.id}. Give the key with which the database was sealed.`,
  );
}
