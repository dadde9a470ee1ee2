import type { Network } from '../network.js';
import { RENEW_AHEAD_MS } from '../renewal/renewal-requests.js';
import { textAt } from '../requests/json-answer.js';
import { lifetimeOfToken } from './access-token.js';
import { blueskyAdapter } from './adapter.js';
import { blueskyConnector } from './connect.js';
import { blueskyErrors } from './errors.js';
import { isOauth, readTokens, renewalOf } from './oauth/session.js';

export const bluesky: Network = {
  adapter: blueskyAdapter,
  errors: blueskyErrors,
  connector: blueskyConnector,
  hosts: {
    // Each account has its own PDS. The video service gets a token of its own, never the account’s.
    api: 'account',
    web: 'https://bsky.app',
    trusted: [],
    source: {
      title: 'Bluesky docs: API hosts and auth',
      where: 'https://docs.bsky.app/docs/advanced-guides/api-directory',
      asOf: '2026-11',
    },
  },
  renewal: {
    aheadMs: RENEW_AHEAD_MS,
    request: (credentials) => {
      if (isOauth(credentials)) return renewalOf(credentials);
      const { refreshToken } = credentials;
      if (!refreshToken) return null;
      return {
        method: 'POST',
        path: '/xrpc/com.atproto.server.refreshSession',
        headers: { authorization: `Bearer ${refreshToken}` },
      };
    },
    read: (body) => {
      const accessToken = textAt(body, 'accessJwt');
      if (accessToken === null) return readTokens(body);
      return {
        accessToken,
        refreshToken: textAt(body, 'refreshJwt'),
        expiresInSeconds: lifetimeOfToken(accessToken),
      };
    },
  },
  replyField: ['record', 'reply', 'parent', 'uri'],
  warningField: ['record', 'labels', 'values', 0, 'val'],
  badge: { letters: 'Bs', color: '#0b62c4' },
};
