import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countGraphemes, graphemesOf } from './graphemes.js';

const whole = (text: string) =>
  Array.from(new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text), ({ segment }) => segment);

/** What joins its neighbours in some way, and what joins none. */
const part = fc.constantFrom(
  ...[
    'a',
    ' ',
    '世',
    '한',
    'ع',
    '\ufdfa',
    '\r',
    '\n',
    '\r\n',
    '\0',
    '\u001b',
    '\u007f',
    '\u0085',
    '\u200b',
    '\u200c',
    '\u200d',
    '\ufe0f',
    '\u20e3',
  ],
  ...['\u0301', '\u0316', '\u0483', '\u3099', '\u0600', '\u0e33', '\u0903', '\u0915', '\u094d', '\u0d4e'],
  ...[
    '\u1100',
    '\u1161',
    '\u11a8',
    '각',
    '🇩',
    '🇪',
    '👍',
    '👍🏽',
    '🏽',
    '👨‍👩‍👧',
    '❤️‍🔥',
    '©',
    '1️⃣',
    '\u{e0067}',
  ],
  ...['\ud83d', '\udc4d', '\u{1f3f4}', '\u{110bd}', '\u202e', '\u00ad'],
);

it('finds the graphemes that Intl.Segmenter finds in the whole text', () => {
  // Repeated parts reach over the ends of pieces.
  const runs = fc.array(fc.tuple(fc.array(part, { minLength: 1, maxLength: 4 }), fc.nat({ max: 150 })), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(runs, (found) => {
      const text = found.map(([parts, times]) => parts.join('').repeat(times)).join('');
      expect([...graphemesOf(text)]).toEqual(whole(text));
      expect(countGraphemes(text)).toBe(whole(text).length);
    }),
    { numRuns: 150 },
  );
});

it('finds a grapheme of thousands of units, and what follows it', () => {
  for (const joined of ['\u0301', '\u200d👦', '\u094d\u0915', '\u1100']) {
    const text = `क${joined.repeat(3_000)}ab${joined.repeat(300)}👍👍`;
    expect([...graphemesOf(text)]).toEqual(whole(text));
  }
});
