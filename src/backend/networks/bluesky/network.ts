import type { Network } from '../network.js';
import { RENEW_AHEAD_MS } from '../renewal/renewal-requests.js';
import { textAt } from '../requests/json-answer.js';
import { blueskyAdapter } from './adapter.js';
import { blueskyErrors } from './errors.js';

export const bluesky: Network = {
  adapter: blueskyAdapter,
  errors: blueskyErrors,
  renewal: {
    aheadMs: RENEW_AHEAD_MS,
    request: ({ refreshToken }) =>
      refreshToken
        ? {
            method: 'POST',
            path: '/xrpc/com.atproto.server.refreshSession',
            headers: { authorization: `Bearer ${refreshToken}` },
          }
        : null,
    read: (body) => ({
      accessToken: textAt(body, 'accessJwt'),
      refreshToken: textAt(body, 'refreshJwt'),
      // The expiry is in the token itself; an expired token is refused, and then renewed.
      expiresInSeconds: null,
    }),
  },
  replyField: ['record', 'reply', 'parent', 'uri'],
  warningField: ['record', 'labels', 'values', 0, 'val'],
  badge: { letters: 'Bs', color: '#0b62c4' },
};
