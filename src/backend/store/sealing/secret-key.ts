import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { SecretKeyRefused } from './secret-key-refused.js';

/** AES-256. */
const KEY_BYTES = 32;

/** Bytes of a hash that name a key: enough to tell keys apart, and nothing about the key. */
const ID_BYTES = 6;

const HEX = /^[0-9a-f]{64}$/i;
/** 32 bytes as base64 or base64url, with or without padding. */
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/** How to make a key. */
const HOW_TO_MAKE_A_KEY = 'Make one with: openssl rand -base64 32';

/** A key that seals secrets. Neither printing it nor writing it as JSON shows its bytes. */
export class SecretKey {
  /** Names the key in sealed values and messages. */
  readonly id: string;
  readonly #key: KeyObject;

  private constructor(bytes: Buffer) {
    this.#key = createSecretKey(bytes);
    this.id = createHash('sha256')
      .update('postrider secret key')
      .update(bytes)
      .digest()
      .subarray(0, ID_BYTES)
      .toString('base64url');
  }

  static random(): SecretKey {
    return new SecretKey(randomBytes(KEY_BYTES));
  }

  /**
   * Reads 32 bytes as base64, base64url or hexadecimal.
   *
   * @param from where the text comes from, for the message
   * @throws SecretKeyRefused `invalid`
   */
  static parse(text: string, from: string): SecretKey {
    const key = text.trim();
    if (HEX.test(key)) return new SecretKey(Buffer.from(key, 'hex'));
    const bytes = BASE64.test(key) ? Buffer.from(key, 'base64') : null;
    if (bytes?.length === KEY_BYTES) return new SecretKey(bytes);
    const found = key === '' ? 'is empty' : `has ${key.length} characters that are not such a key`;
    throw new SecretKeyRefused(
      'invalid',
      `${from} must hold a secret key: ${KEY_BYTES} random bytes as base64 or hexadecimal. It ${found}. ${HOW_TO_MAKE_A_KEY}`,
    );
  }

  /** For `createCipheriv`. */
  get object(): KeyObject {
    return this.#key;
  }

  /** The text for a key file. */
  exportText(): string {
    return `${this.#key.export().toString('base64url')}\n`;
  }
}
