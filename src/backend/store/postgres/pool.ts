import type { PostgresPool } from 'kysely';
import pg from 'pg';

/** Timeouts, in milliseconds. */
const TIMEOUTS = {
  /** Connecting to the server. */
  connect: 10_000,
  /** Waiting for a lock: as long as on the embedded database. */
  lock: 15_000,
  statement: 30_000,
  /** A checked-out connection, if the network is silent. */
  answer: 45_000,
  /** A process that freezes inside a transaction blocks others for at most this long. */
  idleWrite: 5_000,
} as const;

/**
 * Settings of each connection: timeouts, no parallel workers and no JIT. Our statements are short, but in a large
 * database the planner's estimates from 100 histogram buckets make them look long; starting a worker then takes ten
 * times as long as the statement.
 *
 * They are set after connecting, not in the startup packet: poolers reject unknown startup settings, and the user's
 * own `options` remain intact.
 */
const SETTINGS = {
  text: [
    `set lock_timeout = ${TIMEOUTS.lock}`,
    `set statement_timeout = ${TIMEOUTS.statement}`,
    `set idle_in_transaction_session_timeout = ${TIMEOUTS.idleWrite}`,
    'set max_parallel_workers_per_gather = 0',
    'set jit = off',
  ].join('; '),
  query_timeout: TIMEOUTS.connect,
};

const INT8 = 20;
const NUMERIC = 1700;

/** Parses 64-bit integers as numbers: timestamps and counts are far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format),
};

/** By which processes on one database recognize each other. */
export const APPLICATION_NAME = 'postrider';

/** Configuration of every connection. */
export function connectionTo(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: TIMEOUTS.connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types,
  };
}

/** @param connections maximum number of open connections */
export function openPool(url: string, connections: number): pg.Pool {
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: connections,
    idleTimeoutMillis: 30_000,
    verify: (client, done) => {
      client.query(SETTINGS).then(() => done(), done);
    },
  });
  // An idle connection that breaks is replaced on the next checkout.
  pool.on('error', () => undefined);
  // A connection that breaks in use fails its query, so the error is already reported.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** The pool for Kysely: closes a connection that stays silent for too long. */
export function withTimeout(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => {
      const client = await pool.connect();
      const { release } = client;
      // Closes the connection without waiting for the server: the query fails and the pool opens a new one.
      const timer = setTimeout(() => client.end().catch(() => undefined), TIMEOUTS.answer);
      timer.unref();
      client.release = (error) => {
        clearTimeout(timer);
        release(error);
      };
      return client;
    },
    end: () => pool.end(),
  };
}
