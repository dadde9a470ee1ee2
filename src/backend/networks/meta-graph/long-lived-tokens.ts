import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import type { TokenHealth } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { WireRequest } from '../wire.js';

const DAY_MS = 24 * 60 * 60_000;
/** Renewal begins ten days before the end: three days later it has failed several times. */
const WARN_AHEAD_MS = 7 * DAY_MS;

/** Threads and Instagram give access for an hour, and exchange it for access for 60 days. */
export function longLivedTokenExchange(grant: string) {
  return (accessToken: string, clientSecret: string): WireRequest => ({
    method: 'GET',
    path: '/access_token',
    query: { grant_type: grant, client_secret: clientSecret, access_token: accessToken },
    headers: {},
  });
}

/** The health of an account that has just answered. */
export function longLivedTokenHealth(
  platform: Platform,
  { account, now }: Pick<Connection, 'account' | 'now'>,
): TokenHealth {
  const end = Date.parse(account.credentials['expiresAt'] ?? '');
  if (Number.isNaN(end)) return { status: 'healthy', reason: null, action: null, expiresAt: null };
  if (end > now + WARN_AHEAD_MS) return { status: 'healthy', reason: null, action: null, expiresAt: end };
  const day = new Date(end).toISOString().slice(0, 10);
  return {
    status: 'expiring',
    reason: `${PLATFORM_NAMES[platform]} has not renewed access, which ends on ${day}.`,
    action: 'Reconnect the account before that day.',
    expiresAt: end,
  };
}
