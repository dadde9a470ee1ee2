import { Kysely, PostgresDialect, sql } from 'kysely';
import { GroupCommit } from '../group-commit.js';
import type { Tables } from '../schema.js';
import type { Queries, Store } from '../store.js';
import { checkAddress, unusable } from './database-unusable.js';
import { WRITE_LOCK } from './locks.js';
import { migratePostgres } from './migrate-postgres.js';
import { givingUp, openPool } from './pool.js';
import { orTooOld } from './server-version.js';
import { Signals } from './signals.js';

/** Connections of one process, unless told; one more is for listening. */
const CONNECTIONS = 10;

/**
 * Opens (and migrates) a database of PostgreSQL.
 *
 * Writes of all processes take turns on an advisory lock that ends with their transaction. That makes every
 * transaction see what the one before it has committed, as on the embedded database, and it makes events be committed
 * in the order of their numbers: the lock is taken before the first statement, and let go after the commit is visible.
 *
 * Claims, and what a publisher notes about its own claims, wait for no turn: they lock their rows. What else writes
 * targets reads their post `for update` first, in that order, and claims skip what is locked: nobody waits in a circle.
 *
 * @param url `postgres://user:password@host:port/database`
 * @throws DatabaseUnusable
 */
export async function openPostgres(url: string, connections = CONNECTIONS): Promise<Store> {
  checkAddress(url);
  const pool = openPool(url, connections);
  try {
    await migratePostgres(pool, url);
  } catch (error) {
    await pool.end();
    throw unusable(await orTooOld(error, url), url);
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: givingUp(pool) }) });
  const notify = (on: Queries) => (channel: string, payload: string) =>
    sql`select pg_notify(${channel}, ${payload})`.execute(on);
  const signals = new Signals(url, notify(db));
  const commits = new GroupCommit(db, {
    opened: async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.raw(WRITE_LOCK)})`.execute(trx);
    },
    closing: (trx) => signals.committing(notify(trx)),
  });
  // Rows are locked one by one there, and no event is written: it needs no turn.
  const byRows = new GroupCommit(db);
  await signals.listen();
  return {
    engine: 'postgres',
    db,
    write: (work, how) => (how?.rows ? byRows : commits).write(work, how),
    onCommit: (listener) => {
      const endings = [commits.onCommit(listener), signals.onCommit(listener)];
      return () => {
        for (const end of endings) end();
      };
    },
    notify: (what) => signals.tell(what),
    onNotification: (listener) => signals.onNotification(listener),
    // Autovacuum makes room for new rows.
    reclaimSpace: async () => false,
    close: async () => {
      await Promise.all([commits.idle(), byRows.idle()]);
      await signals.close();
      await db.destroy();
      // Kysely leaves a pool alone from which it has never had a connection.
      if (!pool.ending) await pool.end();
    },
  };
}
