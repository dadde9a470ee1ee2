import { describe, expect, it } from 'vitest';
import { locateJsonError } from './json-error.js';

describe('locating a JSON error', () => {
  it.each([
    ['{"a": 1,}', 'line 1, column 9: expected a property name in double quotes'],
    ["{'a': 1}", 'line 1, column 2: unexpected characters'],
    ['{"a" 1}', 'line 1, column 6: expected ":"'],
    ['{"a": 1 "b": 2}', 'line 1, column 9: expected "," or the end of the list'],
    ['[1, 2', 'line 1, column 6: expected "," or "]"'],
    ['{\n  "a": ,\n}', 'line 2, column 8: expected a value'],
    ['{"a": ', 'line 1, column 7: expected a value'],
    ['{"a": "b', 'line 1, column 7: a string that is not closed on its line'],
    ['{"a": "\\x"}', 'line 1, column 7: invalid escape in a string'],
    ['{"a": "one\ntwo"}', 'line 1, column 7: a string that is not closed on its line'],
    ['{"a": 01}', 'line 1, column 8: expected "," or the end of the list'],
    ['{"a": NaN}', 'line 1, column 7: unexpected characters'],
    ['{} {}', 'line 1, column 4: expected the end of the text'],
    ['// a comment\n{}', 'line 1, column 1: comments are not allowed'],
    ['hello', 'line 1, column 1: unexpected characters'],
  ])('%j: %s', (text, message) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(locateJsonError(text)).toBe(message);
  });

  it('survives a text with 100,000 levels of nesting', () => {
    expect(locateJsonError('['.repeat(100_000))).toContain('nested too deeply');
  });
});
