import type { Network } from '../network.js';
import { tiktokAdapter } from './adapter.js';
import { tiktokConnector, tiktokRenewal } from './connect.js';
import { tiktokErrors } from './errors.js';

export const tiktok: Network = {
  adapter: tiktokAdapter,
  errors: tiktokErrors,
  connector: tiktokConnector,
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
  renewal: tiktokRenewal,
  badge: { letters: 'Tt', color: '#1a1a1d' },
};
