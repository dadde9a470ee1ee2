import { tiktok as access } from '../../../networks/access/tiktok.js';
import { codeFlowConnector, revokeTokens } from '../connecting/code-flow.js';
import { ConnectRefused } from '../connecting/connector.js';
import { appRenewal } from '../renewal/renewal-requests.js';
import { withAccess } from '../renewal/token-renewal.js';
import { textAt } from '../requests/json-answer.js';
import { tiktokErrors } from './errors.js';

const API = 'https://open.tiktokapis.com';

export const tiktokRenewal = appRenewal('/v2/oauth/token/', access.app);

export const tiktokConnector = codeFlowConnector({
  platform: 'tiktok',
  app: access.app,
  origin: API,
  async identify({ get, post, credentials }) {
    const me = await get('/v2/user/info/', { fields: 'open_id,avatar_url,display_name' });
    // Only what is asked before each post names the handle, unless one more permission is demanded.
    const creator = await post('/v2/post/publish/creator_info/query/');
    const id = textAt(me, 'data', 'user', 'open_id');
    const handle = textAt(creator, 'data', 'creator_username');
    if (id === null || handle === null) {
      const why = textAt(creator, 'error', 'message') || 'TikTok did not say which account it is.';
      throw new ConnectRefused('sign_in_refused', `${why} Begin again.`);
    }
    return {
      origin: API,
      networkUserId: id,
      handle,
      displayName: textAt(me, 'data', 'user', 'display_name') || handle,
      avatarUrl: textAt(me, 'data', 'user', 'avatar_url'),
      profileUrl: `https://www.tiktok.com/@${handle}`,
      credentials,
    };
  },
  // TikTok ends access with an access token that is valid.
  revoke: (connection) =>
    withAccess(tiktokErrors, tiktokRenewal, connection, (valid) => revokeTokens('tiktok', access.app, valid)),
});
