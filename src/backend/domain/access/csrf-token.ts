import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const BYTES = 32;

/** The secret behind a session's CSRF tokens, derived from the cookie, which no other site can read. */
export function csrfSecretOf(cookieSecret: string): Buffer {
  return createHash('sha256').update(`csrf ${cookieSecret}`).digest();
}

/**
 * A CSRF token for one response. It is masked differently each time, so that an attacker cannot infer it from the
 * sizes of compressed responses (BREACH).
 */
export function maskedToken(secret: Buffer): string {
  const mask = randomBytes(BYTES);
  return Buffer.concat([mask, xor(secret, mask)]).toString('base64url');
}

export function isTokenOf(secret: Buffer, given: string): boolean {
  const bytes = Buffer.from(given, 'base64url');
  if (bytes.length !== 2 * BYTES) return false;
  return timingSafeEqual(xor(bytes.subarray(0, BYTES), bytes.subarray(BYTES)), secret);
}

const xor = (one: Uint8Array, other: Uint8Array): Uint8Array =>
  Uint8Array.from(one, (byte, index) => byte ^ (other[index] ?? 0));
