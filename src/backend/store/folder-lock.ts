import { join } from 'node:path';
import { errnoOf } from '../../base/errno.js';
import { makeFolder } from '../base/make-folder.js';
import { openFile } from './open-file.js';

/** An empty database, of which only the lock is used. */
const FILE = 'backend.lock';

/**
 * Locks a data folder for one backend. The operating system releases the lock when the process ends, however it ends.
 * Other commands do not take it, so they work beside a running backend.
 *
 * It is SQLite's exclusive lock on a file of its own: the only file lock that works on Linux, macOS and Windows
 * without another native module. This process must not open the file in any other way, because closing any handle of
 * a file releases POSIX locks on it.
 *
 * @returns releases the lock; null if another backend holds it
 */
export function lockFolder(folder: string): (() => void) | null {
  makeFolder(folder);
  const database = openFile(join(folder, FILE));
  try {
    // In memory: on disk, the journal of a killed process would have to be rolled back.
    database.exec('pragma busy_timeout = 0; pragma journal_mode = memory');
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if (errnoOf(error)?.startsWith('SQLITE_BUSY')) return null;
    throw error;
  }
  return () => database.close();
}
