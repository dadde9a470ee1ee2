import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SecretKey } from './secret-key.js';

declare const sealed: unique symbol;

/** A secret as the database stores it: `v1.<key id>.<base64url of nonce, ciphertext and tag>`. */
export type Sealed = string & { readonly [sealed]: true };

/** The credentials of an account that has none: there is nothing to seal. */
export const NO_CREDENTIALS = '{"accessToken":""}' as Sealed;

/** A new secret for a database that has no key yet. Its first start seals it. */
export function sealedLater(secret: string): Sealed {
  return secret as Sealed;
}

/** A stored value that is sealed, or a secret in clear from before it was sealed. */
const FORM = /^v1\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed value does not open: the message says why, without the value. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
  /** `other_key`: it was sealed with another key; `changed`: its text was changed, or moved from another row. */
  readonly reason: 'other_key' | 'changed';

  constructor(reason: SealBroken['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Seals a secret.
 *
 * @param purpose what it belongs to, such as `webhook:wh_1`: it opens for nothing else
 */
export function seal(key: SecretKey, purpose: string, text: string): Sealed {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key.object, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(purpose));
  const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `v1.${key.id}.${bytes.toString('base64url')}` as Sealed;
}

/** @throws SealBroken */
export function unseal(key: SecretKey, purpose: string, value: Sealed): string {
  const [, keyId, body = ''] = FORM.exec(value) ?? [];
  if (keyId !== key.id) {
    throw new SealBroken(
      'other_key',
      `The secret of ${purpose} was sealed with the key ${keyId ?? 'of a newer version'}, not with ${key.id}.`,
    );
  }
  const bytes = Buffer.from(body, 'base64url');
  const end = bytes.length - TAG_BYTES;
  if (end < NONCE_BYTES) throw changed(purpose);
  const decipher = createDecipheriv(ALGORITHM, key.object, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(bytes.subarray(end));
  const text = decipher.update(bytes.subarray(NONCE_BYTES, end));
  try {
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch (error) {
    if (error instanceof Error) throw changed(purpose);
    throw error;
  }
}

function changed(purpose: string): SealBroken {
  return new SealBroken('changed', `The sealed secret of ${purpose} was changed, or belongs to another row.`);
}

/** Whether a stored text is sealed; else it is in clear, from a version before secrets were sealed. */
export function isSealed(text: string): text is Sealed {
  return FORM.test(text);
}

/** The id of the key with which a value was sealed; null: it is in clear. */
export function keyIdOf(text: string): string | null {
  return FORM.exec(text)?.[1] ?? null;
}
