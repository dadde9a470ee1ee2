import { setTimeout as sleep } from 'node:timers/promises';
import { errnoOf } from '../../base/errno.js';

const AWAY_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  // PostgreSQL: shutting down, crashed, starting; session ended; too many connections.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  '53300',
  // PostgreSQL: lock timeout; deadlock, in which one of the transactions is rolled back.
  '55P03',
  '40P01',
]);

const AWAY_MESSAGE =
  /terminated|not queryable|timeout|timed out|Connection ended|has been closed|socket hang up/i;

/**
 * Whether the database is unreachable or overloaded, and may recover in a moment. The outcome of an interrupted commit
 * is unknown.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = errnoOf(error);
  if (code !== undefined && (AWAY_CODES.has(code) || /^08|^SQLITE_BUSY/.test(code))) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  return code === undefined && AWAY_MESSAGE.test(error.message);
}

/** SQLite, PostgreSQL and file systems: disk full or quota exceeded. */
const FULL_CODES: ReadonlySet<string> = new Set(['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT', 'EFBIG']);

/** SQLite's codes if a quota or a process limit prevents the write. */
const UNWRITABLE = /^SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE|SHM)/;

/**
 * Whether the disk of the database or of the media is full. Nothing was changed; retry once there is space.
 */
export function isDiskFull(error: unknown): boolean {
  const code = errnoOf(error);
  return code !== undefined && (FULL_CODES.has(code) || UNWRITABLE.test(code));
}

/**
 * SQLite: a page or the header is damaged, or the disk cannot read it. PostgreSQL: a table (XX001) or an index (XX002)
 * is.
 */
const DAMAGED = /^(SQLITE_(CORRUPT|NOTADB|IOERR_(READ|SHORT_READ|CORRUPTFS))|XX00[12]$)/;

/** Whether the database is damaged. It does not pass, and repeating the request does not help. */
export function isDamaged(error: unknown): boolean {
  return DAMAGED.test(errnoOf(error) ?? '');
}

/** Whether an error is transient: it passes by itself, or when someone frees disk space. */
export function isTransient(error: unknown): boolean {
  return isDatabaseAway(error) || isDiskFull(error);
}

/** Whether a write gave up waiting for a lock. Nothing was changed. */
export function isLockTimeout(error: unknown): boolean {
  const code = errnoOf(error);
  return code === '55P03' || code === '40P01' || (code?.startsWith('SQLITE_BUSY') ?? false);
}

/** Whether a text contains NUL, which PostgreSQL cannot store. Nothing was changed. */
export function isUnstorableText(error: unknown): boolean {
  const code = errnoOf(error);
  return code === '22021' || code === '22P05';
}

/** Pauses between attempts to record an outcome, in milliseconds. */
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1_000;

/**
 * Records an outcome that only this process knows, retrying while the database is unreachable or its disk is full.
 * The write must be idempotent.
 */
export async function untilWritten<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    try {
      return await write();
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
    await sleep(pause, undefined, { ref: false });
  }
}
