import { errnoOf } from '../../../base/errno.js';
import { CliFailure } from '../../failure.js';

/** System errors for a folder that cannot be created, read or written. */
const FOLDER_CODES: readonly unknown[] = [
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'ENOENT',
  'ENOSPC',
];

/** SQLite errors for a file that is not a database or is damaged. */
const DAMAGED = /^SQLITE_(NOTADB|CORRUPT)/;

/** Translates an error of the data folder; returns any other error unchanged. */
export function folderFailure(error: unknown, folder: string): unknown {
  const code = errnoOf(error);
  if (DAMAGED.test(String(code))) {
    return new CliFailure(
      'configuration',
      `postrider.db in ${folder} is not a database or is damaged (${String(code)}).`,
      {
        changed: 'nothing',
        next: ['Restore it from a backup, or start with another folder: --data <folder>'],
        cause: error,
      },
    );
  }
  const unopened = String(code).startsWith('SQLITE_CANTOPEN') || String(code).startsWith('SQLITE_READONLY');
  if (!unopened && !FOLDER_CODES.includes(code)) return error;
  return new CliFailure('configuration', `The data folder ${folder} cannot be used (${String(code)}).`, {
    changed: 'nothing',
    next: ['Choose a folder that you can write to: --data <folder>'],
    cause: error,
  });
}
