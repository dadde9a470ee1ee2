import type pg from 'pg';
import { MIGRATIONS } from '../migrations/migrations.js';
import { DatabaseUnusable, shownAddress } from './database-unusable.js';
import { MIGRATION_LOCK } from './locks.js';
import { refuseOldServer } from './server-version.js';
import { toPostgres } from './translate.js';

/** Holds the number of migrations applied. */
export const SCHEMA_TABLE = 'postrider_schema';

/** Rate limit buckets, shared by all processes. Unlogged: they can be lost. */
const SHARED_BUCKETS = `create unlogged table if not exists rate_buckets (
  key_id text primary key, tokens double precision not null, filled_at bigint not null, taken boolean not null
)`;

/**
 * Creates or migrates the tables, in one transaction. An advisory lock serializes processes that start together.
 *
 * @throws DatabaseUnusable if the server is too old, or the tables belong to a newer version of Postrider
 */
export async function migratePostgres(pool: pg.Pool, url: string): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ version: string; known: boolean }>(
      `select current_setting('server_version_num') as version, to_regclass($1) is not null as known`,
      [SCHEMA_TABLE],
    );
    refuseOldServer(url, Number(rows[0]?.version));
    if (rows[0]?.known && (await versionOf(client)) === MIGRATIONS.length) return;
    await client.query('begin');
    try {
      await client.query('set local lock_timeout = 60000; set local statement_timeout = 0');
      await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      await client.query(`create table if not exists ${SCHEMA_TABLE} (version bigint not null)`);
      await client.query(SHARED_BUCKETS);
      await applyMigrations(client, url);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  } finally {
    client.release();
  }
}

async function applyMigrations(client: pg.PoolClient, url: string): Promise<void> {
  const from = await versionOf(client);
  if (from > MIGRATIONS.length) {
    throw new DatabaseUnusable(
      'too_new',
      `The database at ${shownAddress(url)} was written by a newer version of Postrider (schema ${from}; this version supports ${MIGRATIONS.length}). Update Postrider, or use another database.`,
    );
  }
  for (const migration of MIGRATIONS.slice(from)) {
    await client.query(toPostgres(typeof migration === 'string' ? migration : migration.postgres));
  }
  if (from === 0) await client.query(`insert into ${SCHEMA_TABLE} (version) values (${MIGRATIONS.length})`);
  else await client.query(`update ${SCHEMA_TABLE} set version = ${MIGRATIONS.length}`);
}

async function versionOf(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ version: number }>(`select version from ${SCHEMA_TABLE}`);
  return rows[0]?.version ?? 0;
}
