import Database from 'libsql';
import { createPrivateFile } from '../../base/private-file.js';
import { migrate, versionOf } from '../migrate.js';
import { MIGRATIONS } from '../migrations/migrations.js';
import { parseSealRecord, SELECT_SEAL_RECORD, type SealRecord } from '../sealing/seal-record.js';
import { keyIdOf } from '../sealing/sealed.js';

/** The number of migrations that this version of Postrider knows. */
export const CURRENT_SCHEMA: number = MIGRATIONS.length;

export interface CountedTable {
  readonly name: string;
  readonly rows: number;
}

/** A file that the database refers to. */
export interface ReferredFile {
  readonly workspaceId: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
  readonly hasThumbnail: boolean;
}

/** Rows that one statement reads or writes. */
const BATCH_ROWS = 1_000;

/**
 * A database in one file that no other process has open: a copy for a backup, or one from a backup. It keeps the schema
 * version with which it was written.
 */
export class DatabaseFile {
  readonly #database: Database.Database;

  private constructor(database: Database.Database) {
    this.#database = database;
  }

  /** @throws Error with an SQLITE_ code if the file cannot be opened */
  static open(path: string): DatabaseFile {
    return new DatabaseFile(new Database(path));
  }

  /**
   * Creates an empty database with the tables of a schema version. Its writes are not durable: if the process ends, the
   * file is useless.
   */
  static create(path: string, schema: number): DatabaseFile {
    createPrivateFile(path);
    const database = new Database(path);
    database.exec('pragma auto_vacuum = incremental; pragma journal_mode = off; pragma synchronous = off');
    // Tables are filled one after the other, so rows arrive before those that they refer to.
    database.exec('pragma foreign_keys = off');
    migrate(database, schema);
    return new DatabaseFile(database);
  }

  /** Number of migrations applied; 0: not a database of Postrider. */
  get schema(): number {
    return versionOf(this.#database);
  }

  /** The tables and their columns. */
  tables(): readonly { readonly name: string; readonly columns: readonly string[] }[] {
    const names = this.#texts(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by rowid",
    );
    return names.map((name) => ({
      name,
      columns: this.#texts(`select name from pragma_table_info('${name}') order by cid`),
    }));
  }

  /** With which key its secrets are sealed; null: they are in clear. */
  sealRecord(): SealRecord | null {
    if (!this.tables().some(({ name }) => name === 'secrets')) return null;
    const [text] = this.#texts(SELECT_SEAL_RECORD);
    return text === undefined ? null : parseSealRecord(text);
  }

  /** The id of the key that sealed its secrets; null: they are in clear. */
  sealKeyId(): string | null {
    const record = this.sealRecord();
    return record === null ? null : keyIdOf(record.check);
  }

  count(): readonly CountedTable[] {
    return this.tables().map(({ name }) => ({
      name,
      rows: Number(this.#texts(`select cast(count(*) as text) from "${name}"`)[0] ?? 0),
    }));
  }

  /** Writes rows, in one transaction for each call. */
  insert(table: string, columns: readonly string[], rows: readonly (readonly unknown[])[]): void {
    const list = columns.map((column) => `"${column}"`).join(', ');
    const marks = columns.map(() => '?').join(', ');
    const statement = this.#database.prepare(`insert into "${table}" (${list}) values (${marks})`);
    this.#database.exec('begin');
    for (const row of rows) statement.run(row);
    this.#database.exec('commit');
  }

  /** What is wrong with the file or between its tables; null if nothing is. Reads every page. */
  findDamage(): string | null {
    const found = this.#texts('select * from pragma_integrity_check(1)').filter((line) => line !== 'ok');
    const [broken] = this.#texts('select "table" from pragma_foreign_key_check limit 1');
    return found[0] ?? (broken === undefined ? null : `a row in ${broken} refers to one that does not exist`);
  }

  /** The files of its uploads, in order of workspace and key. */
  *files(): Generator<ReferredFile> {
    const statement = this.#database
      .prepare(
        `select workspace_id, key, sha256, bytes, has_thumbnail from media
          where (workspace_id, key) > (?, ?) order by workspace_id, key limit ${BATCH_ROWS}`,
      )
      .raw(true);
    let after: readonly [string, string] = ['', ''];
    for (let more = true; more; ) {
      const rows = statement.all([...after]) as readonly (readonly unknown[])[];
      for (const [workspaceId, key, sha256, bytes, hasThumbnail] of rows) {
        after = [String(workspaceId), String(key)];
        yield {
          workspaceId: String(workspaceId),
          sha256: String(sha256),
          bytes: Number(bytes),
          hasThumbnail: hasThumbnail === 1,
        };
      }
      more = rows.length === BATCH_ROWS;
    }
  }

  /**
   * Writes a copy to another file, which must not exist. Reads one consistent state; other processes go on writing.
   */
  copyTo(path: string): void {
    // SQLite accepts an empty file, and keeps its permissions.
    createPrivateFile(path);
    this.#database.exec(`vacuum into '${path.replaceAll("'", "''")}'`);
  }

  /**
   * Merges the log of recent commits into the file, so that it is complete on its own.
   *
   * @throws Error `SQLITE_BUSY` while another process has it open
   */
  leaveWal(): void {
    this.#database.exec('pragma journal_mode = delete');
  }

  close(): void {
    this.#database.close();
  }

  #texts(sql: string): readonly string[] {
    const rows = this.#database.prepare(sql).raw(true).all() as readonly (readonly unknown[])[];
    return rows.map(([text]) => String(text));
  }
}
