import { join } from 'node:path';
import { Kysely, sql, type Transaction } from 'kysely';
import Database from 'libsql';
import { makeFolder } from '../base/make-folder.js';
import { GroupCommit, type WriteWay } from './group-commit.js';
import { LibsqlDialect } from './libsql-dialect.js';
import { migrate, versionOf } from './migrate.js';
import type { Tables } from './schema.js';

/** Where queries run: the database, or a transaction on it. Repositories take either. */
export type Queries = Kysely<Tables>;
export type Write = Transaction<Tables>;

/** What processes on one database tell each other, beside that something was committed. */
export interface Told {
  /** Posts and sends that have changed. */
  readonly changed?: readonly string[];
  /** Work that may be due sooner than its worker thinks. */
  readonly due?: readonly ('publisher' | 'sender')[];
}

/** How a write is made. */
export interface WriteOptions extends WriteWay {
  /**
   * It locks the rows by which it decides (`for update`, or the conditions of an update), and writes no events: then
   * it need not wait until the writes of other processes have ended.
   */
  readonly rows?: boolean;
}

export interface Store {
  readonly engine: 'embedded' | 'postgres';
  readonly db: Queries;
  /**
   * Runs `work` in a transaction that is durable when the promise resolves. Writes that arrive together
   * share a commit: `work` awaits nothing but its own queries, and starts no other write.
   */
  write<Result>(work: (trx: Write) => Promise<Result>, how?: WriteOptions): Promise<Result>;
  /**
   * Calls back after each commit of this process, and of the other processes where the database tells of them, with
   * nothing about what was in it.
   *
   * @returns what ends it
   */
  onCommit(listener: () => void): () => void;
  /** Tells the other processes on the database, where it can: they look by themselves too, a little later. */
  tell(what: Told): void;
  /**
   * Calls back with what another process has told.
   *
   * @returns what ends it
   */
  onTold(listener: (what: Told) => void): () => void;
  /**
   * Gives the system some of the space back that removed rows have left, where the database does not see to that
   * itself.
   *
   * @returns whether there is more
   */
  giveBackSpace(): Promise<boolean>;
  close(): Promise<void>;
}

const FILE = 'postrider.db';

/** Pages that are given back at once, 4 KB each: about 10 ms. */
const PAGES_AT_ONCE = 500;

/**
 * Opens (and makes, and migrates) the embedded database.
 *
 * @param folder the data folder, or `:memory:` for a database that ends with the process
 */
export function openStore(folder: string): Store {
  const inMemory = folder === ':memory:';
  if (!inMemory) makeFolder(folder);
  const database = openFile(inMemory ? ':memory:' : join(folder, FILE));
  // What a database is made with stays so: one that was made without it gives no space back. Said of one that is
  // there, it would be a write, for which others that write would have to be waited.
  if (versionOf(database) === 0) database.exec('pragma auto_vacuum = incremental');
  // A commit that was reported survives a power cut (FULL). Waiting for locks is done without blocking.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;');
  migrate(database);
  database.exec('pragma busy_timeout = 0');
  const dialect = new LibsqlDialect(database);
  const db = new Kysely<Tables>({ dialect });
  const commits = new GroupCommit(db, { changes: () => dialect.changes });
  return {
    engine: 'embedded',
    db,
    write: (work, how) => commits.write(work, how),
    onCommit: (listener) => commits.onCommit(listener),
    // It knows nothing of other processes; they look often enough.
    tell: () => undefined,
    onTold: () => () => undefined,
    giveBackSpace: () => commits.write((trx) => giveBack(database, trx)),
    close: async () => {
      await commits.idle();
      await db.destroy();
    },
  };
}

/** @throws Error with SQLite's code SQLITE_CANTOPEN, which the driver gives in its words alone */
function openFile(path: string): Database.Database {
  try {
    return new Database(path);
  } catch (cause) {
    const words = cause instanceof Error ? cause.message : String(cause);
    throw Object.assign(new Error(`${path} cannot be opened: ${words}`, { cause }), {
      code: 'SQLITE_CANTOPEN',
    });
  }
}

/** (A pragma that is prepared stays open in the driver, and nothing could be committed any more.) */
async function giveBack(database: Database.Database, trx: Write): Promise<boolean> {
  const free = async (): Promise<number> => {
    const { rows } = await sql<{
      free: number;
    }>`select freelist_count as free from pragma_freelist_count`.execute(trx);
    return rows[0]?.free ?? 0;
  };
  const before = await free();
  if (before === 0) return false;
  database.exec(`pragma incremental_vacuum(${PAGES_AT_ONCE})`);
  const after = await free();
  return after > 0 && after < before;
}
