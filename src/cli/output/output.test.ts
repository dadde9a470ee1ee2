import { describe, expect, it } from 'vitest';
import { wrapHelp } from '../help-text.js';
import { plainJson, plainLine, plainLines, visibleLines } from './plain-text.js';
import { styleWith, wantsColors } from './style.js';
import { type Column, table } from './table.js';
import { fitTo, widthOf, wrapTo } from './width.js';

describe('a table', () => {
  interface Row {
    readonly id: string;
    readonly text: string;
  }
  const columns: readonly Column<Row>[] = [
    { title: 'ID', value: ({ id }) => id },
    { title: 'TEXT', value: ({ text }) => text, minWidth: 6 },
  ];
  const rows = [
    { id: 'post_1', text: 'a text that is rather long' },
    { id: 'post_2', text: '日本語のテキスト' },
  ];
  const shown = (width: number | null) =>
    table(columns, rows, { width, style: styleWith(false) }).split('\n');

  it('is as wide as needed outside a terminal', () => {
    expect(shown(null)).toEqual([
      'ID      TEXT',
      'post_1  a text that is rather long',
      'post_2  日本語のテキスト',
    ]);
  });

  it('shrinks columns by cells, not by characters', () => {
    expect(shown(18)).toEqual(['ID      TEXT', 'post_1  a text th…', 'post_2  日本語の…']);
  });

  it('moves columns that do not fit below their row', () => {
    expect(shown(12)).toEqual(['post_1', '    a text…', 'post_2', '    日本語…']);
  });
});

describe('a table with a URL', () => {
  interface Row {
    readonly id: string;
    readonly url: string;
  }
  const columns: readonly Column<Row>[] = [
    { title: 'ID', value: ({ id }) => id },
    { title: 'URL', value: ({ url }) => url, whole: true },
  ];
  const rows = [{ id: 'post_1', url: 'https://post.example.org/1' }];

  it('moves it to its own line, and never truncates it', () => {
    const shown = table(columns, rows, { width: 20, style: styleWith(false) });
    expect(shown.split('\n')).toEqual(['post_1', '    https://post.example.org/1']);
  });
});

describe('help', () => {
  it('wraps sentences, keeps commands to paste as they are, and hangs rows', () => {
    const text = 'Some words to wrap\n  curl -sS "$URL" -H "X: y"\n  posts:read  Read the posts';
    expect(wrapHelp(text, 20).split('\n')).toEqual([
      'Some words to wrap',
      '  curl -sS "$URL" -H "X: y"',
      '  posts:read  Read the',
      '              posts',
    ]);
  });
});

describe('width', () => {
  it('counts cells: two for wide characters and emoji, none for combining marks', () => {
    expect(widthOf('abc')).toBe(3);
    expect(widthOf('日本')).toBe(4);
    expect(widthOf('👩‍👩‍👧')).toBe(2);
    expect(widthOf('❤️')).toBe(2);
    expect(widthOf('e\u0301')).toBe(1);
  });

  it('truncates and wraps to it', () => {
    expect(fitTo('abcdef', 4)).toBe('abc…');
    expect(wrapTo('one two three four', 10)).toEqual(['one two', 'three four']);
  });
});

describe('other people’s text', () => {
  it('loses escape sequences, control characters and bidirectional marks', () => {
    expect(plainLines('a\u001b[2Jb\u001b]8;;http://x\u0007c\u001b]8;;\u0007\u0000d\u202ee\nf')).toBe(
      'abcde\nf',
    );
    expect(plainLine(' one\n\ttwo\r\n three ')).toBe('one two three');
  });

  it('loses what no terminal shows: tags, zero-width characters, line breaks of other kinds, C1 controls', () => {
    const tag = '\u{e0041}';
    expect(plainLines(`a${tag}b\u200bc\u061cd\u2028e\u0085f\u009b2Jg\ufeffh\ud800`)).toBe('abcdefgh');
    expect(plainLine(`one${tag}\u2029two`)).toBe('onetwo');
    expect(plainJson({ text: `${tag}\u200b\u2028` })).toMatch(/^[\n -~]*$/);
    expect(JSON.parse(plainJson({ text: `${tag}\u200b` }))).toEqual({ text: `${tag}\u200b` });
  });

  it('shows all of that where somebody confirms it', () => {
    expect(visibleLines('a\u001b[2Jb\u202ec\r\nd 👩‍👩‍👧')).toBe('a⟨U+001B⟩[2Jb⟨U+202E⟩c\nd 👩‍👩‍👧');
  });

  it('keeps everything else', () => {
    expect(plainLines('👩‍👩‍👧 naïve — “quotes” العربية')).toBe('👩‍👩‍👧 naïve — “quotes” العربية');
  });

  it('is escaped in JSON without changing its value', () => {
    const json = plainJson({ text: '\u001b[31m\u009b\u202e' });
    expect(json).toMatch(/^[\n -~]*$/);
    expect(JSON.parse(json)).toEqual({ text: '\u001b[31m\u009b\u202e' });
  });
});

describe('colours', () => {
  const asked = (refused: boolean, isTTY: boolean, env: Record<string, string> = {}) =>
    wantsColors({ refused, isTTY, env });

  it('are on in terminals, unless overridden', () => {
    expect(asked(false, true)).toBe(true);
    expect(asked(false, false)).toBe(false);
    expect(asked(false, true, { NO_COLOR: '1' })).toBe(false);
    expect(asked(false, true, { TERM: 'dumb' })).toBe(false);
    expect(asked(false, false, { FORCE_COLOR: '1' })).toBe(true);
    expect(asked(false, true, { FORCE_COLOR: '0' })).toBe(false);
    expect(asked(true, true, { FORCE_COLOR: '1' })).toBe(false);
  });

  it('surround the text without changing it', () => {
    expect(styleWith(true)('red', 'x')).toBe('\u001b[31mx\u001b[39m');
    expect(styleWith(false)('red', 'x')).toBe('x');
  });
});
