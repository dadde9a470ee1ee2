import { youtube as access } from '../../../networks/access/youtube.js';
import type { Network } from '../network.js';
import { appRenewal } from '../renewal/renewal-requests.js';
import { youtubeAdapter } from './adapter.js';
import { youtubeConnector } from './connect.js';
import { youtubeErrors } from './errors.js';

export const youtube: Network = {
  adapter: youtubeAdapter,
  errors: youtubeErrors,
  connector: youtubeConnector,
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
  renewal: appRenewal(access.app.tokenUrl, access.app),
  badge: { letters: 'Yt', color: '#c21f14' },
};
