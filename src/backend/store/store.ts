import { join } from 'node:path';
import { CompiledQuery, Kysely, sql, type Transaction } from 'kysely';
import type Database from 'libsql';
import { makeFolder } from '../base/make-folder.js';
import { COUNT_COMMIT, CommitRecord } from './commit-record.js';
import { runOn } from './direct-connection.js';
import type { DueWorker } from './due-workers.js';
import { GroupCommit, type WriteMode } from './group-commit.js';
import { LibsqlDialect } from './libsql-dialect.js';
import { migrate, versionOf } from './migrate.js';
import { MIGRATIONS } from './migrations/migrations.js';
import { openFile } from './open-file.js';
import { tightenFolder } from './private-folder.js';
import type { Tables } from './schema.js';
import { SecretKey } from './sealing/secret-key.js';
import { Vault } from './sealing/vault.js';

/** Where queries run: the database, or a transaction on it. Repositories take either. */
export type Queries = Kysely<Tables>;
export type Write = Transaction<Tables>;

/** What processes on one database tell each other, besides that something was committed. */
export interface Notification {
  /** Ids of changed posts and sends. */
  readonly changed?: readonly string[];
  /** Workers that may have due work sooner than they expect. */
  readonly due?: readonly DueWorker[];
}

/** Options of a write. */
export interface WriteOptions extends WriteMode {
  /**
   * It locks the rows that its decisions depend on (`for update`, or conditions of an update) and records no events,
   * so it can run beside the writes of other processes.
   */
  readonly rows?: boolean;
}

export interface Store {
  readonly engine: 'embedded' | 'postgres';
  readonly db: Queries;
  /** Seals and opens the secrets in it. Locked until a backend unlocks it, except in memory. */
  readonly vault: Vault;
  /**
   * Runs `work` in a transaction that is durable when the promise resolves. Writes that arrive together
   * share a commit, so `work` must await only its own queries and must not start another write.
   */
  write<Result>(work: (trx: Write) => Promise<Result>, how?: WriteOptions): Promise<Result>;
  /**
   * Calls back after each commit of this process and, on PostgreSQL, of other processes.
   *
   * @returns unsubscribes
   */
  onCommit(listener: () => void): () => void;
  /** Notifies the other processes. Best effort: they also poll. */
  notify(what: Notification): void;
  /**
   * Calls back with each notification from another process.
   *
   * @returns unsubscribes
   */
  onNotification(listener: (what: Notification) => void): () => void;
  /**
   * Returns some of the space of deleted rows to the operating system. A no-op where the database does so itself.
   *
   * @returns whether there is more to reclaim
   */
  reclaimSpace(): Promise<boolean>;
  /**
   * Empties the log of recent commits, so that it no longer has replaced rows. A no-op where the database server decides.
   */
  truncateLog(): Promise<void>;
  /** Which migrations the database has now: another process may have changed that. */
  migrations(): Promise<MigrationState>;
  /** The code of the first error by which the database showed that it is damaged; null: none so far. */
  damage(): string | null;
  close(): Promise<void>;
}

/** The migrations of a database, compared with those of this program. */
export interface MigrationState {
  readonly applied: number;
  /** How many this program knows. */
  readonly known: number;
  /** Whether a process applies migrations just now. */
  readonly isRunning: boolean;
}

/** The embedded database in the data folder. */
export const DATABASE_FILE = 'postrider.db';

const COUNT = CompiledQuery.raw(COUNT_COMMIT) as CompiledQuery<{ readonly seq: number }>;

/** Pages of 4 KB reclaimed per call: about 10 ms. */
const RECLAIM_PAGES = 500;

/**
 * Opens the embedded database, creating and migrating it as needed.
 *
 * @param folder the data folder, or `:memory:` for a database that is gone when the process ends
 * @throws StoreUnusable if the database is newer than this program, or lacks commits
 */
export function openStore(folder: string): Store {
  const inMemory = folder === ':memory:';
  if (!inMemory) {
    makeFolder(folder);
    tightenFolder(folder);
  }
  const path = inMemory ? folder : join(folder, DATABASE_FILE);
  const database = openFile(path);
  try {
    if (!inMemory) CommitRecord.check(path, database);
    // auto_vacuum can only be set on a new database; setting it later takes the write lock.
    if (versionOf(database) === 0) database.exec('pragma auto_vacuum = incremental');
    // FULL: a reported commit survives a power cut. Lock waits happen in the dialect, without blocking.
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;');
    // Overwrite what is deleted, such as secrets. Inserts and updates of posts take as long and write as much to the
    // log (60 pairs of runs: median 1.00); deleting 10,000 rows takes about 7% longer.
    database.exec('pragma secure_delete = on');
    migrate(database);
    const record = inMemory ? null : CommitRecord.open(path, database);
    database.exec('pragma busy_timeout = 0');
    return storeOn(database, record, new Vault(inMemory ? SecretKey.random() : null));
  } catch (error) {
    database.close();
    throw error;
  }
}

function storeOn(database: Database.Database, record: CommitRecord | null, vault: Vault): Store {
  const dialect = new LibsqlDialect(database);
  const db = new Kysely<Tables>({ dialect });
  let changesBefore = 0;
  let counted: number | null = null;
  const commits = new GroupCommit(db, {
    changes: () => dialect.changes,
    opened: async () => {
      changesBefore = dialect.changes;
      counted = null;
    },
    ...(record && {
      closing: async (trx) => {
        if (dialect.changes > changesBefore) counted = await countCommit(trx);
      },
    }),
  });
  if (record) {
    commits.onCommit(() => {
      if (counted !== null) record.note(counted);
    });
  }
  return {
    engine: 'embedded',
    db,
    vault,
    damage: () => dialect.damage,
    write: (work, how) => commits.write(work, how),
    onCommit: (listener) => commits.onCommit(listener),
    // The embedded database cannot notify other processes; their polling is enough.
    notify: () => undefined,
    onNotification: () => () => undefined,
    reclaimSpace: () => commits.write((trx) => reclaim(database, trx)),
    migrations: async () => {
      // Not a prepared pragma, which would stay open in the driver.
      const { rows } = await sql<{ applied: number }>`
        select user_version as applied from pragma_user_version`.execute(db);
      // It is locked as a whole while it is migrated.
      return { applied: rows[0]?.applied ?? 0, known: MIGRATIONS.length, isRunning: false };
    },
    truncateLog: async () => {
      await commits.idle();
      database.exec('pragma wal_checkpoint(truncate)');
    },
    close: async () => {
      await commits.idle();
      await db.destroy();
      record?.close();
    },
  };
}

async function countCommit(trx: Write): Promise<number | null> {
  const { rows } = await runOn(trx, COUNT);
  return rows[0]?.seq ?? null;
}

/** Runs the vacuum with `exec`: a prepared pragma stays open in the driver and blocks every later commit. */
async function reclaim(database: Database.Database, trx: Write): Promise<boolean> {
  const free = async (): Promise<number> => {
    const { rows } = await sql<{
      free: number;
    }>`select freelist_count as free from pragma_freelist_count`.execute(trx);
    return rows[0]?.free ?? 0;
  };
  const before = await free();
  if (before === 0) return false;
  database.exec(`pragma incremental_vacuum(${RECLAIM_PAGES})`);
  const after = await free();
  return after > 0 && after < before;
}
