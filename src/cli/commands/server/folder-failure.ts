import { errnoOf } from '../../../base/errno.js';
import { CliFailure } from '../../failure.js';
import { typed } from '../../typed-name.js';

/** System errors for a folder that cannot be created, read or written. */
const FOLDER_CODES: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'];

/** SQLite errors for a file that is not a database, is damaged, or cannot be read. */
const DAMAGED = /^SQLITE_(NOTADB|CORRUPT|IOERR_(READ|SHORT_READ|CORRUPTFS))/;

/** A full disk, an exceeded quota, or a limit of the process. SQLite reports some of these as I/O errors. */
const FULL = /^(SQLITE_FULL|SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE|SHM)\w*|ENOSPC|EDQUOT|EFBIG)$/;

/** Translates an error of the data folder or of the database in it; returns any other error unchanged. */
export function folderFailure(error: unknown, folder: string): unknown {
  if (error instanceof Error && error.name === 'StoreUnusable' && 'reason' in error) {
    return error.reason === 'too_new' ? tooNew(error, folder) : incomplete(error, folder);
  }
  if (error instanceof Error && error.name === 'NoSpaceForBackup') return noSpace(error);
  const code = errnoOf(error) ?? '';
  if (DAMAGED.test(code)) return damaged(error, folder, code);
  if (FULL.test(code)) {
    return new CliFailure('data_unusable', `The disk of the data folder ${folder} is full (${code}).`, {
      next: ['Free some space on it, then run the command again'],
      cause: error,
    });
  }
  if (code.startsWith('SQLITE_BUSY')) {
    return new CliFailure('unavailable', `Another process holds the lock of the database in ${folder}.`, {
      changed: 'nothing',
      next: [
        'Look for a Postrider process that is suspended: resume it or end it, then run the command again',
      ],
      cause: error,
    });
  }
  const unopened = code.startsWith('SQLITE_CANTOPEN') || code.startsWith('SQLITE_READONLY');
  if (!unopened && !FOLDER_CODES.includes(code)) return error;
  return new CliFailure('configuration', `The data folder ${folder} cannot be used (${code}).`, {
    changed: 'nothing',
    next: ['Choose a folder that you can write to: --data <folder>'],
    cause: error,
  });
}

function damaged(error: unknown, folder: string, code: string): CliFailure {
  return new CliFailure(
    'data_unusable',
    `postrider.db in ${folder} is damaged, or is not a database (${code}).`,
    {
      changed: 'nothing',
      next: [
        `Stop the backend and restore a backup: ${typed('restore --help')}`,
        'Or use another folder: --data <folder>',
      ],
      cause: error,
    },
  );
}

function tooNew(error: Error, folder: string): CliFailure {
  return new CliFailure('data_unusable', error.message, {
    changed: 'nothing',
    next: [
      'Update Postrider to the version that wrote it: npm install --global postrider@latest',
      `Or go back to this version, with a backup such as before-update-….tar.gz in ${folder}: ${typed('restore --help')}`,
      `Or use another folder than ${folder}: --data <folder>`,
    ],
    cause: error,
  });
}

function noSpace(error: Error): CliFailure {
  return new CliFailure('data_unusable', error.message, {
    changed: 'nothing',
    next: [
      'Free some space, then start again',
      `Or make a backup on another disk, with the version that you had before, and start once without one here: ${typed('serve --no-update-backup')}`,
    ],
    cause: error,
  });
}

function incomplete(error: Error, folder: string): CliFailure {
  return new CliFailure('data_unusable', error.message, {
    changed: 'nothing',
    lines: [
      'Posts, replies and records of what was sent can be among them. Without these records, posts may be published twice.',
    ],
    next: [
      'Put the missing file back, or the newer database',
      `Or restore a backup: ${typed('restore --help')}`,
      `Or go on without these changes: check what was published, then remove postrider.db-commits from ${folder}`,
    ],
    cause: error,
  });
}
