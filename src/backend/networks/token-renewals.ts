import type { Platform } from '../../contract/platforms.js';
import type { Credentials } from './adapter.js';
import { textAt } from './json-answer.js';
import type { Renewal } from './token-renewal.js';

const FORM = 'application/x-www-form-urlencoded';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

function secondsAt(body: unknown, name: string): number | null {
  const seconds = Number(textAt(body, name) ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

const readOauth: Renewal['read'] = (body) => ({
  accessToken: textAt(body, 'access_token'),
  refreshToken: textAt(body, 'refresh_token'),
  expiresInSeconds: secondsAt(body, 'expires_in'),
});

/** OAuth 2.0 by a refresh token; networks differ in the address and in how the application names itself. */
function oauth(
  path: string,
  application: (credentials: Credentials) => Readonly<Record<string, string>>,
  headers: (credentials: Credentials) => Readonly<Record<string, string>> = () => ({}),
): Renewal {
  return {
    aheadMs: MINUTE_MS,
    read: readOauth,
    request: (credentials) => {
      const refreshToken = credentials['refreshToken'];
      if (!refreshToken) return null;
      return {
        method: 'POST',
        path,
        headers: { 'content-type': FORM, ...headers(credentials) },
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token: refreshToken,
          ...application(credentials),
        }),
      };
    },
  };
}

/** Meta's long-lived tokens renew themselves, once they are a day old. */
function itself(path: string, grant: string): Renewal {
  return {
    // They live for 60 days: a failed renewal leaves many chances for another.
    aheadMs: 10 * DAY_MS,
    byItself: true,
    read: readOauth,
    request: ({ accessToken }) =>
      accessToken
        ? { method: 'GET', path, query: { grant_type: grant, access_token: accessToken }, headers: {} }
        : null,
  };
}

const idOf = ({ clientId }: Credentials) => clientId ?? '';
const secretOf = ({ clientSecret }: Credentials) => clientSecret ?? '';
const idAndSecret = (credentials: Credentials) => ({
  client_id: idOf(credentials),
  client_secret: secretOf(credentials),
});

/** How each network renews access. Mastodon's and Facebook pages' tokens do not end by time. */
export const RENEWALS: Readonly<Partial<Record<Platform, Renewal>>> = {
  x: oauth('/2/oauth2/token', (credentials) => ({ client_id: idOf(credentials) })),
  linkedin: oauth('https://www.linkedin.com/oauth/v2/accessToken', idAndSecret),
  youtube: oauth('https://oauth2.googleapis.com/token', idAndSecret),
  tiktok: oauth('/v2/oauth/token/', (credentials) => ({
    client_key: idOf(credentials),
    client_secret: secretOf(credentials),
  })),
  pinterest: oauth(
    '/v5/oauth/token',
    () => ({}),
    (credentials) => ({
      authorization: `Basic ${Buffer.from(`${idOf(credentials)}:${secretOf(credentials)}`).toString('base64')}`,
    }),
  ),
  instagram: itself('/refresh_access_token', 'ig_refresh_token'),
  threads: itself('/refresh_access_token', 'th_refresh_token'),
  bluesky: {
    aheadMs: MINUTE_MS,
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
      // The token itself tells when it ends; the network says so in time.
      expiresInSeconds: null,
    }),
  },
};
