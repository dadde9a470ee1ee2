import { json } from '../../../networks/answers.js';
import type { SignInData } from './sign-in-data.js';

/** Instagram Platform: Business Login for Instagram (2026-03-13). */
export const instagram: SignInData = {
  platform: 'instagram',
  letsLeaveOut: true,
  lifetimes: { access: 3600, refresh: null },
  fragment: '#_',
  denied: { error_reason: 'user_denied', error_description: 'The user denied your request' },
  tokenAnswer: ({ accessToken, scopes }) => ({
    // The id is one that only this app knows.
    data: [{ access_token: accessToken, user_id: '26631681313108721', permissions: scopes.join(',') }],
  }),
  longLived: {
    exchangePath: '/access_token',
    grant: 'ig_exchange_token',
    renewPath: '/refresh_access_token',
    lifetime: 60 * 24 * 3600,
  },
  refusals: {
    code: json(400, {
      error_type: 'OAuthException',
      code: 400,
      error_message: 'Matching code was not found or was already used',
    }),
    app: json(400, { error_type: 'OAuthException', code: 400, error_message: 'Invalid platform app' }),
  },
};
