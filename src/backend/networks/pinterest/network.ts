import { pinterest as access } from '../../../networks/access/pinterest.js';
import type { Network } from '../network.js';
import { appRenewal } from '../renewal/renewal-requests.js';
import { pinterestAdapter } from './adapter.js';
import { pinterestConnector } from './connect.js';
import { pinterestErrors } from './errors.js';

export const pinterest: Network = {
  adapter: pinterestAdapter,
  errors: pinterestErrors,
  connector: pinterestConnector,
  hosts: {
    // Videos go to a storage that refuses requests with a token.
    api: 'https://api.pinterest.com',
    web: 'https://www.pinterest.com',
    trusted: [],
    source: {
      title: 'Pinterest OpenAPI description 5.23: servers',
      where: 'pinterest/api-description v5/openapi.yaml',
      asOf: '2026-11',
    },
  },
  // At the account's origin: a sandbox renews its own tokens.
  renewal: appRenewal('/v5/oauth/token', access.app),
  badge: { letters: 'Pi', color: '#ad1722' },
};
