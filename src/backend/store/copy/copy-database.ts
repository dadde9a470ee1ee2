import { join } from 'node:path';
import type { DatabaseLocation } from '../open-database.js';
import { DATABASE_FILE } from '../store.js';
import type { CopyOptions } from './copy-options.js';
import { type CountedTable, CURRENT_SCHEMA, DatabaseFile } from './database-file.js';

/** The database was written by a newer version of Postrider. */
class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew';
}

/** A copy of a database, in one file. */
export interface DatabaseCopy {
  readonly file: DatabaseFile;
  readonly schema: number;
  readonly tables: readonly CountedTable[];
}

/**
 * Copies a database as it is at one instant into a new file, without migrating it and while other processes use it.
 *
 * @throws SchemaTooNew
 * @throws DatabaseUnusable
 */
export async function copyDatabase(
  { dataFolder, databaseUrl }: DatabaseLocation,
  to: string,
  options: CopyOptions,
): Promise<DatabaseCopy> {
  if (databaseUrl !== undefined) {
    const { copyPostgresToFile } = await import('../postgres/copy-to-file.js');
    await copyPostgresToFile(databaseUrl, to, options);
  } else {
    copyEmbedded(join(dataFolder, DATABASE_FILE), to);
  }
  const file = DatabaseFile.open(to);
  return { file, schema: file.schema, tables: file.count() };
}

function copyEmbedded(from: string, to: string): void {
  const source = DatabaseFile.open(from);
  try {
    const { schema } = source;
    if (schema > CURRENT_SCHEMA) {
      throw new SchemaTooNew(
        `The database was written by a newer version of Postrider (schema ${schema}; this version supports ${CURRENT_SCHEMA}). Use that version for the backup.`,
      );
    }
    source.copyTo(to);
  } finally {
    source.close();
  }
}
