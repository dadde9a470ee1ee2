import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes as text: what a link or a cookie holds. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret, and found again by: SHA-256 in hexadecimal. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
