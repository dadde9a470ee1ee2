import { json } from '../../../networks/answers.js';
import type { SignInData } from './sign-in-data.js';

/** What the sign-ins of Instagram and Threads have in common. @param grant exchanges the first token for one that lasts */
export const metaLogin = (grant: string) =>
  ({
    letsLeaveOut: true,
    lifetimes: { access: 3600, refresh: null },
    fragment: '#_',
    denied: { error_reason: 'user_denied', error_description: 'The user denied your request' },
    longLived: {
      exchangePath: '/access_token',
      grant,
      renewPath: '/refresh_access_token',
      lifetime: 60 * 24 * 3600,
    },
  }) satisfies Partial<SignInData>;

/** The answer to a code that is wrong or was used before. */
export const CODE_REFUSED = json(400, {
  error_type: 'OAuthException',
  code: 400,
  error_message: 'Matching code was not found or was already used',
});
