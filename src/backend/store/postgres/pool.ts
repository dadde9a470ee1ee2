import type { PostgresPool } from 'kysely';
import pg from 'pg';

/** How long it is waited for a connection, and for what it is asked, in milliseconds. */
const PATIENCE = {
  /** A connection to the server. */
  connect: 10_000,
  /** The turn of a write: as long as on the embedded database. */
  lock: 15_000,
  statement: 30_000,
  /** A piece of work on one connection, where the network says nothing at all. */
  answer: 45_000,
  /** A process that stops in the middle of a write holds up the others no longer than this. */
  idleWrite: 5_000,
} as const;

/**
 * What holds for each connection: how long it waits, and that what is asked of the database is short. Of a large one the planner takes it for long: it knows a table in
 * a hundred parts, and thinks of as many rows in one week as in any other. It would start a process to help, which
 * takes some ten milliseconds where the statement takes one, and compile what runs once.
 *
 * Said on each connection, and not as it is opened: poolers refuse settings there that they do not know, and a user's
 * own `options` stay whole.
 */
const SETTINGS = {
  text: [
    `set lock_timeout = ${PATIENCE.lock}`,
    `set statement_timeout = ${PATIENCE.statement}`,
    `set idle_in_transaction_session_timeout = ${PATIENCE.idleWrite}`,
    'set max_parallel_workers_per_gather = 0',
    'set jit = off',
  ].join('; '),
  query_timeout: PATIENCE.connect,
};

const INT8 = 20;
const NUMERIC = 1700;

/** Numbers as numbers: instants and counts are far from 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
};

/** What every connection to the database has in common. */
export function connectionTo(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'postrider',
    connectionTimeoutMillis: PATIENCE.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
  };
}

/** @param connections most that are open at a time */
export function openPool(url: string, connections: number): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: connections,
    idleTimeoutMillis: 30_000,
    verify: (client, done) => {
      client.query(SETTINGS).then(() => done(), done);
    },
  });
  // A connection that breaks while nobody uses it is replaced by the next that is asked for.
  pool.on('error', () => undefined);
  // One that breaks while it is used fails what is asked of it: that is how its user hears of it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** The pool as Kysely uses it: a connection from which nothing is heard is given up in the end. */
export function givingUp(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect();
      const { release } = client;
      // Ends it without waiting for the server; what was asked fails, and the pool makes another one.
      const giveUp = setTimeout(() => client.end().catch(() => undefined), PATIENCE.answer);
      giveUp.unref();
      client.release = (error) => {
        clearTimeout(giveUp);
        release(error);
      };
      return client;
    },
    end: () => pool.end(),
  };
}
