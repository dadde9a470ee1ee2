import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type Database from 'libsql';
import { hasErrno } from '../../base/errno.js';
import { FILE_MODE } from '../base/private-file.js';
import { StoreUnusable } from './store-unusable.js';

/** The row of `sqlite_sequence` that counts commits. Most commits write that page anyway. */
const NAME = 'commits';

/** Counts a commit, as part of it. */
export const COUNT_COMMIT = `update sqlite_sequence set seq = seq + 1 where name = '${NAME}' returning seq`;

/** How long to wait for another process that is writing, in milliseconds. */
const LOCK_TIMEOUT_MS = 10_000;

/** Digits in the file, so that each write replaces the previous one completely. */
const WIDTH = 16;

/**
 * The number of commits, in a file next to the database. SQLite opens a database whose write-ahead log is missing or
 * was cut as if the lost commits had never been made, and a publisher that has forgotten what it sent sends it again.
 * This number makes the loss visible.
 *
 * It is written after the commit, so it is never ahead of the database. It is not flushed: after a power cut it may be
 * behind, which only weakens the check.
 */
export class CommitRecord {
  readonly #file: number;

  private constructor(file: number) {
    this.#file = file;
  }

  /**
   * @param path the database file
   * @param database must not have been changed yet
   * @throws StoreUnusable if commits are missing from the database
   */
  static check(path: string, database: Database.Database): void {
    // Read first: another process may commit in between.
    const recorded = readRecord(path);
    const missing = recorded - (countOf(database) ?? 0);
    if (missing > 0) throw incomplete(path, missing);
  }

  /**
   * Starts to record the commits of this process.
   *
   * @param database must have its tables
   */
  static open(path: string, database: Database.Database): CommitRecord {
    if (countOf(database) === null) {
      database.exec(`pragma busy_timeout = ${LOCK_TIMEOUT_MS}`);
      database.exec(
        `insert into sqlite_sequence (name, seq)
           select '${NAME}', 0 where not exists (select 1 from sqlite_sequence where name = '${NAME}')`,
      );
    }
    const record = new CommitRecord(
      openSync(recordPath(path), constants.O_RDWR | constants.O_CREAT, FILE_MODE),
    );
    record.note(countOf(database) ?? 0);
    return record;
  }

  note(count: number): void {
    try {
      writeSync(this.#file, `${String(count).padStart(WIDTH)}\n`, 0);
    } catch {
      // The commit is durable: a full disk must not turn it into a failure. The next commit writes the number again.
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** Named like the files that SQLite keeps next to a database, so that `postrider.db*` are all of them. */
function recordPath(path: string): string {
  return `${path}-commits`;
}

/** 0 if nothing was recorded. */
function readRecord(path: string): number {
  try {
    return Number(readFileSync(recordPath(path), 'utf8')) || 0;
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return 0;
    throw error;
  }
}

/** Null if the database does not count its commits yet. */
function countOf(database: Database.Database): number | null {
  const has = database.prepare("select 1 as one from sqlite_master where name = 'sqlite_sequence'").all();
  if (has.length === 0) return null;
  const [row] = database.prepare(`select seq from sqlite_sequence where name = '${NAME}'`).all();
  return typeof row === 'object' && row !== null && 'seq' in row ? Number(row.seq) : null;
}

function incomplete(path: string, missing: number): StoreUnusable {
  const changes = missing === 1 ? 'The last change is' : `The last ${missing} changes are`;
  return new StoreUnusable(
    'incomplete',
    `${changes} missing from postrider.db in ${dirname(path)}. It was replaced with an older database, or its write-ahead log, postrider.db-wal, was removed or cut while it was needed.`,
  );
}
