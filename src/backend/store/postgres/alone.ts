import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { Tables } from '../schema.js';
import type { Queries, Store } from '../store.js';
import { checkAddress, DatabaseUnusable, shownAddress, unusable } from './database-unusable.js';
import { WRITE_LOCK } from './locks.js';
import { openPostgres } from './open-postgres.js';
import { APPLICATION_NAME, connectionTo } from './pool.js';

/** How often, and with which pauses, to look whether other processes are connected. */
const CONNECTION_LOOKS = 5;
const CONNECTION_PAUSE_MS = 200;

/** A database that this process means to have for itself, on one connection. */
export interface LoneStore extends Pick<Store, 'db' | 'write' | 'truncateLog' | 'close'> {
  /** @throws DatabaseUnusable `in_use` if another process of Postrider is connected */
  refuseOthers(): Promise<void>;
}

/**
 * Opens a PostgreSQL database on a single connection, after migrating it.
 *
 * @throws DatabaseUnusable
 */
export async function openAlone(url: string): Promise<LoneStore> {
  checkAddress(url);
  await (await openPostgres(url, 1)).close();
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: onePool(url) }) });
  return {
    db,
    write: (work) =>
      db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${sql.raw(WRITE_LOCK)})`.execute(trx);
        return work(trx);
      }),
    truncateLog: async () => undefined,
    refuseOthers: async () => {
      await refuseConnected(db, url).catch((error: unknown) => {
        throw unusable(error, url);
      });
    },
    close: () => db.destroy(),
  };
}

/** A pool of one connection, so that `pg_backend_pid()` is the only one of this process. */
export function onePool(url: string): pg.Pool {
  const pool = new pg.Pool({ ...connectionTo(url), max: 1 });
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Looks several times: the server takes a moment to notice that a process has ended.
 *
 * @throws DatabaseUnusable `in_use`
 */
export async function refuseConnected(on: Queries, url: string): Promise<void> {
  for (let look = 1; ; look += 1) {
    const { rows } = await sql<{ amount: number }>`select count(*) as amount from pg_stat_activity
      where datname = current_database() and application_name = ${APPLICATION_NAME}
        and pid <> pg_backend_pid()`.execute(on);
    if ((rows[0]?.amount ?? 0) === 0) return;
    if (look === CONNECTION_LOOKS) {
      throw new DatabaseUnusable('in_use', `A Postrider process is connected to ${shownAddress(url)}.`);
    }
    await sleep(CONNECTION_PAUSE_MS);
  }
}
