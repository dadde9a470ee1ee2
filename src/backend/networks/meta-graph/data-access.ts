import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import type { TokenHealth } from '../adapter.js';
import { healthUntil } from '../renewal/ending-access.js';
import { countAt } from '../requests/json-answer.js';

/** How long before the end of data access to say so, in days. */
const WARNS_AHEAD_DAYS = 10;

const ACTION = 'Reconnect the account: each sign-in gives 90 more days.';

/**
 * Until when the app may read the person's data, epoch milliseconds; null: it does not end, or is not said. Meta ends it
 * 90 days after the person last signed in, however long the token lasts
 * (https://developers.facebook.com/docs/facebook-login/guides/access-tokens/data-access-renewal, 2026).
 *
 * @param token the answer of `debug_token`
 */
export function dataAccessEnd(token: unknown): number | null {
  const seconds = countAt(token, 'data', 'data_access_expires_at');
  return seconds === null || seconds === 0 ? null : seconds * 1000;
}

/** The health of an account that works apart from this. @param end null: it does not end */
export function dataAccessHealth(platform: Platform, end: number | null, now: number): TokenHealth {
  const name = PLATFORM_NAMES[platform];
  if (end !== null && end <= now) {
    const day = new Date(end).toISOString().slice(0, 10);
    const reason = `${name} has let the app read comments, messages and numbers only until ${day}.`;
    return { status: 'limited', reason, action: ACTION, expiresAt: end };
  }
  return healthUntil(end, now, WARNS_AHEAD_DAYS, {
    reason: (day, left) =>
      `${name} lets the app read comments, messages and numbers only until ${day}, ${left}.`,
    action: ACTION,
  });
}
