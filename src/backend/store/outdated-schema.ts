import { statSync } from 'node:fs';
import { join } from 'node:path';
import { CURRENT_SCHEMA, DatabaseFile } from './copy/database-file.js';
import { DATABASE_FILE } from './store.js';

/**
 * The schema of the embedded database in a folder, if this version has further migrations for it: the number of
 * migrations applied. Null: there is no database, it is new, or it is up to date.
 *
 * @throws Error with an SQLITE_ code if it is not a database
 */
export function outdatedSchema(folder: string): number | null {
  const path = join(folder, DATABASE_FILE);
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return null;
  const file = DatabaseFile.open(path);
  try {
    const { schema } = file;
    return schema > 0 && schema < CURRENT_SCHEMA ? schema : null;
  } finally {
    file.close();
  }
}
