import { json } from '../../../networks/answers.js';
import type { SignInData } from './sign-in-data.js';

/** Pinterest: Set up authentication and authorization (developers.pinterest.com, 2026-11). Messages are from memory. */
export const pinterest: SignInData = {
  platform: 'pinterest',
  lifetimes: { access: 30 * 24 * 3600, refresh: 60 * 24 * 3600 },
  refusals: {
    code: json(400, { code: 283, message: 'The authorization code is invalid or expired.' }),
    app: json(401, { code: 2, message: 'Authentication failed.' }),
  },
  tokenFields: { response_type: 'authorization_code', refresh_token_expires_in: 60 * 24 * 3600 },
};
