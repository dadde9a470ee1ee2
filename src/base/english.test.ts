import { expect, it } from 'vitest';
import { inSentence, withCommas } from './english.js';

it.each([0, 7, 999, 1_000, 12_345, 999_999, 1_000_000, 9_007_199_254_740_991, -1_234])(
  'writes %d as Intl does',
  (integer) => {
    expect(withCommas(integer)).toBe(integer.toLocaleString('en'));
  },
);

it.each([
  ['and', 'conjunction'],
  ['or', 'disjunction'],
] as const)('joins words with %s as Intl does', (joint, type) => {
  const words = ['Bluesky', 'Mastodon', 'X', 'TikTok'];
  for (let count = 0; count <= words.length; count += 1) {
    const some = words.slice(0, count);
    expect(inSentence(some, joint)).toBe(new Intl.ListFormat('en', { type }).format(some));
  }
});
