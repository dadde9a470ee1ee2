import type { Platform } from '../../../contract/platforms.js';
import { atMidnightPacific } from '../../networks/retry-times.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The time over which a network counts. */
export type Window =
  /** The last so many milliseconds. */
  | { readonly kind: 'rolling'; readonly ms: number }
  /** Since the clock last passed a multiple of so many milliseconds. */
  | { readonly kind: 'fixed'; readonly ms: number }
  /** Since 00:00 in Los Angeles. */
  | { readonly kind: 'pacific-day' };

export const LAST_DAY: Window = { kind: 'rolling', ms: DAY_MS };
export const UTC_DAY: Window = { kind: 'fixed', ms: DAY_MS };
export const PACIFIC_DAY: Window = { kind: 'pacific-day' };

/** From when on what happened counts, epoch milliseconds. */
export function startOf(window: Window, now: number): number {
  if (window.kind === 'rolling') return now - window.ms + 1;
  if (window.kind === 'fixed') return Math.floor(now / window.ms) * window.ms;
  return endOf(window, now) - DAY_MS;
}

/** When it is surely open again, epoch milliseconds. */
export function endOf(window: Window, now: number): number {
  if (window.kind === 'rolling') return now + window.ms;
  if (window.kind === 'fixed') return startOf(window, now) + window.ms;
  return atMidnightPacific({ status: 0, headers: {}, body: null }, now) ?? now + DAY_MS;
}

/** How a network writes into its answer when it is open again; the others do not say. */
const RESET_HEADERS: Readonly<
  Partial<Record<Platform, (resetAt: number, now: number) => Record<string, string>>>
> = {
  x: (resetAt) => ({ 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': seconds(resetAt) }),
  bluesky: (resetAt) => ({ 'ratelimit-remaining': '0', 'ratelimit-reset': seconds(resetAt) }),
  mastodon: (resetAt) => ({
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': new Date(resetAt).toISOString().replace('Z', '000Z'),
  }),
  pinterest: (resetAt, now) => ({
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': seconds(Math.max(0, resetAt - now)),
  }),
};

function seconds(milliseconds: number): string {
  return String(Math.ceil(milliseconds / 1000));
}

/** The headers of an answer that says: not before then. */
export function resetHeaders(platform: Platform, resetAt: number, now: number): Record<string, string> {
  return RESET_HEADERS[platform]?.(resetAt, now) ?? {};
}
