import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import type { TokenHealth } from '../adapter.js';
import type { ClientCredentials } from '../connecting/client-authentication.js';
import type { Connection } from '../connection.js';
import { healthUntil } from '../renewal/ending-access.js';
import type { WireRequest } from '../wire.js';

/** Renewal begins ten days before the end: three days later it has failed several times. */
const WARNS_AHEAD_DAYS = 7;

/** Threads and Instagram give access for an hour, and exchange it for access for 60 days. */
export function longLivedTokenExchange(grant: string) {
  return (accessToken: string, { clientSecret }: ClientCredentials): WireRequest => ({
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
  return healthUntil(Number.isNaN(end) ? null : end, now, WARNS_AHEAD_DAYS, {
    reason: (day) => `${PLATFORM_NAMES[platform]} has not renewed access, which ends on ${day}.`,
    action: 'Reconnect the account before that day.',
  });
}
