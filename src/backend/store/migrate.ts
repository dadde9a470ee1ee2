import type Database from 'libsql';
import { MIGRATIONS } from './migrations/migrations.js';

/** How long to wait for another process that is migrating, in milliseconds. */
const LOCK_TIMEOUT_MS = 10_000;

/** The data was written by a newer version of Postrider. */
class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew';
}

/**
 * Migrates the database. Processes that start together are serialized by the database's write lock.
 *
 * @param to number of migrations to apply; all by default
 */
export function migrate(database: Database.Database, to = MIGRATIONS.length): void {
  if (versionOf(database) === to) return;
  database.exec(`pragma busy_timeout = ${LOCK_TIMEOUT_MS}`);
  database.exec('begin exclusive');
  try {
    const from = versionOf(database);
    if (from > MIGRATIONS.length) {
      throw new DatabaseTooNew(
        `The data folder was written by a newer version of Postrider (schema ${from}; this version supports ${MIGRATIONS.length}). Update Postrider, or use another folder with --data.`,
      );
    }
    for (const migration of MIGRATIONS.slice(from, to)) {
      database.exec(typeof migration === 'string' ? migration : migration.embedded);
    }
    database.exec(`pragma user_version = ${to}`);
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

/** Number of migrations applied; 0: a new database. */
export function versionOf(database: Database.Database): number {
  const row: unknown = database.prepare('pragma user_version').get();
  return typeof row === 'object' && row !== null && 'user_version' in row ? Number(row.user_version) : 0;
}
