import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes as text, for a link or a cookie. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash under which a secret is stored: SHA-256 in hexadecimal. */
export function hashOfSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
