import type { Duration } from './test-backend.js';

/** @returns epoch milliseconds @throws RangeError if it is not an instant */
export function instantOf(given: Date | string): number {
  const instant = typeof given === 'string' && !isComplete(given) ? Number.NaN : new Date(given).getTime();
  if (!Number.isNaN(instant)) return instant;
  throw new RangeError(
    `"${String(given)}" is no instant: give a Date, or ISO 8601 with an offset, such as 2026-12-01T08:00:00Z.`,
  );
}

/** Without an offset, a text means a different instant on each machine. */
function isComplete(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(text);
}

/** @throws RangeError if no time passes or time would go back */
export function secondsOf({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Duration): number {
  const all = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
  if (all > 0) return all;
  throw new RangeError('The clock moves forward only: say by how much, such as { hours: 2 }.');
}
