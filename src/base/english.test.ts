import { expect, it } from 'vitest';
import { firstInSentence, inSentence, withCommas } from './english.js';

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

it('counts the words that it leaves out', () => {
  const words = ['Ann', 'Ben', 'Cleo', 'Drew'];
  expect(firstInSentence(words, 4, 'or')).toBe('Ann, Ben, Cleo, or Drew');
  expect(firstInSentence(words, 3, 'or')).toBe('Ann, Ben, Cleo, or 1 more');
  expect(firstInSentence(words, 1, 'and')).toBe('Ann and 3 more');
  expect(firstInSentence([], 3, 'and')).toBe('');
});
