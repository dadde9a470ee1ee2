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

/** How long a process waits for another one's write transaction, in milliseconds. */
const WRITE_LOCK_PATIENCE_MS = 15_000;

/** Most statements that are kept prepared. */
const STATEMENTS_KEPT = 300;

/**
 * Kysely over libsql's synchronous interface: one connection, on which transactions take turns. A
 * transaction begins IMMEDIATE, so that two processes can never both read and then both write; waiting for
 * another process's lock does not block this one's event loop.
 */
export class LibsqlDialect implements Dialect {
  readonly #connection: LibsqlConnection;

  constructor(database: Database.Database) {
    this.#connection = new LibsqlConnection(database);
  }

  /** How many statements have run that may have changed something. */
  get changes(): number {
    return this.#connection.changes;
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

/** Whoever writes here has the whole database: rows need no locks, and are written about without them. */
class WithoutRowLocks extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier !== 'ForUpdate' && node.modifier !== 'SkipLocked') super.visitSelectModifier(node);
  }
}

class LibsqlDriver implements Driver {
  readonly #connection: LibsqlConnection;
  readonly #turns = new Turns();

  constructor(connection: LibsqlConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {
    // The database is open already.
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#turns.take();
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#turns.pass();
  }

  async beginTransaction(): Promise<void> {
    await this.#connection.begin();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A full disk rolls back by itself: a rollback of nothing would hide what went wrong.
    if (this.#connection.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    this.#connection.close();
  }
}

/** A statement, and the names of the columns that it gives; null where it gives no rows. */
interface Prepared {
  readonly statement: Database.Statement;
  readonly columns: readonly string[] | null;
  /** It changes nothing, whatever is in the database. */
  readonly onlyReads: boolean;
}

class LibsqlConnection implements DatabaseConnection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Prepared>();
  changes = 0;

  constructor(database: Database.Database) {
    this.#database = database;
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return this.#patiently(() => this.#run<Row>(query));
  }

  // biome-ignore lint/correctness/useYield: nothing here reads row by row; Kysely's interface asks for the method.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read whole from the embedded database.');
  }

  begin(): Promise<void> {
    return this.#patiently(() => {
      this.#prepared('begin immediate').statement.run();
    });
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #run<Row>(query: CompiledQuery): QueryResult<Row> {
    const { statement, columns, onlyReads } = this.#prepared(query.sql);
    if (!onlyReads) this.changes += 1;
    if (columns) {
      // Never `get` beside it on one statement: after `all` it answers with the parameters of before (libsql 0.5).
      const rows = statement.all(query.parameters) as readonly (readonly unknown[])[];
      return { rows: rows.map((values) => rowOf(columns, values) as Row) };
    }
    const { changes, lastInsertRowid } = statement.run(query.parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }

  /** Rows come as arrays: crossing over with a name for each value takes half as long again. */
  #prepared(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) return known;
    if (this.#statements.size >= STATEMENTS_KEPT) this.#statements.clear();
    const statement = this.#database.prepare(sql);
    const columns = statement.reader
      ? statement
          .raw(true)
          .columns()
          .map(({ name }) => name)
      : null;
    const prepared = { statement, columns, onlyReads: /^\s*select\b/i.test(sql) };
    this.#statements.set(sql, prepared);
    return prepared;
  }

  /** Tries again while another process holds the write lock, leaving the event loop free in between. */
  async #patiently<Result>(attempt: () => Result): Promise<Result> {
    const giveUpAt = performance.now() + WRITE_LOCK_PATIENCE_MS;
    for (let pause = 1; ; pause = Math.min(pause * 2, 20)) {
      try {
        return attempt();
      } catch (error) {
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

/** First come, first served. */
class Turns {
  #taken = false;
  readonly #waiting: (() => void)[] = [];

  async take(): Promise<void> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#taken = true;
  }

  pass(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken = false;
  }
}
