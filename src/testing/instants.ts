import type { Duration } from './test-backend.js';

/** @returns epoch milliseconds @throws RangeError if it is not an instant */
export function instantOf(given: Date | string): number {
  const instant = typeof given === 'string' && !hasOffset(given) ? Number.NaN : new Date(given).getTime();
  if (!Number.isNaN(instant)) return instant;
  throw new RangeError(
    `"${String(given)}" is not an instant: pass a Date, or ISO 8601 with an offset, such as 2026-12-01T08:00:00Z.`,
  );
}

/** Without an offset, a text is a different instant in each time zone. */
function hasOffset(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(text);
}

/** @throws RangeError unless the duration is positive */
export function secondsOf({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Duration): number {
  const total = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
  if (total > 0) return total;
  throw new RangeError('The clock only moves forward: pass a positive duration, such as { hours: 2 }.');
}
