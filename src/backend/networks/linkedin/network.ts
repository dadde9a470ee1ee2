import { linkedin as access } from '../../../networks/access/linkedin.js';
import type { Network } from '../network.js';
import { appRenewal } from '../renewal/renewal-requests.js';
import { linkedinAdapter } from './adapter.js';
import { linkedinConnector } from './connect.js';
import { linkedinErrors } from './errors.js';

export const linkedin: Network = {
  adapter: linkedinAdapter,
  errors: linkedinErrors,
  connector: linkedinConnector,
  hosts: {
    api: 'https://api.linkedin.com',
    web: 'https://www.linkedin.com',
    // Addresses of uploads: www.linkedin.com/dms-uploads/…, with the token.
    trusted: ['www.linkedin.com'],
    source: {
      title: 'LinkedIn Images API: Upload the image',
      where: 'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api',
      asOf: '2026-11',
    },
  },
  renewal: appRenewal(access.app.tokenUrl, access.app),
  badge: { letters: 'in', color: '#0a5fae' },
};
