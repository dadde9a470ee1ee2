import { threads as access } from '../../../networks/access/threads.js';
import { codeFlowConnector } from '../connecting/code-flow.js';
import { ConnectRefused } from '../connecting/connector.js';
import { checkScopes, unnamedAccount } from '../connecting/token-refusals.js';
import { longLivedTokenExchange } from '../meta-graph/long-lived-tokens.js';
import { listAt, textAt } from '../requests/json-answer.js';
import { THREADS_API } from './api.js';

const ORIGIN = 'https://graph.threads.com';
const { version } = THREADS_API;

export const threadsConnector = codeFlowConnector({
  platform: 'threads',
  app: access.app,
  origin: ORIGIN,
  exchange: longLivedTokenExchange('th_exchange_token'),
  async identify({ get, credentials }) {
    const granted = await grantedTo(credentials['accessToken'] ?? '', get);
    const leftOut = checkScopes('threads', access.app.scopes, granted);
    const fields = 'id,username,name,threads_profile_picture_url';
    const me = await get(`${version}/me`, { fields });
    const id = textAt(me, 'id');
    const handle = textAt(me, 'username');
    if (id === null || handle === null) throw unnamedAccount('threads');
    return {
      origin: ORIGIN,
      networkUserId: id,
      handle,
      displayName: textAt(me, 'name') || handle,
      avatarUrl: textAt(me, 'threads_profile_picture_url'),
      profileUrl: `https://www.threads.com/@${handle}`,
      credentials: { ...credentials, ...leftOut },
    };
  },
});

/**
 * The permissions of a token, which the token address does not tell. Only testers of an app may ask.
 *
 * @returns undefined: the network does not say
 */
async function grantedTo(
  accessToken: string,
  get: (path: string, query: Readonly<Record<string, string>>) => Promise<unknown>,
): Promise<readonly string[] | undefined> {
  try {
    const token = await get(`${version}/debug_token`, { input_token: accessToken });
    const scopes = listAt(token, 'data', 'scopes').filter((scope) => typeof scope === 'string');
    return scopes.length > 0 ? scopes : undefined;
  } catch (error) {
    if (error instanceof ConnectRefused && error.code === 'sign_in_refused') return undefined;
    throw error;
  }
}
