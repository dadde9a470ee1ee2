import { json } from '../../../networks/answers.js';
import { CODE_REFUSED, metaLogin } from './meta-login.js';
import type { SignInData } from './sign-in-data.js';

/** Threads API: Get access tokens (2026-08-12), Long-lived tokens (2026-09), Debug access token (2025-06-04). */
export const threads: SignInData = {
  platform: 'threads',
  ...metaLogin('th_exchange_token'),
  tokenAnswer: ({ accessToken, networkUserId }) => ({
    access_token: accessToken,
    user_id: Number(networkUserId),
  }),
  refusals: {
    code: CODE_REFUSED,
    app: json(400, {
      error: {
        message: 'Error validating client secret.',
        type: 'OAuthException',
        code: 1,
        fbtrace_id: 'AxSimulated0trace',
      },
    }),
  },
  first: ({ url }, { scopes: asked, withheld, account }) => {
    if (url.pathname !== '/v1.0/debug_token') return null;
    const scopes = asked.map(({ name }) => name).filter((name) => !withheld.includes(name));
    return json(200, { data: { type: 'USER', is_valid: true, scopes, user_id: account.networkUserId } });
  },
};
