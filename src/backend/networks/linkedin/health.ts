import { LINKEDIN_ACCESS_DAYS } from '../../../networks/access/linkedin.js';
import { NetworkRefusal, type TokenHealth } from '../adapter.js';
import type { Connection } from '../connection.js';
import { type EndingWords, healthUntil } from '../renewal/ending-access.js';
import { clientIdAndSecret } from '../renewal/renewal-requests.js';
import { ask, bearer } from '../requests/exchange.js';
import { textAt, valueAt } from '../requests/json-answer.js';
import { endOfAccess } from '../stored-credentials.js';
import { LINKEDIN_ERRORS, linkedinErrors } from './errors.js';
import { headersOf } from './headers.js';
import { ORGANIZATION, publishesAs } from './urns.js';

/** Says how the access of any app is: https://learn.microsoft.com/en-us/linkedin/shared/authentication/token-introspection (2026). */
export const INTROSPECTION = 'https://www.linkedin.com/oauth/v2/introspectToken';

const MAX_ROLES = '100';

const ENDING: EndingWords = {
  reason: (day, left) => `Access to LinkedIn ends on ${day}, ${left}.`,
  action: 'Reconnect the account before then.',
};

/**
 * What LinkedIn says of the access, and of the role of its member at the organization.
 *
 * @throws NetworkRefusal the access has ended, or LinkedIn cannot say
 */
export async function linkedinHealth(connection: Connection): Promise<TokenHealth> {
  const { clientId, clientSecret } = connection.account.credentials;
  const scopes = clientId && clientSecret ? await scopesOfAccess(connection) : await greeted(connection);
  const isPage = connection.account.networkUserId.startsWith(ORGANIZATION);
  const needed = isPage ? 'w_organization_social' : 'w_member_social';
  if (scopes !== null && !scopes.includes(needed)) return withoutPermission(needed);
  if (isPage && !(await administers(connection))) return withoutRole(connection);
  const { account, now } = connection;
  return healthUntil(endOfAccess(account.credentials), now, LINKEDIN_ACCESS_DAYS.warnsAhead, ENDING);
}

/** The permissions of the access; null: LinkedIn does not say. */
async function scopesOfAccess(connection: Connection): Promise<readonly string[] | null> {
  const { credentials } = connection.account;
  const { authorization } = bearer(connection);
  const { body } = await ask(linkedinErrors, connection, {
    method: 'POST',
    path: INTROSPECTION,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      ...clientIdAndSecret(credentials),
      token: authorization.slice('Bearer '.length),
    }),
  });
  if (valueAt(body, 'active') === true) return textAt(body, 'scope')?.split(/[\s,]+/) ?? null;
  const status = textAt(body, 'status');
  const { code, words } = status === 'revoked' ? LINKEDIN_ERRORS.tokenRevoked : LINKEDIN_ERRORS.tokenExpired;
  const sentence =
    status === 'revoked'
      ? 'The member has ended the app’s access in the settings of LinkedIn.'
      : `LinkedIn’s access has ended: it lasts ${LINKEDIN_ACCESS_DAYS.lasts} days.`;
  throw new NetworkRefusal('account_reconnect_required', sentence, { status: 200, code, message: words });
}

/** For accounts without an app: whether the access works. */
async function greeted(connection: Connection): Promise<null> {
  await ask(linkedinErrors, connection, {
    method: 'GET',
    path: '/v2/userinfo',
    headers: bearer(connection),
  });
  return null;
}

async function administers(connection: Connection): Promise<boolean> {
  const { body } = await ask(linkedinErrors, connection, {
    method: 'GET',
    path: '/rest/organizationAcls',
    query: { q: 'roleAssignee', state: 'APPROVED', count: MAX_ROLES },
    headers: headersOf(connection),
  });
  return publishesAs(body).includes(connection.account.networkUserId);
}

function withoutPermission(scope: string): TokenHealth {
  return {
    status: 'reconnect_required',
    reason: `LinkedIn has not granted ${scope}, which publishing requires.`,
    action: 'Add the product with this permission to your app, then reconnect the account.',
    expiresAt: null,
  };
}

function withoutRole({ account }: Connection): TokenHealth {
  return {
    status: 'reconnect_required',
    reason: `The member who connected ${account.displayName} may no longer publish as this Page.`,
    action: 'Ask a super administrator of the Page for the role Content admin, then reconnect the account.',
    expiresAt: null,
  };
}
