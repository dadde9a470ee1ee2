import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type Database from 'libsql';
import { errnoOf } from '../../base/errno.js';
import { isDamaged } from './database-errors.js';

/** How long to wait for another process's write transaction, in milliseconds. */
const WRITE_LOCK_TIMEOUT_MS = 15_000;

/** Prepared statements that are cached. */
const MAX_CACHED_STATEMENTS = 300;

/**
 * Kysely over libsql's synchronous API: one connection, on which transactions run one after another. Transactions
 * begin IMMEDIATE, so that two processes can never both read and then both write. Waiting for another process's lock
 * does not block the event loop.
 */
export class LibsqlDialect implements Dialect {
  readonly #connection: LibsqlConnection;

  constructor(database: Database.Database) {
    this.#connection = new LibsqlConnection(database);
  }

  /** Number of statements so far that may have changed something. */
  get changes(): number {
    return this.#connection.changes;
  }

  /** The code of the first error by which the database showed that it is damaged; null: none so far. */
  get damage(): string | null {
    return this.#connection.damage;
  }

  createDriver(): Driver {
    return new LibsqlDriver(this.#connection);
  }
  createQueryCompiler() {
    return new WithoutRowLocks();
  }
  createAdapter() {
    return new SqliteAdapter();
  }
  createIntrospector(db: ConstructorParameters<typeof SqliteIntrospector>[0]) {
    return new SqliteIntrospector(db);
  }
}

/** A writer locks the whole database, so row locks are unnecessary; SQLite has no syntax for them. */
class WithoutRowLocks extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate' && node.modifier !== 'SkipLocked') super.visitSelectModifier(node);
  }
}

class LibsqlDriver implements Driver {
  readonly #connection: LibsqlConnection;
  readonly #mutex = new Mutex();

  constructor(connection: LibsqlConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {
    // The database is already open.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#mutex.acquire();
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#mutex.release();
  }

  async beginTransaction(): Promise<void> {
    await this.#connection.begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite rolls back by itself on a full disk; another rollback would hide the original error.
    if (this.#connection.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    this.#connection.close();
  }
}

/** A prepared statement and the names of its result columns; null if it returns no rows. */
interface Prepared {
  readonly statement: Database.Statement;
  readonly columns: readonly string[] | null;
  readonly readOnly: boolean;
}

class LibsqlConnection implements DatabaseConnection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Prepared>();
  changes = 0;
  damage: string | null = null;

  constructor(database: Database.Database) {
    this.#database = database;
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#retryWhileBusy(() => this.#run<Row>(query));
  }

  // biome-ignore lint/correctness/useYield: streaming is not supported, but Kysely's interface requires the method.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('The embedded database does not support streaming.');
  }

  begin(): Promise<void> {
    return this.#retryWhileBusy(() => {
      this.#prepared('begin immediate').statement.run();
    });
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #run<Row>(query: CompiledQuery): QueryResult<Row> {
    const { statement, columns, readOnly } = this.#prepared(query.sql);
    if (!readOnly) this.changes += 1;
    if (columns) {
      // Never mix with `get` on one statement: after `all`, `get` uses the previous parameters (libsql 0.5).
      const rows = statement.all(query.parameters) as readonly (readonly unknown[])[];
      return { rows: rows.map((values) => rowOf(columns, values) as Row) };
    }
    const { changes, lastInsertRowid } = statement.run(query.parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  /** Reads rows as arrays: objects take 50 % longer to cross the native boundary. */
  #prepared(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) return known;
    if (this.#statements.size >= MAX_CACHED_STATEMENTS) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    const columns = statement.reader
      ? statement
          .raw(true)
          .columns()
          .map(({ name }) => name)
      : null;
    const prepared = { statement, columns, readOnly: /^\s*select\b/i.test(sql) };
    this.#statements.set(sql, prepared);
    return prepared;
  }

  /** Retries while another process holds the write lock, without blocking the event loop. */
  async #retryWhileBusy<Result>(attempt: () => Result): Promise<Result> {
    const giveUpAt = performance.now() + WRITE_LOCK_TIMEOUT_MS;
    for (let pause = 1; ; pause = Math.min(pause * 2, 20)) {
      try {
        return attempt();
      } catch (error) {
        if (isDamaged(error)) this.damage ??= errnoOf(error) ?? null;
        if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
    }
  }
}

function rowOf(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at += 1) row[columns[at] ?? ''] = values[at];
  return row;
}

function isBusy(error: unknown): boolean {
  return errnoOf(error)?.startsWith('SQLITE_BUSY') ?? false;
}

/** Serves waiters in order. */
class Mutex {
  #locked = false;
  readonly #waiting: (() => void)[] = [];

  async acquire(): Promise<void> {
    if (this.#locked) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#locked = true;
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#locked = false;
  }
}
