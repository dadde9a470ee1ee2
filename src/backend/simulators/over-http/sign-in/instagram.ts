import { json } from '../../../networks/answers.js';
import { CODE_REFUSED, metaLogin } from './meta-login.js';
import type { SignInData } from './sign-in-data.js';

/** Instagram Platform: Business Login for Instagram (2026-03-13). */
export const instagram: SignInData = {
  platform: 'instagram',
  ...metaLogin('ig_exchange_token'),
  tokenAnswer: ({ accessToken, scopes }) => ({
    // The id is one that only this app knows.
    data: [{ access_token: accessToken, user_id: '26631681313108721', permissions: scopes.join(',') }],
  }),
  refusals: {
    code: CODE_REFUSED,
    app: json(400, { error_type: 'OAuthException', code: 400, error_message: 'Invalid platform app' }),
  },
};
