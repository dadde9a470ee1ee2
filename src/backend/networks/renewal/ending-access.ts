import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { TokenHealth } from '../adapter.js';
import type { Connection } from '../connection.js';
import { endOfAccess } from '../stored-credentials.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** `in 9 days` */
function inDays(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY_MS);
  if (days < 1) return 'in less than a day';
  return days === 1 ? 'in 1 day' : `in ${days} days`;
}

/**
 * The health of an account whose access ends unless its owner signs in again.
 *
 * @param warnsAheadDays how long before the end to say so
 */
export function healthUntilEnd({ account, now }: Connection, warnsAheadDays: number): TokenHealth {
  const expiresAt = endOfAccess(account.credentials);
  if (expiresAt === null || expiresAt > now + warnsAheadDays * DAY_MS) {
    return { status: 'healthy', reason: null, action: null, expiresAt };
  }
  const day = new Date(expiresAt).toISOString().slice(0, 10);
  return {
    status: 'expiring',
    reason: `Access to ${PLATFORM_NAMES[account.platform]} ends on ${day}, ${inDays(expiresAt - now)}.`,
    action: 'Reconnect the account before then.',
    expiresAt,
  };
}
