import type { AppAccess } from '../../../networks/access.js';
import { clientAuthentication } from '../connecting/client-authentication.js';
import type { Credentials } from '../connection.js';
import { textAt } from '../requests/json-answer.js';
import type { Renewal } from './token-renewal.js';

const FORM = 'application/x-www-form-urlencoded';
/** Access tokens that live for hours are renewed this long before they expire, in milliseconds. */
export const RENEW_AHEAD_MS = 60_000;
const DAY_MS = 24 * 60 * 60 * 1000;

function secondsAt(body: unknown, name: string): number | null {
  const seconds = Number(textAt(body, name) ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

/** How long the refresh token of an answer lasts, in TikTok’s words and in those of others; null: it does not say. */
export const renewableSeconds = (answer: unknown): number | null =>
  secondsAt(answer, 'refresh_expires_in') ?? secondsAt(answer, 'refresh_token_expires_in');

const readOauth: Renewal['read'] = (body) => ({
  accessToken: textAt(body, 'access_token'),
  refreshToken: textAt(body, 'refresh_token'),
  expiresInSeconds: secondsAt(body, 'expires_in'),
  renewableSeconds: renewableSeconds(body),
});

/** Renews access with an OAuth 2.0 refresh token, and the person's own app. */
export function appRenewal(path: string, app: Pick<AppAccess, 'idParameter' | 'secretIn'>): Renewal {
  return {
    aheadMs: RENEW_AHEAD_MS,
    read: readOauth,
    request: ({ refreshToken, clientId = '', clientSecret = '' }) => {
      if (!refreshToken) return null;
      const { headers, fields } = clientAuthentication(app, { clientId, clientSecret });
      return {
        method: 'POST',
        path,
        headers: { 'content-type': FORM, ...headers },
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token: refreshToken,
          ...fields,
        }),
      };
    },
  };
}

/** Meta's long-lived tokens renew themselves once they are a day old. */
export function longLivedTokenRenewal(path: string, grant: string, aheadDays: number): Renewal {
  return {
    aheadMs: aheadDays * DAY_MS,
    byItself: true,
    read: readOauth,
    request: ({ accessToken }) =>
      accessToken
        ? { method: 'GET', path, query: { grant_type: grant, access_token: accessToken }, headers: {} }
        : null,
  };
}

export const clientIdAndSecret = ({ clientId = '', clientSecret = '' }: Credentials) => ({
  client_id: clientId,
  client_secret: clientSecret,
});
