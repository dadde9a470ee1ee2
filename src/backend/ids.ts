import { randomBytes } from 'node:crypto';
import { ID_PREFIXES, type Id, type IdKind } from '../contract/ids.js';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;

/** Makes ids. Tests give one that counts. */
export interface IdSource {
  next<K extends IdKind>(kind: K, now: number): Id<K>;
}

/** Ids that sort by time: 48 bits of milliseconds and 80 random bits, as in a ULID. */
export const randomIds: IdSource = {
  next: (kind, now) => `${ID_PREFIXES[kind]}_${base32Time(now)}${base32Random()}`,
};

function base32Time(now: number): string {
  let rest = now;
  let text = '';
  for (let index = 0; index < TIME_LENGTH; index += 1) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

function base32Random(): string {
  let text = '';
  for (const byte of randomBytes(16)) text += ALPHABET.charAt(byte & 31);
  return text;
}
