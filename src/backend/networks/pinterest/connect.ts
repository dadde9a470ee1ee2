import { pinterest as access } from '../../../networks/access/pinterest.js';
import { codeFlowConnector } from '../connecting/code-flow.js';
import { unnamedAccount } from '../connecting/token-refusals.js';
import { textAt } from '../requests/json-answer.js';

export const pinterestConnector = codeFlowConnector({
  platform: 'pinterest',
  app: access.app,
  origin: 'https://api.pinterest.com',
  async identify({ get, credentials, origin }) {
    const me = await get('/v5/user_account');
    const handle = textAt(me, 'username');
    if (handle === null) throw unnamedAccount('pinterest');
    return {
      origin,
      networkUserId: textAt(me, 'id') ?? handle,
      handle,
      displayName: textAt(me, 'business_name') || handle,
      avatarUrl: textAt(me, 'profile_image'),
      profileUrl: `https://www.pinterest.com/${handle}/`,
      credentials,
    };
  },
});
