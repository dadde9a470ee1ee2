import { json } from '../../../networks/answers.js';
import type { SignInData } from './sign-in-data.js';

const LOG = { log_id: '20261121000000000000000000000000' };

/** TikTok: Manage OAuth access tokens (developers.tiktok.com, 2026-11-05). */
export const tiktok: SignInData = {
  platform: 'tiktok',
  letsLeaveOut: true,
  lifetimes: { access: 7200, refresh: 180 * 24 * 3600 },
  refusals: {
    code: json(400, {
      error: 'invalid_grant',
      error_description: 'Authorization code is expired.',
      ...LOG,
    }),
    app: json(401, {
      error: 'invalid_client',
      error_description: 'Client key or secret is incorrect.',
      ...LOG,
    }),
    token: json(400, {
      error: 'invalid_request',
      error_description: 'The access token is invalid.',
      ...LOG,
    }),
  },
  tokenFields: { open_id: 'open-id', refresh_expires_in: 180 * 24 * 3600 },
};
