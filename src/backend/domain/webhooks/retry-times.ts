import { WEBHOOK_RETRY_JITTER, WEBHOOK_RETRY_SECONDS } from '../../../contract/webhooks/webhooks.js';

/** A receiver may ask for no longer pause than this, in milliseconds. */
const LONGEST_PAUSE_MS = 24 * 60 * 60 * 1000;

/**
 * How long to wait after an attempt that failed.
 *
 * @param attempt its number, from 1
 * @param random from 0 up to 1
 * @param askedMs what the receiver asked for with `Retry-After`
 * @returns milliseconds; null where it was the last
 */
export function pauseAfter(attempt: number, random: number, askedMs: number | null): number | null {
  const seconds = WEBHOOK_RETRY_SECONDS[attempt - 1];
  if (seconds === undefined) return null;
  const planned = Math.round(seconds * 1000 * (1 + WEBHOOK_RETRY_JITTER * random));
  return Math.max(planned, Math.min(askedMs ?? 0, LONGEST_PAUSE_MS));
}

/** Milliseconds that a `Retry-After` header asks for; null where it holds none that can be read. */
export function askedPause(header: string | undefined, systemNow: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - systemNow);
}
