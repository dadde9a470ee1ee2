/** What the sign-ins of several networks have in common: OAuth 2.0 (RFC 6749, RFC 7636, RFC 7009). */
import type { Fact, Shape } from './fact.js';

/** The request that exchanges a code, or renews access. */
export const GRANT = {
  grant_type: 'text',
  'code?': 'text',
  'redirect_uri?': 'text',
  'code_verifier?': 'text',
  'refresh_token?': 'text',
} as const satisfies Readonly<Record<string, Shape>>;

export const TOKENS: Shape = {
  access_token: 'text',
  expires_in: 'whole',
  'token_type?': 'text',
  'refresh_token?': 'text',
  'scope?': 'text',
};

export const OAUTH_FAILED: Shape = { error: 'text', 'error_description?': 'text' };

/** Threads and Instagram exchange access for access that lasts, and renew that. */
export const longLivedAccess: readonly Fact[] = (['access_token', 'refresh_access_token'] as const).map(
  (path): Fact => ({
    call: `GET /${path}`,
    query: { grant_type: 'text', access_token: 'text', 'client_secret?': 'text' },
    answers: { 200: { access_token: 'text', token_type: 'text', expires_in: 'whole' } },
  }),
);
