import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CountUnit, countText, fitsUpTo } from './count/count.js';
import { entitiesOf } from './count/entities.js';
import { graphemeBoundary } from './count/graphemes.js';
import { splitText } from './split-text.js';

const split = (text: string, unit: CountUnit, max: number) =>
  splitText(text, (one) => fitsUpTo(one, unit, max)) ?? [];

describe('splitText', () => {
  it.each<[string, number, string, string[]]>([
    ['a text that fits', 30, 'It fits.', ['It fits.']],
    ['between paragraphs', 20, 'One two three.\n\nFour five six.', ['One two three.', 'Four five six.']],
    ['between lines', 20, 'One two three four\nFive six', ['One two three four', 'Five six']],
    ['between sentences', 24, 'One two three. Four five six.', ['One two three.', 'Four five six.']],
    ['between sentences in Chinese', 8, '今天天气很好。我们去公园。', ['今天天气很好。', '我们去公园。']],
    ['between words', 12, 'One two three four', ['One two', 'three four']],
    ['between graphemes', 4, 'a👨‍👩‍👧‍👦éxyz', ['a👨‍👩‍👧‍👦éx', 'yz']],
    [
      'rather in a well filled part than after a title',
      24,
      'Hi\n\nOne two three four five',
      ['Hi\n\nOne two three four', 'five'],
    ],
    ['before a link', 16, 'See what https://a.example/b', ['See what', 'https://a.example/b']],
    ['before a tag', 12, 'One two x#f #longtag', ['One two x#f', '#longtag']],
    [
      'around a link that is too long',
      10,
      'See https://a.example/b now',
      ['See', 'https://a.example/b', 'now'],
    ],
    ['nothing', 10, ' \n ', []],
  ])('cuts %s', (_, max, text, parts) => {
    expect(split(text, 'graphemes', max)).toEqual(parts);
  });

  it('counts a link as the network does', () => {
    const text = `${'a'.repeat(250)} https://example.com/${'x'.repeat(100)}`;
    expect(split(text, 'x-weighted', 280)).toEqual([text]);
  });

  it('stops at a number of parts', () => {
    const fits = (one: string) => fitsUpTo(one, 'graphemes', 10);
    expect(splitText('One two three four', fits, 2)).toEqual(['One two', 'three four']);
    expect(splitText('One two three four', fits, 1)).toBeNull();
  });

  const word = fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
    fc.constantFrom(
      'https://example.com/a?b=c',
      'example.com/path',
      '@alice',
      '@bob@mastodon.example',
      '#coffee',
    ),
    fc.constantFrom('👩‍👩‍👧‍👦', '世界。', 'End.', 'e\u0301', '🇩🇪🇫🇷'),
  );
  const text = fc
    .array(fc.tuple(word, fc.constantFrom(' ', ' ', '\n', '\n\n', '')), { maxLength: 60 })
    .map((pairs) => pairs.flat().join(''));
  const unit = fc.constantFrom<CountUnit>('x-weighted', 'graphemes', 'threads', 'mastodon', 'utf8-bytes');

  it('loses nothing, exceeds no limit, and divides no link, mention, hashtag or grapheme', () => {
    fc.assert(
      fc.property(text, unit, fc.integer({ min: 40, max: 90 }), (whole, counted, max) => {
        const parts = split(whole, counted, max);
        const bare = (one: string) => one.replace(/\s/g, '');
        expect(bare(parts.join(''))).toBe(bare(whole));
        let at = 0;
        for (const part of parts) {
          const start = whole.indexOf(part, at);
          expect(start).toBeGreaterThanOrEqual(at);
          at = start + part.length;
          expect(whole.slice(start, at)).toBe(part);
          if (countText(part, counted) > max) expect(part).not.toMatch(/\s/);
          for (const { start: from, end } of entitiesOf(whole)) {
            expect(from < at && at < end).toBe(false);
          }
          expect(graphemeBoundary(whole, at)).toBe(at);
        }
      }),
      { numRuns: 300 },
    );
  });
});
