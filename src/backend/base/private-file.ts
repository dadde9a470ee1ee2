import { closeSync, openSync } from 'node:fs';
import { hasErrno } from '../../base/errno.js';

/** Permissions of files: only their owner can read and write them. */
export const FILE_MODE = 0o600;

/** Permissions of folders: only their owner can enter them. */
export const FOLDER_MODE = 0o700;

/**
 * Creates an empty file that only its owner can read, before a library would create it with the permissions that the
 * umask leaves. Does nothing if it exists, because closing a handle of an open database would release its locks.
 *
 * @throws the system error if it cannot be created
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', FILE_MODE));
  } catch (error) {
    if (!hasErrno(error, 'EEXIST')) throw error;
  }
}
