import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const BYTES = 32;

/** What a session's tokens are made of: bound to the cookie, which no other site can read. */
export function csrfSecretOf(cookieSecret: string): Buffer {
  return createHash('sha256').update(`csrf ${cookieSecret}`).digest();
}

/**
 * A token for one answer: another text each time, so that nobody learns it from the sizes of many answers that
 * were compressed together with something they chose.
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
