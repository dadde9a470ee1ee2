import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasErrno } from '../../../base/errno.js';
import { FILE_MODE } from '../../base/private-file.js';
import { syncFolder } from '../../base/sync-file.js';
import { SecretKey } from './secret-key.js';
import { SecretKeyRefused } from './secret-key-refused.js';

/** The key in a data folder. */
export const KEY_FILE = 'secret.key';

/** The key that a rotation changes to, until all secrets are sealed with it. */
export const NEXT_KEY_FILE = `${KEY_FILE}.next`;

/** The former key after a rotation: older backups need it. */
export const formerKeyFile = (keyId: string): string => `${KEY_FILE}.${keyId}`;

/**
 * @returns null if there is no such file
 * @throws SecretKeyRefused `invalid`
 */
export function readKeyFile(path: string): SecretKey | null {
  try {
    return SecretKey.parse(readFileSync(path, 'utf8'), `The file ${path}`);
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return null;
    if (error instanceof SecretKeyRefused) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new SecretKeyRefused('invalid', `The secret key cannot be read: ${reason}.`, error);
  }
}

/**
 * Writes a key to a file that only its owner can read, unless there is one. The file appears complete and on disk: of
 * two processes that start together, one writes it and the other reads it.
 *
 * @returns the key in the file
 */
export async function makeKeyFile(path: string, key = SecretKey.random()): Promise<SecretKey> {
  const partial = `${path}.${process.pid}.${key.id}.tmp`;
  const handle = openSync(partial, 'wx', FILE_MODE);
  try {
    writeSync(handle, key.exportText());
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  try {
    placeExclusively(partial, path);
  } finally {
    rmSync(partial, { force: true });
  }
  await syncFolder(dirname(path));
  return readKeyFile(path) ?? key;
}

function placeExclusively(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (hasErrno(error, 'EEXIST')) return;
    copyWithoutLinks(from, to);
  }
}

/** For file systems without hard links. */
function copyWithoutLinks(from: string, to: string): void {
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  } catch (error) {
    if (!hasErrno(error, 'EEXIST')) throw error;
  }
}

/** Ends a rotation: the next key becomes the key of the folder. The former one is kept, because older backups need it. */
export async function adoptNextKey(folder: string): Promise<void> {
  const path = join(folder, KEY_FILE);
  const former = readKeyFile(path);
  if (former !== null) await makeKeyFile(join(folder, formerKeyFile(former.id)), former);
  await rename(join(folder, NEXT_KEY_FILE), path);
  await syncFolder(folder);
}
