import { atMidnightPacific } from '../../networks/refusals/retry-times.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The period over which a network counts. */
export type Window =
  /** The last `ms` milliseconds. */
  | { readonly kind: 'rolling'; readonly ms: number }
  /** Since the last multiple of `ms` milliseconds. */
  | { readonly kind: 'fixed'; readonly ms: number }
  /** Since 00:00 in Los Angeles. */
  | { readonly kind: 'pacific-day' };

export const LAST_DAY: Window = { kind: 'rolling', ms: DAY_MS };
export const UTC_DAY: Window = { kind: 'fixed', ms: DAY_MS };
export const PACIFIC_DAY: Window = { kind: 'pacific-day' };

/** The start of the current window, epoch milliseconds. */
export function startOf(window: Window, now: number): number {
  if (window.kind === 'rolling') return now - window.ms + 1;
  if (window.kind === 'fixed') return Math.floor(now / window.ms) * window.ms;
  return endOf(window, now) - DAY_MS;
}

/** When the limit has certainly reset, epoch milliseconds. */
export function endOf(window: Window, now: number): number {
  if (window.kind === 'rolling') return now + window.ms;
  if (window.kind === 'fixed') return startOf(window, now) + window.ms;
  return atMidnightPacific({ status: 0, headers: {}, body: null }, now) ?? now + DAY_MS;
}
