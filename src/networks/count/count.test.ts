import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RULES } from '../rules.js';
import { type CountUnit, countText, fitsUpTo } from './count.js';
import { countCashtags, countHashtags, countLinks, countMentions } from './mentions-and-tags.js';

const family = '👨‍👩‍👧‍👦';

describe('countText', () => {
  it.each<[CountUnit, string, number]>([
    ['utf16', 'a👍', 3],
    ['codepoints', 'a👍', 2],
    ['codepoints', 'e\u0301', 2],
    ['graphemes', 'e\u0301', 1],
    ['graphemes', family, 1],
    ['graphemes', 'a\r\nb', 3],
    ['graphemes', 'Grüße, мир, 世界, 한국', 18],
    ['utf8-bytes', 'é', 2],
    ['utf8-bytes', '한', 3],
    ['utf8-bytes', '👍', 4],
    ['utf8-bytes', '\ud800', 3],
    ['threads', 'Hi 👍', 7],
    ['threads', family, 25],
    ['threads', '🇩🇪', 8],
    ['threads', '世界', 2],
    ['threads', '©', 1],
    ['threads', '1️⃣', 7],
    ['mastodon', 'https://example.com/a/long/path/that/goes/on', 23],
    ['mastodon', 'See https://example.com/a_(b).', 28],
    ['mastodon', 'See http://a.de, and (https://b.de/?q=1)!', 59],
    ['mastodon', 'example.com', 11],
    ['mastodon', '@alice@mastodon.example hi', 9],
    ['mastodon', '@alice hi', 9],
    ['mastodon', `${family} hi`, 4],
  ])('%s of %j: %i', (unit, text, length) => {
    expect(countText(text, unit)).toBe(length);
  });

  it('counts a Mastodon link as the rules say', () => {
    expect(countText('https://example.com/', 'mastodon')).toBe(RULES.mastodon.links.weight?.value);
  });

  it('matches TextEncoder and the string iterator', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(countText(text, 'utf8-bytes')).toBe(new TextEncoder().encode(text).length);
        expect(countText(text, 'codepoints')).toBe([...text].length);
      }),
    );
  });

  it('matches Intl.Segmenter for graphemes, including the shortcut', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const char = fc.constantFrom(
      'a',
      'é',
      'Я',
      'ж',
      '世',
      '한',
      'カ',
      '。',
      '\n',
      '\r',
      '\u0301',
      '\u0483',
      '\u3099',
      '👍',
      'ᄀ',
    );
    fc.assert(
      fc.property(fc.string({ unit: char }), (text) => {
        expect(countText(text, 'graphemes')).toBe([...segmenter.segment(text)].length);
      }),
    );
  });
});

describe('hashtags, mentions, cashtags and links', () => {
  it('do not count inside URLs', () => {
    const text = 'https://a.de/@me?#part #tag @you @me@a.de mail@a.de #1 $ABC $5 US$ABC';
    expect(countHashtags(text)).toBe(1);
    expect(countMentions(text)).toBe(2);
    expect(countCashtags(text)).toBe(1);
  });

  it('count a repeated URL once', () => {
    expect(countLinks('https://a.de, (https://a.de) and https://b.de', 'https://b.de')).toBe(2);
  });
});

describe('fitsUpTo', () => {
  it('returns the whole length if the text is short enough', () => {
    expect(fitsUpTo('hello', 'utf16', 5)).toBe(5);
  });

  it('does not split emoji', () => {
    expect(fitsUpTo(`ab${family}`, 'utf16', 5)).toBe(2);
    expect(fitsUpTo(`ab${family}`, 'utf8-bytes', 20)).toBe(2);
  });

  it('does not cut where the remaining text ends in a new URL', () => {
    const text = `${'a'.repeat(260)} example.community`;
    const end = fitsUpTo(text, 'x-weighted', 275);
    expect(countText(text.slice(0, end), 'x-weighted')).toBeLessThanOrEqual(275);
    expect(end).toBeGreaterThan(260);
  });

  it('cuts between graphemes within the limit, for every unit', () => {
    const units = fc.constantFrom<CountUnit>(
      'utf16',
      'graphemes',
      'utf8-bytes',
      'x-weighted',
      'mastodon',
      'threads',
    );
    const piece = fc.constantFrom(
      'a',
      ' ',
      'https://example.com',
      'a.com',
      '@me@a.com',
      family,
      '🇩🇪',
      'e\u0301',
      '世',
    );
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, units, fc.integer({ min: 0, max: 60 }), (value, unit, max) => {
        const end = fitsUpTo(value, unit, max);
        expect(countText(value.slice(0, end), unit)).toBeLessThanOrEqual(max);
        const boundaries = [...new Intl.Segmenter('en').segment(value)].map((one) => one.index);
        expect([...boundaries, value.length]).toContain(end);
      }),
      { numRuns: 300 },
    );
  });
});
