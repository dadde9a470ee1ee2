import { createHash, randomFillSync } from 'node:crypto';
import { ID_PREFIXES, type Id, type IdKind } from '../../contract/ids.js';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;

/** Generates ids. */
export interface IdSource {
  next<K extends IdKind>(kind: K, now: number): Id<K>;
}

/** Ids that sort by time: 48 bits of milliseconds and 80 random bits, as in a ULID. */
export const randomIds: IdSource = {
  next: (kind, now) => `${ID_PREFIXES[kind]}_${base32Time(now)}${base32Random()}`,
};

/**
 * Reproducible ids: the n-th id of a kind depends only on the seed, not on the time, and sorts after the ones
 * before it.
 */
export function seededIds(seed: number): IdSource {
  const counts = new Map<IdKind, number>();
  return {
    next: (kind) => {
      const number = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, number);
      const bytes = createHash('sha256').update(`${seed}/${kind}/${number}`).digest();
      return `${ID_PREFIXES[kind]}_${base32Time(number)}${base32(bytes.subarray(0, RANDOM_LENGTH))}`;
    },
  };
}

function base32Time(now: number): string {
  let rest = now;
  let text = '';
  for (let index = 0; index < TIME_LENGTH; index += 1) {
    text = ALPHABET.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

/** Random bytes are fetched in bulk: the call costs more than the bytes. */
const pool = Buffer.alloc(4096);
let used = pool.length;

function base32Random(): string {
  if (used + RANDOM_LENGTH > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + RANDOM_LENGTH);
  used += RANDOM_LENGTH;
  return base32(bytes);
}

function base32(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += ALPHABET.charAt(byte & 31);
  return text;
}
