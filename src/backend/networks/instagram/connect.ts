import { instagram as access } from '../../../networks/access/instagram.js';
import { codeFlowConnector } from '../connecting/code-flow.js';
import { ConnectRefused } from '../connecting/connector.js';
import { unnamedAccount } from '../connecting/token-refusals.js';
import { longLivedTokenExchange } from '../meta-graph/long-lived-tokens.js';
import { textAt, valueAt } from '../requests/json-answer.js';
import { INSTAGRAM_API } from './api.js';

const ORIGIN = 'https://graph.instagram.com';
const FIELDS = 'user_id,username,name,account_type,profile_picture_url';

/** The documentation shows answers within a list, and the network also sends them without one. */
const unlisted = (answer: unknown): unknown => valueAt(answer, 'data', 0) ?? answer;

/** As a list, or as a text with commas. */
function grantedIn(tokens: unknown): readonly string[] | undefined {
  const permissions = valueAt(tokens, 'permissions');
  if (Array.isArray(permissions)) return permissions.filter((one) => typeof one === 'string');
  return textAt(tokens, 'permissions')?.split(',');
}

export const instagramConnector = codeFlowConnector({
  platform: 'instagram',
  app: access.app,
  origin: ORIGIN,
  tokensIn: unlisted,
  grantedIn,
  exchange: longLivedTokenExchange('ig_exchange_token'),
  async identify({ get, credentials }) {
    const me = unlisted(await get(`${INSTAGRAM_API.version}/me`, { fields: FIELDS }));
    const handle = textAt(me, 'username');
    // `id` is only known to this app; publishing needs the account's own.
    const id = textAt(me, 'user_id');
    const ofApp = textAt(me, 'id');
    const type = textAt(me, 'account_type');
    if (type?.toUpperCase() === 'PERSONAL') {
      throw new ConnectRefused(
        'sign_in_refused',
        `@${handle} is a personal account, and Instagram lets apps publish for professional ones only. Switch it in the Instagram app, which is free: Settings, Account type and tools, Switch to professional account. Then begin again.`,
      );
    }
    if (id === null || handle === null) throw unnamedAccount('instagram');
    return {
      origin: ORIGIN,
      networkUserId: id,
      handle,
      displayName: textAt(me, 'name') || handle,
      avatarUrl: textAt(me, 'profile_picture_url'),
      profileUrl: `https://www.instagram.com/${handle}/`,
      credentials: ofApp === null ? credentials : { ...credentials, grantedBy: ofApp },
    };
  },
});
