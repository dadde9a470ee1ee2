import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, type Transaction } from 'kysely';
import Database from 'libsql';
import { GroupCommit } from './group-commit.js';
import { LibsqlDialect } from './libsql-dialect.js';
import { migrate } from './migrate.js';
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
interface WriteOptions {
  /** It goes before those that are not: what is due waits for it. */
  readonly urgent?: boolean;
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
  close(): Promise<void>;
}

const FILE = 'postrider.db';

/**
 * Opens (and makes, and migrates) the embedded database.
 *
 * @param folder the data folder, or `:memory:` for a database that ends with the process
 */
export function openStore(folder: string): Store {
  const inMemory = folder === ':memory:';
  if (!inMemory) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = new Database(inMemory ? ':memory:' : join(folder, FILE));
  // A commit that was reported survives a power cut (FULL). Waiting for locks is done without blocking.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;');
  migrate(database);
  database.exec('pragma busy_timeout = 0');
  const db = new Kysely<Tables>({ dialect: new LibsqlDialect(database) });
  const commits = new GroupCommit(db);
  return {
    engine: 'embedded',
    db,
    write: (work, how) => commits.write(work, how?.urgent),
    onCommit: (listener) => commits.onCommit(listener),
    // It knows nothing of other processes; they look often enough.
    tell: () => undefined,
    onTold: () => () => undefined,
    close: async () => {
      await commits.idle();
      await db.destroy();
    },
  };
}
