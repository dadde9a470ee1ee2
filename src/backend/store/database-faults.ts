import { setTimeout as sleep } from 'node:timers/promises';

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
  // It waited too long for others.
  '55P03',
]);

const AWAY_WORDS =
  /terminated|not queryable|timeout|timed out|Connection ended|has been closed|socket hang up/i;

/**
 * Whether an error says that the database is away or too busy, and may be there again in a moment. Whether a commit
 * that it cut short has happened is not known then.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code !== undefined && (AWAY_CODES.has(code) || /^08|^SQLITE_BUSY/.test(code))) return true;
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  return code === undefined && AWAY_WORDS.test(error.message);
}

/** Whether an error says that a write had waited too long for its turn: then nothing was changed. */
export function isTurnMissed(error: unknown): boolean {
  const code = error instanceof Error ? codeOf(error) : undefined;
  return code === '55P03' || (code?.startsWith('SQLITE_BUSY') ?? false);
}

/** Whether an error says that a text has a character that PostgreSQL keeps in none: NUL. Nothing was changed. */
export function isUnkeepableText(error: unknown): boolean {
  const code = error instanceof Error ? codeOf(error) : undefined;
  return code === '22021' || code === '22P05';
}

/** How long it is tried again to write down what has happened, in milliseconds. */
const PATIENCE_MS = 10 * 60_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Writes down what has happened, again for as long as the database is away. The write must be one that changes
 * nothing where it has been made already.
 */
export async function untilWritten<Result>(write: () => Promise<Result>): Promise<Result> {
  let waited = 0;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseAway(error) || waited > PATIENCE_MS) throw error;
    }
    await sleep(pause, undefined, { ref: false });
    waited += pause;
  }
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
