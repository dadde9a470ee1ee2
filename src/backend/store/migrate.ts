import type Database from 'libsql';
import { MIGRATIONS } from './migrations/migrations.js';
import { StoreUnusable } from './store-unusable.js';

/** How long to wait for another process that is migrating, in milliseconds. */
const LOCK_TIMEOUT_MS = 10_000;

/**
 * What all migrations together make, once a database of this process has been through them. Databases in memory are
 * made from it, which takes a third of the time: tests open hundreds. Those in files always run the migrations.
 */
let knownSchema: string | null = null;

/**
 * Migrates the database. Processes that start together are serialized by the database's write lock.
 *
 * @param to number of migrations to apply; all by default
 * @throws StoreUnusable if the database is newer than this program
 */
export function migrate(database: Database.Database, to = MIGRATIONS.length): void {
  const before = versionOf(database);
  if (before === to) return;
  refuseNewer(before);
  database.exec(`pragma busy_timeout = ${LOCK_TIMEOUT_MS}`);
  database.exec('begin exclusive');
  try {
    const from = versionOf(database);
    refuseNewer(from);
    const whole = from === 0 && to === MIGRATIONS.length;
    if (whole && database.memory && knownSchema !== null) database.exec(knownSchema);
    else {
      for (const migration of MIGRATIONS.slice(from, to)) {
        database.exec(typeof migration === 'string' ? migration : migration.embedded);
      }
    }
    if (whole) knownSchema ??= schemaOf(database);
    database.exec(`pragma user_version = ${to}`);
    database.exec('commit');
  } catch (error) {
    // A full disk ends the transaction by itself; another rollback would hide the error.
    if (database.inTransaction) database.exec('rollback');
    throw error;
  }
}

function refuseNewer(version: number): void {
  if (version <= MIGRATIONS.length) return;
  throw new StoreUnusable(
    'too_new',
    `The database was written by a newer version of Postrider (schema ${version}; this version supports ${MIGRATIONS.length}).`,
  );
}

/** Number of migrations applied; 0: a new database. */
export function versionOf(database: Database.Database): number {
  const row: unknown = database.prepare('pragma user_version').get();
  return typeof row === 'object' && row !== null && 'user_version' in row ? Number(row.user_version) : 0;
}

/** The statements that make an empty database like this one, in the order in which its parts were made. */
function schemaOf(database: Database.Database): string {
  const made: readonly unknown[] = database
    .prepare(
      "select sql from sqlite_schema where sql is not null and name not like 'sqlite\\_%' escape '\\' order by rowid",
    )
    .all();
  return made
    .map((row) => (typeof row === 'object' && row !== null && 'sql' in row ? `${String(row.sql)};\n` : ''))
    .join('');
}
