import { isRecord } from '../../../base/is-record.js';

/** The claims of a token that Bluesky's servers sign; null: it is not readable. Its signature is not checked. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> | null {
  const [, payload = ''] = token.split('.');
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return isRecord(claims) ? claims : null;
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}

/** How long the token lasts, in seconds, by the clock of the server that made it; null: it does not say. */
export function lifetimeOfToken(token: string): number | null {
  const claims = claimsOf(token);
  const [issued, expires] = [claims?.['iat'], claims?.['exp']];
  if (typeof issued !== 'number' || typeof expires !== 'number') return null;
  return expires > issued ? expires - issued : null;
}

/** When the token expires, epoch milliseconds; null: it does not say. */
export function expiryOfToken(token: string): number | null {
  const expires = claimsOf(token)?.['exp'];
  return typeof expires === 'number' ? expires * 1000 : null;
}

/** What the token allows; null: it does not say. */
export function scopeOfToken(token: string): string | null {
  const scope = claimsOf(token)?.['scope'];
  return typeof scope === 'string' ? scope : null;
}
