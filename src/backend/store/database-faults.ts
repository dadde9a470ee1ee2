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
  // It is shutting down, has crashed, or is starting; it has ended this session; it takes no more connections.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '25P03',
  '53300',
  // It waited too long for others, or they for it: one of those who wait for each other is undone.
  '55P03',
  '40P01',
]);

const AWAY_WORDS =
  /terminated|not queryable|timeout|timed out|Connection ended|has been closed|socket hang up/i;

/**
 * Whether an error says that the database is away or too busy, and may be there again in a moment. Whether a commit
 * that it cut short has happened is not known then.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = errnoOf(error);
  if (code !== undefined && (AWAY_CODES.has(code) || /^08|^SQLITE_BUSY/.test(code))) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  return code === undefined && AWAY_WORDS.test(error.message);
}

/** SQLite, PostgreSQL, and the file systems of both and of media: no room, or none within the quota. */
const FULL_CODES: ReadonlySet<string> = new Set(['SQLITE_FULL', '53100', 'ENOSPC', 'EDQUOT', 'EFBIG']);

/** How SQLite says it where a quota or a limit of the process is in the way, and not the disk itself. */
const UNWRITABLE = /^SQLITE_IOERR_(WRITE|FSYNC|TRUNCATE|SHM)/;

/**
 * Whether an error says that the disk is full: of the database, or the one that keeps media. Nothing was changed, and
 * the same may be done again when there is room.
 */
export function isDiskFull(error: unknown): boolean {
  const code = errnoOf(error);
  return code !== undefined && (FULL_CODES.has(code) || UNWRITABLE.test(code));
}

/** Whether an error passes by itself, or when somebody makes room: the same is to be done again later. */
export function mayPass(error: unknown): boolean {
  return isDatabaseAway(error) || isDiskFull(error);
}

/** Whether an error says that a write had waited too long for its turn: then nothing was changed. */
export function isTurnMissed(error: unknown): boolean {
  const code = errnoOf(error);
  return code === '55P03' || code === '40P01' || (code?.startsWith('SQLITE_BUSY') ?? false);
}

/** Whether an error says that a text has a character that PostgreSQL keeps in none: NUL. Nothing was changed. */
export function isUnkeepableText(error: unknown): boolean {
  const code = errnoOf(error);
  return code === '22021' || code === '22P05';
}

/** Between two attempts to write down what has happened, in milliseconds. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Writes down what has happened, again for as long as the database is away or its disk is full: nobody but this
 * process knows it. The write must be one that changes nothing where it has been made already.
 */
export async function untilWritten<Result>(write: () => Promise<Result>): Promise<Result> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await write();
    } catch (error) {
      if (!mayPass(error)) throw error;
    }
    await sleep(pause, undefined, { ref: false });
  }
}
