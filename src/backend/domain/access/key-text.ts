import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The prefix of every key, for people and secret scanners. */
const KEY_PREFIX = 'postrider_api_';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 characters of base 62: 190 random bits. */
const RANDOM_LENGTH = 32;
/** Six base-62 characters hold any CRC-32, because 62^6 exceeds 2^32. */
const CHECKSUM_LENGTH = 6;
/** How many random characters lists of keys show. */
const SHOWN_LENGTH = 4;

const KEY_FORM = new RegExp(
  `^${KEY_PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})_([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

/** A new key: `postrider_api_<32 random characters>_<6 characters of checksum>`. */
export function newKeyText(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62.charAt(randomInt(BASE62.length))).join(
    '',
  );
  return `${KEY_PREFIX}${random}_${checksumOf(random)}`;
}

/** Whether a text has the form of a key and a valid checksum. False for a mistyped or truncated key. */
export function looksLikeKey(text: string): boolean {
  const [, random = '', checksum] = KEY_FORM.exec(text) ?? [];
  return checksum !== undefined && checksumOf(random) === checksum;
}

/** The stored hash of a key: SHA-256 in hexadecimal. */
export function hashOfKey(text: string): string {
  return hash('sha256', text, 'hex');
}

/** The first characters of a key, by which people recognize it. */
export function shownPrefixOf(text: string): string {
  return text.slice(0, KEY_PREFIX.length + SHOWN_LENGTH);
}

function checksumOf(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    text = BASE62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
