import { Kysely, PostgresDialect, sql } from 'kysely';
import { errnoOf } from '../../../base/errno.js';
import { isDamaged } from '../database-errors.js';
import { GroupCommit } from '../group-commit.js';
import type { Tables } from '../schema.js';
import { Vault } from '../sealing/vault.js';
import type { Queries, Store } from '../store.js';
import { checkAddress, unusable } from './database-unusable.js';
import { WRITE_LOCK } from './locks.js';
import { migratePostgres, readMigrations } from './migrate-postgres.js';
import { Notifier } from './notifier.js';
import { openPool, withTimeout } from './pool.js';
import { diagnoseOldServer } from './server-version.js';

/** Default number of connections per process, plus one for LISTEN. */
const DEFAULT_CONNECTIONS = 10;

/**
 * Opens a PostgreSQL database and migrates it.
 *
 * A transaction-level advisory lock serializes the writes of all processes. Every transaction therefore sees what the
 * previous one committed, as on the embedded database, and events are committed in the order of their numbers: the
 * lock is taken before the first statement and released after the commit is visible.
 *
 * Claims, and what a publisher records about its own claims, lock rows instead. Any other writer of targets first
 * reads their posts `for update`, ordered by id, and claims skip locked rows, so there is no deadlock.
 *
 * @param url `postgres://user:password@host:port/database`
 * @throws DatabaseUnusable
 */
export async function openPostgres(url: string, connections = DEFAULT_CONNECTIONS): Promise<Store> {
  checkAddress(url);
  const pool = openPool(url, connections);
  try {
    await migratePostgres(pool, url);
  } catch (error) {
    await pool.end();
    throw unusable(await diagnoseOldServer(error, url), url);
  }
  let damage: string | null = null;
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: withTimeout(pool) }),
    log: (event) => {
      if (event.level === 'error' && isDamaged(event.error)) damage ??= errnoOf(event.error) ?? null;
    },
  });
  const notifyOn = (on: Queries) => (channel: string, payload: string) =>
    sql`select pg_notify(${channel}, ${payload})`.execute(on);
  const notifier = new Notifier(url, notifyOn(db));
  const commits = new GroupCommit(db, {
    opened: async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.raw(WRITE_LOCK)})`.execute(trx);
    },
    closing: (trx) => notifier.committing(notifyOn(trx)),
  });
  // Row-locking writes that record no events: they need no advisory lock.
  const byRows = new GroupCommit(db);
  await notifier.listen();
  return {
    engine: 'postgres',
    db,
    vault: new Vault(),
    damage: () => damage,
    write: (work, how) => (how?.rows ? byRows : commits).write(work, how),
    onCommit: (listener) => {
      const endings = [commits.onCommit(listener), notifier.onCommit(listener)];
      return () => {
        for (const end of endings) end();
      };
    },
    notify: (what) => notifier.notify(what),
    onNotification: (listener) => notifier.onNotification(listener),
    // Autovacuum does this.
    reclaimSpace: async () => false,
    truncateLog: async () => undefined,
    migrations: () => readMigrations(db),
    close: async () => {
      await Promise.all([commits.idle(), byRows.idle()]);
      await notifier.close();
      await db.destroy();
      // Kysely does not end a pool that it never used.
      if (!pool.ending) await pool.end();
    },
  };
}
