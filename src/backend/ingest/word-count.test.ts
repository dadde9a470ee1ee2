import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countWords } from './word-count.js';

/** A word as it is meant: letters and digits with their marks, joined by a sign that stands between two of them. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’.-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;

it('counts what is a word, in any script that parts them', () => {
  const sign = fc.constantFrom(
    'a',
    'É',
    'e\u0301',
    '\u0301',
    '7',
    "'",
    '’',
    '.',
    '-',
    ' ',
    '\n',
    '—',
    'ж',
    'ع',
    '𝒳',
    '😀',
    '\ud83d',
  );
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 30 }), (signs) => {
      const text = signs.join('');
      expect(countWords(text, 'en')).toBe(text.match(WORD)?.length ?? 0);
    }),
    // A half of a pair without the other, before a letter.
    { examples: [[['\ud83d', 'a', ' ', 'b']]] },
  );
  expect(countWords("It's 3.5 well-known e-mails.", 'en')).toBe(4);
});

it('asks a dictionary where a script does not', () => {
  expect(countWords('水曜日に会いましょう', 'ja')).toBeGreaterThan(2);
  expect(countWords('Das ist 東京', 'de')).toBe(3);
});
