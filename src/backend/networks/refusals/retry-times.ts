import { retryAfterMs } from '../../../base/retry-after.js';
import type { WireResponse } from '../wire.js';

/** Reads from an error response when to retry: epoch milliseconds; null: the network does not say. */
export type RetryTime = (response: WireResponse, now: number) => number | null;

const SECOND = 1000;
const DAY = 24 * 60 * 60 * SECOND;

/** Milliseconds as whole seconds, rounded up, as headers hold them. */
export function inSeconds(milliseconds: number): string {
  return String(Math.ceil(milliseconds / SECOND));
}

/** A header that holds unix seconds (X, Bluesky). */
export function unixSecondsIn(header: string): RetryTime {
  return ({ headers }) => {
    const seconds = Number(headers[header] ?? Number.NaN);
    return Number.isFinite(seconds) && seconds > 0 ? seconds * SECOND : null;
  };
}

/** A header that holds an ISO 8601 time (Mastodon). */
export function isoTimeIn(header: string): RetryTime {
  return ({ headers }) => {
    const instant = Date.parse(headers[header] ?? '');
    return Number.isNaN(instant) ? null : instant;
  };
}

/** A header that holds seconds from now (Pinterest). */
export function secondsIn(header: string): RetryTime {
  return ({ headers }, now) => {
    const seconds = Number(headers[header] ?? Number.NaN);
    return Number.isFinite(seconds) && seconds >= 0 ? now + seconds * SECOND : null;
  };
}

/** `Retry-After`, as seconds or as an HTTP date. */
export const retryAfter: RetryTime = ({ headers }, now) => {
  const pause = retryAfterMs(headers['retry-after'], now);
  return pause === null ? null : now + pause;
};

/** The next 00:00 UTC. */
export const nextMidnightUtc = (now: number): number => (Math.floor(now / DAY) + 1) * DAY;

/** The limit resets at the next 00:00 UTC (LinkedIn). */
export const atMidnightUtc: RetryTime = (_response, now) => nextMidnightUtc(now);

/** The network only documents a window: the limit has reset once it has passed. */
export function after(milliseconds: number): RetryTime {
  return (_response, now) => now + milliseconds;
}

/** A limit on the last 24 hours: a day later it has reset. */
export const dayWindow: RetryTime = after(DAY);

/** YouTube's quotas reset at midnight in Los Angeles. */
export const atMidnightPacific: RetryTime = (_response, now) => nextMidnightPacific(now);

/** The next midnight in Los Angeles. */
export function nextMidnightPacific(now: number): number {
  const written = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/Los_Angeles',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(now);
  const [hours = 0, minutes = 0, seconds = 0] = written.split(':').map(Number);
  return now - (now % SECOND) + DAY - ((hours * 60 + minutes) * 60 + seconds) * SECOND;
}
