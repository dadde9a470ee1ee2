import { createHmac } from 'node:crypto';
import type { Credentials } from '../connection.js';

/**
 * Proves that a call comes from the app itself (https://developers.facebook.com/docs/graph-api/guides/secure-requests,
 * 2026). Apps can demand it. Empty: the account has no app.
 */
export function secretProof({ accessToken, clientSecret }: Credentials): Readonly<Record<string, string>> {
  if (!accessToken || !clientSecret) return {};
  return { appsecret_proof: createHmac('sha256', clientSecret).update(accessToken).digest('hex') };
}
