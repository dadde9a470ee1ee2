import { NetworkRefusal, type TokenHealth } from '../adapter.js';
import type { Connection } from '../connection.js';
import { sessionHealth } from '../renewal/ending-access.js';
import { ask, bearer } from '../requests/exchange.js';
import { textAt, valueAt } from '../requests/json-answer.js';
import { expiryOfToken } from './access-token.js';
import { BLUESKY_ERRORS, blueskyErrors } from './errors.js';

const APPEAL =
  'Sign in at bsky.app to read the reason and to appeal. Posts are published again once the account is restored.';

/** Why an account without a session cannot post, and what to do. By `status` of `getSession` (lexicon). */
const STATES: Readonly<Record<string, { readonly reason: string; readonly action: string }>> = {
  takendown: { reason: BLUESKY_ERRORS.takenDown.sentence, action: APPEAL },
  suspended: { reason: BLUESKY_ERRORS.suspended.sentence, action: APPEAL },
  deactivated: {
    reason: BLUESKY_ERRORS.deactivated.sentence,
    action: 'Sign in at bsky.app and reactivate the account.',
  },
  deleted: {
    reason: 'The account was deleted on Bluesky.',
    action: 'Connect another account.',
  },
};

/** The state that a refused `getSession` reveals, by the name of its error. */
const STATE_OF_REFUSAL: Readonly<Record<string, string>> = {
  [BLUESKY_ERRORS.takenDown.code]: 'takendown',
  [BLUESKY_ERRORS.sessionUserGone.code]: 'takendown',
  [BLUESKY_ERRORS.suspended.code]: 'suspended',
  [BLUESKY_ERRORS.deactivated.code]: 'deactivated',
};

function disabled(state: string): TokenHealth {
  const known = STATES[state] ?? {
    reason: `Bluesky reports the account as “${state}”.`,
    action: 'Sign in at bsky.app and follow its instructions.',
  };
  return { status: 'disabled', ...known, expiresAt: null };
}

const ENDING = {
  reason: (day: string) => `Bluesky ends this sign-in on ${day}, two weeks after it began.`,
  action: 'Reconnect the account before then, or connect it with an app password, which does not end.',
};

/**
 * What the server says of the session and its account.
 *
 * @throws NetworkRefusal the session has ended, or the server cannot say
 */
export async function blueskyHealth(connection: Connection): Promise<TokenHealth> {
  try {
    const { body } = await ask(blueskyErrors, connection, {
      method: 'GET',
      path: '/xrpc/com.atproto.server.getSession',
      headers: bearer(connection),
    });
    if (valueAt(body, 'active') === false) return disabled(textAt(body, 'status') ?? 'inactive');
    const { accessToken, refreshToken, sessionEndsAt } = connection.account.credentials;
    if (sessionEndsAt !== undefined) return sessionHealth(sessionEndsAt, connection.now, ENDING);
    // A session with a refresh token goes on by itself.
    const expiresAt = refreshToken ? null : expiryOfToken(accessToken ?? '');
    return { status: 'healthy', reason: null, action: null, expiresAt };
  } catch (refusal) {
    if (!(refusal instanceof NetworkRefusal) || refusal.code !== 'account_restricted') throw refusal;
    return disabled(STATE_OF_REFUSAL[refusal.answer.code ?? ''] ?? 'inactive');
  }
}
