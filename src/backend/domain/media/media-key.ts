import { ID_PREFIXES } from '../../../contract/ids.js';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 26;

/**
 * The storage key of a file: 130 bits of its SHA-256 in lower-case Crockford base 32, so that the same bytes
 * have the same key.
 *
 * @param sha256 hexadecimal
 */
export function mediaKey(sha256: string): string {
  const bits = BigInt(`0x${sha256}`) >> BigInt(256 - LENGTH * 5);
  let text = '';
  for (let index = LENGTH - 1; index >= 0; index -= 1) {
    text += ALPHABET.charAt(Number((bits >> BigInt(index * 5)) & 31n));
  }
  return `${ID_PREFIXES.media}_${text}`;
}
