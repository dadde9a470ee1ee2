import { X_EPOCH } from '../../networks/id-times.js';

/** Ids in each network's format, from its clock and its random numbers. */

type Random = () => number;

/** The base64url alphabet, in which YouTube and Instagram write ids. */
const BASE64_URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

function below(limit: number, random: Random): bigint {
  return BigInt(Math.floor(random() * limit));
}

/** X: milliseconds since its epoch, then 22 bits of machine and sequence. */
export function xSnowflake(now: number, random: Random): string {
  return String(((BigInt(now) - X_EPOCH) << 22n) | below(2 ** 22, random));
}

/** Mastodon: epoch milliseconds, then 16 bits. */
export function mastodonSnowflake(now: number, random: Random): string {
  return String((BigInt(now) << 16n) | below(2 ** 16, random));
}

/** LinkedIn: epoch milliseconds, then 22 bits. */
export function linkedinNumber(now: number, random: Random): string {
  return String((BigInt(now) << 22n) | below(2 ** 22, random));
}

/** TikTok: epoch seconds, then 32 bits. */
export function tiktokNumber(now: number, random: Random): string {
  return String((BigInt(Math.floor(now / 1000)) << 32n) | below(2 ** 32, random));
}

/** A number with `count` digits; the first is not 0. */
export function digits(count: number, random: Random): string {
  const rest = Array.from({ length: count - 1 }, () => Math.floor(random() * 10)).join('');
  return `${1 + Math.floor(random() * 9)}${rest}`;
}

function draw(alphabet: string, count: number, random: Random): string {
  return Array.from({ length: count }, () => alphabet.charAt(Math.floor(random() * alphabet.length))).join(
    '',
  );
}

export function base64UrlId(count: number, random: Random): string {
  return draw(BASE64_URL, count, random);
}

/** The shortcode in an Instagram or Threads URL: the media id in base 64. */
export function shortcodeOf(id: string): string {
  let left = BigInt(id);
  let code = '';
  while (left > 0n) {
    code = BASE64_URL.charAt(Number(left % 64n)) + code;
    left /= 64n;
  }
  return code;
}

/** A content identifier in atproto's format: CIDv1, dag-cbor, SHA-256, base 32. */
export function contentId(sha256: Uint8Array): string {
  const bytes = Uint8Array.from([0x01, 0x71, 0x12, 0x20, ...sha256]);
  let bits = 0;
  let held = 0;
  let text = 'b';
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32.charAt((held >> bits) & 31);
      held &= (1 << bits) - 1;
    }
  }
  return bits > 0 ? text + BASE32.charAt((held << (5 - bits)) & 31) : text;
}
