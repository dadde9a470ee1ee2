import type { Network } from '../network.js';
import { clientId, clientSecret, refreshTokenRenewal } from '../renewal/renewal-requests.js';
import { tiktokAdapter } from './adapter.js';
import { tiktokErrors } from './errors.js';

export const tiktok: Network = {
  adapter: tiktokAdapter,
  errors: tiktokErrors,
  hosts: {
    // Addresses of uploads hold a token of their own, and take no other.
    api: 'https://open.tiktokapis.com',
    web: 'https://www.tiktok.com',
    trusted: [],
    source: {
      title: 'TikTok Content Posting API: Media transfer guide',
      where: 'https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide',
      asOf: '2026-11',
    },
  },
  renewal: refreshTokenRenewal('/v2/oauth/token/', (credentials) => ({
    client_key: clientId(credentials),
    client_secret: clientSecret(credentials),
  })),
  badge: { letters: 'Tt', color: '#1a1a1d' },
};
