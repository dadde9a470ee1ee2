import type { Connection, Credentials } from '../../connection.js';
import { countAt, textAt } from '../../requests/json-answer.js';
import type { Wire, WireRequest } from '../../wire.js';
import { clientFields } from './client.js';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Whether an account was connected in a browser. Otherwise: with an app password. */
export function isOauth(credentials: Credentials): boolean {
  return credentials['issuer'] !== undefined;
}

/** A form to the server that issued the credentials. */
export function formTo(
  endpoint: string,
  { issuer = '', clientId = '', clientKey }: Credentials,
  fields: Readonly<Record<string, string>>,
): WireRequest {
  const client = clientFields({ clientId, clientKey: clientKey ?? null }, issuer);
  return {
    method: 'POST',
    path: endpoint,
    headers: FORM,
    body: new URLSearchParams({ ...fields, ...client }),
  };
}

/** Renews access. Each refresh token works once: a second use ends the session. */
export function renewalOf(credentials: Credentials): WireRequest | null {
  const { refreshToken, tokenEndpoint } = credentials;
  if (!refreshToken || !tokenEndpoint) return null;
  return formTo(tokenEndpoint, credentials, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

/** The tokens in an answer of the server that issues them. */
export function readTokens(body: unknown) {
  return {
    accessToken: textAt(body, 'access_token'),
    refreshToken: textAt(body, 'refresh_token'),
    expiresInSeconds: countAt(body, 'expires_in'),
  };
}

/** Ends the session of an account. */
export async function revokeSession({ account, wire, signal }: Connection): Promise<void> {
  await endOauthSession(wire, account.credentials, signal);
}

/** Ends a session, if its server offers that. */
export async function endOauthSession(
  wire: Wire,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<void> {
  const { refreshToken, accessToken, revocationEndpoint } = credentials;
  const token = refreshToken || accessToken;
  if (!token || !revocationEndpoint) return;
  await wire.send(formTo(revocationEndpoint, credentials, { token }), signal);
}
