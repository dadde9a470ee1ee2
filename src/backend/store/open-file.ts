import Database from 'libsql';
import { createPrivateFile } from '../base/private-file.js';

/**
 * Opens a database file. A new one, and the files that SQLite keeps next to it, can be read only by their owner.
 *
 * @param path `:memory:` for a database without a file
 * @throws Error with the code SQLITE_CANTOPEN, which the driver has only in its message, or the system error if the
 *   file cannot be created
 */
export function openFile(path: string): Database.Database {
  if (path !== ':memory:') createPrivateFile(path);
  try {
    return new Database(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw Object.assign(new Error(`${path} cannot be opened: ${reason}`, { cause }), {
      code: 'SQLITE_CANTOPEN',
    });
  }
}
