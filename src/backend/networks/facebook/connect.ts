import { facebook as access } from '../../../networks/access/facebook.js';
import { scopesOf } from '../../../networks/access.js';
import type { ClientCredentials } from '../connecting/client-authentication.js';
import { codeFlowConnector, type GrantedAccess } from '../connecting/code-flow.js';
import { type ChoosableAccount, ConnectRefused, type SignedIn } from '../connecting/connector.js';
import { checkScopes } from '../connecting/token-refusals.js';
import type { Connection, Credentials } from '../connection.js';
import { secretProof } from '../meta-graph/secret-proof.js';
import { ask, notSent } from '../requests/exchange.js';
import { listAt, textAt } from '../requests/json-answer.js';
import type { WireRequest } from '../wire.js';
import { API } from './api.js';
import { facebookErrors } from './errors.js';

const ORIGIN = 'https://graph.facebook.com';
const MAX_PAGES = '100';

/** The tasks of a person who may publish to a Page; of a Page of the new kind, too. */
const PUBLISHING_TASKS: readonly (string | null)[] = ['CREATE_CONTENT', 'PROFILE_PLUS_CREATE_CONTENT'];

export const facebookConnector = codeFlowConnector({
  platform: 'facebook',
  app: access.app,
  origin: ORIGIN,
  exchange: longLivedToken,
  async identify(granted): Promise<SignedIn> {
    const { get, credentials, review } = granted;
    const read = (path: string, query: Readonly<Record<string, string>> = {}) =>
      get(`${API.version}${path}`, { ...query, ...secretProof(credentials) });
    const permissions = listAt(await read('/me/permissions'), 'data')
      .filter((one) => textAt(one, 'status') === 'granted')
      .map((one) => textAt(one, 'permission'));
    const leftOut = checkScopes(
      'facebook',
      scopesOf(access.app, review),
      permissions.flatMap((one) => one ?? []),
    );
    const pages = listAt(
      await read('/me/accounts', {
        fields: 'id,name,username,link,access_token,tasks,picture{url}',
        limit: MAX_PAGES,
      }),
      'data',
    );
    const person = textAt(await read('/me', { fields: 'id' }), 'id') ?? '';
    const choices = pages.flatMap((page) => pageAccount(granted, { ...leftOut, grantedBy: person }, page));
    if (choices.length === 0) throw withoutPage(pages.length);
    return { choices };
  },
  revoke: removeApp,
});

/**
 * Removes the app from a person’s profile, which ends access to all their Pages
 * (https://developers.facebook.com/docs/graph-api/reference/user/permissions, 2026, v25.0).
 */
async function removeApp(connection: Connection): Promise<void> {
  const { clientId, clientSecret, grantedBy } = connection.account.credentials;
  if (!clientId || !clientSecret || !grantedBy) {
    throw notSent('permission_missing', 'Postrider does not know who has granted the access.');
  }
  await ask(facebookErrors, connection, {
    method: 'DELETE',
    path: `${API.version}/${encodeURIComponent(grantedBy)}/permissions`,
    headers: { authorization: `Bearer ${clientId}|${clientSecret}` },
  });
}

/** Page tokens that come of a long-lived token do not end. */
function longLivedToken(accessToken: string, { clientId, clientSecret }: ClientCredentials): WireRequest {
  return {
    method: 'POST',
    path: `${API.version}/oauth/access_token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'fb_exchange_token',
      fb_exchange_token: accessToken,
      client_id: clientId,
      client_secret: clientSecret,
    }),
  };
}

/** None: the person may not publish to the Page. */
function pageAccount(
  { credentials }: GrantedAccess,
  ofPerson: Credentials,
  page: unknown,
): readonly ChoosableAccount[] {
  const id = textAt(page, 'id');
  const accessToken = textAt(page, 'access_token');
  const { clientId = '', clientSecret = '' } = credentials;
  const tasks = listAt(page, 'tasks').map((task) => (typeof task === 'string' ? task : null));
  if (id === null || !accessToken || !tasks.some((task) => PUBLISHING_TASKS.includes(task))) return [];
  const name = textAt(page, 'name') || id;
  return [
    {
      origin: ORIGIN,
      networkUserId: id,
      handle: textAt(page, 'username') || name,
      displayName: name,
      avatarUrl: textAt(page, 'picture', 'data', 'url'),
      profileUrl: textAt(page, 'link') || `https://www.facebook.com/${id}`,
      credentials: { accessToken, clientId, clientSecret, ...ofPerson },
      kind: 'Page',
    },
  ];
}

function withoutPage(given: number): ConnectRefused {
  return new ConnectRefused(
    'sign_in_refused',
    given === 0
      ? 'Facebook gave access to no Page. Postrider publishes to Pages, not to profiles: begin again, and choose at least one Page.'
      : 'You may not publish to any of the Pages that you chose: ask for the task “Create content” on the Page, and begin again.',
  );
}
