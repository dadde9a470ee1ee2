import { randomFillSync } from 'node:crypto';
import { ID_PREFIXES, type Id, type IdKind } from '../contract/ids.js';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;

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

/** Random bytes are fetched many at a time: asking for them costs more than making them. */
const pool = Buffer.alloc(4096);
let used = pool.length;

function base32Random(): string {
  if (used + RANDOM_LENGTH > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let text = '';
  for (const byte of pool.subarray(used, used + RANDOM_LENGTH)) text += ALPHABET.charAt(byte & 31);
  used += RANDOM_LENGTH;
  return text;
}
