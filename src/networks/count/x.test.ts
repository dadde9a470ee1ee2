import fc from 'fast-check';
import { parseTweet } from 'twitter-text';
import { describe, expect, it } from 'vitest';
import { growth } from '../../../test/support/growth/steps.js';
import { THOROUGH } from '../../../test/support/thorough.js';
import { RULES } from '../rules.js';
import { countX } from './x.js';

/** X's own counter. */
const oracle = (text: string) => parseTweet(text).weightedLength;

describe('countX', () => {
  it.each([
    ['Hello, world! 👋', 16],
    ['👨‍👩‍👧‍👦', 2],
    ['🙋🏽', 2],
    ['example.com', 23],
    ['cafe\u0301', 4],
    ['…', 2],
    ['—', 1],
    ['한', 2],
    ['', 0],
    ['🇩🇪 and 🇦🇦', 11],
    ['1️⃣', 2],
    ['❤️‍🔥', 5],
    ['see https://example.com/a/very/long/path?with=a&query=1#and-more', 27],
    ['me@example.com', 14],
    ['Done.Then', 9],
    ['Done.Next', 23],
    ['münchen.de/rathaus', 23],
    ['(example.com/a_(b))', 25],
  ])('counts %j as %i', (text, weight) => {
    expect(countX(text)).toBe(weight);
    expect(oracle(text)).toBe(weight);
  });

  it('counts a URL as the rules say', () => {
    expect(countX('https://example.com/')).toBe(RULES.x.links.weight?.value);
  });

  it('matches X’s own counter on arbitrary texts', () => {
    fc.assert(
      fc.property(
        fc.oneof(jumble, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })),
        (text) => {
          expect(countX(text)).toBe(oracle(text));
        },
      ),
      { numRuns: THOROUGH ? 6000 : 1500 },
    );
  });

  it('matches X’s own counter on URLs', () => {
    const address = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.domain(),
      fc.emailAddress(),
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(address, piece), { maxLength: 6 }), (parts) => {
        const text = parts.join('');
        expect(countX(text)).toBe(oracle(text));
      }),
      { numRuns: THOROUGH ? 1500 : 400 },
    );
  });

  it.each(['1.', '漢', 'a.com/((', 'a.com/(a', 'a.com ', 'https://a.com/b?c=d ', 'あ.com'])(
    'takes linear time in a text of only %s',
    async (part) => {
      expect(await growth(THOROUGH ? 200 : 60, (size) => countX(part.repeat(size)))).toMatchObject({
        isLinear: true,
      });
    },
  );

  // A quadratic search would take far longer.
  it('searches long adversarial texts in linear time', () => {
    for (const part of ['1.', '漢', '(', '(a']) countX(`a.com/${part.repeat(100_000)}`);
    countX('1.'.repeat(100_000));
  }, 10_000);
});

const piece = fc.constantFrom(
  ...[
    'http://',
    'https://',
    'HTTP://',
    't.co/',
    'www.',
    'example',
    'example.com',
    '.com',
    '.co',
    '.io',
    'co.uk',
    '.museum',
  ],
  ...[
    '.',
    '..',
    '/',
    '/path',
    '(',
    ')',
    '(a)',
    '((b))',
    '?q=1',
    '?',
    '&',
    '=',
    '#',
    '@',
    '-',
    '_',
    ':',
    ':80',
    ' ',
    '\n',
  ],
  ...[
    ',',
    '!',
    "'",
    '"',
    '~',
    '%',
    '+',
    '$',
    '|',
    '\\',
    '[',
    '{',
    'a',
    'B',
    'z',
    '0',
    'é',
    'e\u0301',
    'ß',
    'ſ',
    'Я',
    '…',
    '—',
  ],
  ...[
    '.рф',
    '漢',
    '한',
    '。',
    '．',
    '.中国',
    'セ',
    'مصر',
    '.مصر',
    'xn--',
    'xn--abc',
    '＃',
    '\u200e',
    '\u202a',
    '\u061c',
    '\ufeff',
  ],
  ...[
    '👩',
    '👨',
    '👧',
    '👦',
    '❤',
    '💋',
    '🏳',
    '🌈',
    '🏴',
    '☠',
    '👁',
    '🗨',
    '♀',
    '♂',
    '🏽',
    '👍',
    '🕵',
    '🤦',
    '🧑',
    '💻',
    '🥲',
  ],
  ...[
    '\u200d',
    '\ufe0f',
    '\ufe0e',
    '\u20e3',
    '🇩',
    '🇪',
    '🇦',
    '1',
    '*',
    '©',
    '™',
    '\ud800',
    '\udc00',
    '\u{e0067}',
    '\u{e007f}',
  ],
  ...['x'.repeat(63), 'ü'.repeat(30), 'a'.repeat(41), `t.co/${'a'.repeat(41)}`],
);

const jumble = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
