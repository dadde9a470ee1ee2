import type Database from 'libsql';
import { foundation } from './migrations/0001-foundation.js';
import { schedules } from './migrations/0002-schedules.js';
import { media } from './migrations/0003-media.js';
import { sources } from './migrations/0004-sources.js';
import { inbox } from './migrations/0005-inbox.js';
import { webhooks } from './migrations/0006-webhooks.js';
import { keyPolicies } from './migrations/0007-key-policies.js';
import { dashboard } from './migrations/0008-dashboard.js';

/** In order; a migration that was released is never changed. */
const MIGRATIONS: readonly string[] = [
  foundation,
  schedules,
  media,
  sources,
  inbox,
  webhooks,
  keyPolicies,
  dashboard,
];

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
    for (const sql of MIGRATIONS.slice(from)) database.exec(sql);
    database.exec(`pragma user_version = ${MIGRATIONS.length}`);
    database.exec('commit');
  } catch (error) {
    database.exec('rollback');
    throw error;
  }
}

function versionOf(database: Database.Database): number {
  const row: unknown = database.prepare('pragma user_version').get();
  return typeof row === 'object' && row !== null && 'user_version' in row ? Number(row.user_version) : 0;
}
