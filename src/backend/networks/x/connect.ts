import { x as access } from '../../../networks/access/x.js';
import { codeFlowConnector } from '../connecting/code-flow.js';
import { unnamedAccount } from '../connecting/token-refusals.js';
import { textAt } from '../requests/json-answer.js';

const API = 'https://api.x.com';

export const xConnector = codeFlowConnector({
  platform: 'x',
  app: access.app,
  origin: API,
  async identify({ get, credentials }) {
    const me = await get('/2/users/me', { 'user.fields': 'profile_image_url' });
    const id = textAt(me, 'data', 'id');
    const handle = textAt(me, 'data', 'username');
    if (id === null || handle === null) throw unnamedAccount('x');
    return {
      origin: API,
      networkUserId: id,
      handle,
      displayName: textAt(me, 'data', 'name') || handle,
      avatarUrl: textAt(me, 'data', 'profile_image_url'),
      profileUrl: `https://x.com/${handle}`,
      credentials,
    };
  },
});
