import { json } from '../../../networks/answers.js';
import type { SignInData } from './sign-in-data.js';

/** X: docs.x.com, OAuth 2.0 authorization code flow with PKCE (2026-08-22). */
export const x: SignInData = {
  platform: 'x',
  lifetimes: { access: 7200, refresh: 180 * 24 * 3600 },
  refusals: {
    code: json(400, {
      error: 'invalid_request',
      error_description: 'Value passed for the authorization code was invalid.',
    }),
    app: json(401, { error: 'unauthorized_client', error_description: 'Missing valid authorization header' }),
  },
};
