import { errnoOf } from '../../base/errno.js';
import { CliFailure } from '../failure.js';

/** What the system answers where a folder cannot be made, read or written. */
const FOLDER_CODES: readonly unknown[] = [
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'ENOENT',
  'ENOSPC',
];

/** What SQLite answers where the file is no database, or is one no more. */
const DAMAGED = /^SQLITE_(NOTADB|CORRUPT)/;

/** An error of the data folder in words; any other error as it is. */
export function folderFailure(error: unknown, folder: string): unknown {
  const code = errnoOf(error);
  if (DAMAGED.test(String(code))) {
    return new CliFailure(
      'configuration',
      `postrider.db in ${folder} is no database, or is damaged (${String(code)}).`,
      {
        changed: 'nothing',
        next: ['Put a backup of it in its place, or begin anew in another folder: --data <folder>'],
        cause: error,
      },
    );
  }
  const unopened = String(code).startsWith('SQLITE_CANTOPEN') || String(code).startsWith('SQLITE_READONLY');
  if (!unopened && !FOLDER_CODES.includes(code)) return error;
  return new CliFailure('configuration', `The data folder ${folder} cannot be used (${String(code)}).`, {
    changed: 'nothing',
    next: ['Name a folder that you can write to: --data <folder>'],
    cause: error,
  });
}
