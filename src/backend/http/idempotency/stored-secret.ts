import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { RequestRefused } from '../../operations/refusal.js';

/** What sealed text starts with, so that it is told apart from JSON. */
const PREFIX = 'sealed1:';

const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts an answer with what only its caller knows: the API key, or the cookie of the dashboard. The database has
 * only their hashes, so somebody who reads it, or a backup of it, cannot open the answer.
 *
 * @param identity what the answer belongs to; it opens only under the same one
 */
export function seal(text: string, callerSecret: string, identity: string): string {
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(callerSecret, salt), nonce);
  cipher.setAAD(Buffer.from(identity));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return PREFIX + Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/**
 * Decrypts a sealed answer, and returns any other unchanged.
 *
 * @throws RequestRefused if another caller sealed it: somebody whose sign-in to the dashboard has ended meanwhile
 */
export function unseal(stored: string, callerSecret: string, identity: string): string {
  if (!stored.startsWith(PREFIX)) return stored;
  const bytes = Buffer.from(stored.slice(PREFIX.length), 'base64url');
  const [salt, nonce, tag] = [
    bytes.subarray(0, SALT_BYTES),
    bytes.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES),
    bytes.subarray(SALT_BYTES + NONCE_BYTES, SALT_BYTES + NONCE_BYTES + TAG_BYTES),
  ];
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(callerSecret, salt), nonce, {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(identity));
    decipher.setAuthTag(tag);
    const opened = decipher.update(bytes.subarray(SALT_BYTES + NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([opened, decipher.final()]).toString('utf8');
  } catch {
    throw new RequestRefused(
      'idempotency_key_reused',
      'The request with this Idempotency-Key took effect before, and its response contains a secret that is shown only to the one who sent it, in the same sign-in. It was not repeated: to get a new secret, send a new request.',
    );
  }
}

function keyOf(callerSecret: string, salt: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', callerSecret, salt, 'postrider stored answer', 32));
}
