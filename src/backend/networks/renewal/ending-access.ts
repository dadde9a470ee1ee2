import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import type { TokenHealth } from '../adapter.js';
import type { Connection } from '../connection.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** What is said of access that ends soon. */
export interface EndingWords {
  /**
   * Why and when it ends, in one sentence.
   *
   * @param day `2026-12-01`
   * @param left `in 9 days`
   */
  readonly reason: (day: string, left: string) => string;
  readonly action: string;
}

function inDays(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY_MS);
  if (days < 1) return 'in less than a day';
  return days === 1 ? 'in 1 day' : `in ${days} days`;
}

/**
 * The health of an account that has just answered.
 *
 * @param expiresAt when access ends unless its owner signs in again, epoch milliseconds; null: it does not
 * @param warnsAheadDays how long before the end to say so
 */
export function healthUntil(
  expiresAt: number | null,
  now: number,
  warnsAheadDays: number,
  { reason, action }: EndingWords,
): TokenHealth {
  if (expiresAt === null || expiresAt > now + warnsAheadDays * DAY_MS) {
    return { status: 'healthy', reason: null, action: null, expiresAt };
  }
  const day = new Date(expiresAt).toISOString().slice(0, 10);
  return { status: 'expiring', reason: reason(day, inDays(expiresAt - now)), action, expiresAt };
}

/** How long before a session ends its owner is told. */
const SESSION_WARNS_AHEAD_DAYS = 3;

/** The health of access that ends however often it is renewed. @param end as ISO 8601; undefined: it does not end */
export function sessionHealth(end: string | undefined, now: number, words: EndingWords): TokenHealth {
  const expiresAt = end === undefined ? null : Date.parse(end);
  return healthUntil(expiresAt, now, SESSION_WARNS_AHEAD_DAYS, words);
}

/** How long before access can no longer be renewed its owner is told. */
const RENEWAL_WARNS_AHEAD_DAYS = 7;

/** The health of access that is renewed. A network that gives a new refresh token with each renewal never gets near its end. */
export function renewableHealth(
  platform: Platform,
  { account, now }: Pick<Connection, 'account' | 'now'>,
): TokenHealth {
  const end = Date.parse(account.credentials['renewableUntil'] ?? '');
  const name = PLATFORM_NAMES[platform];
  const health = healthUntil(Number.isNaN(end) ? null : end, now, RENEWAL_WARNS_AHEAD_DAYS, {
    reason: (day, left) => `${name} lets Postrider renew access only until ${day}, ${left}.`,
    action: 'Reconnect the account before then.',
  });
  // Until then each renewal may put it off.
  return health.status === 'healthy' ? { ...health, expiresAt: null } : health;
}
