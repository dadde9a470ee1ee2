import type { Network } from '../network.js';
import { clientIdAndSecret, refreshTokenRenewal } from '../renewal/renewal-requests.js';
import { youtubeAdapter } from './adapter.js';
import { youtubeErrors } from './errors.js';

export const youtube: Network = {
  adapter: youtubeAdapter,
  errors: youtubeErrors,
  hosts: {
    // The address of an upload session is on the same host.
    api: 'https://www.googleapis.com',
    web: 'https://www.youtube.com',
    trusted: ['youtubeanalytics.googleapis.com'],
    source: {
      title: 'YouTube Data API: Resumable uploads',
      where: 'https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol',
      asOf: '2026-11',
    },
  },
  renewal: refreshTokenRenewal('https://oauth2.googleapis.com/token', clientIdAndSecret),
  badge: { letters: 'Yt', color: '#c21f14' },
};
