import type Database from 'libsql';
import { MIGRATIONS } from './migrations/migrations.js';

/** How long to wait for another process that is migrating, in milliseconds. */
const PATIENCE_MS = 10_000;

/** The data was written by a newer Postrider than this one. */
class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew';
}

/**
 * Brings the database up to date. Processes that start together take turns on the database's own write
 * lock; nothing else ever locks the data folder.
 */
export function migrate(database: Database.Database): void {
  if (versionOf(database) === MIGRATIONS.length) return;
  database.exec(`pragma busy_timeout = ${PATIENCE_MS}`);
  database.exec('begin exclusive');
  try {
    const from = versionOf(database);
    if (from > MIGRATIONS.length) {
      throw new DatabaseTooNew(
        `The data folder was written by a newer version of Postrider (schema ${from}; this version knows ${MIGRATIONS.length}). Update Postrider, or name another folder with --data.`,
      );
    }
    for (const migration of MIGRATIONS.slice(from)) {
      database.exec(typeof migration === 'string' ? migration : migration.embedded);
    }
    database.exec(`pragma user_version = ${MIGRATIONS.length}`);
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

/** How many migrations a database has had; 0: it is new. */
export function versionOf(database: Database.Database): number {
  const row: unknown = database.prepare('pragma user_version').get();
  return typeof row === 'object' && row !== null && 'user_version' in row ? Number(row.user_version) : 0;
}
