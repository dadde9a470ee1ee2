import { describe, expect, it } from 'vitest';
import { findJsonFault } from './json-fault.js';

describe('where a text is not JSON', () => {
  it.each([
    ['{"a": 1,}', 'line 1, column 9: a name in double quotes is expected'],
    ["{'a': 1}", 'line 1, column 2: a name in double quotes is expected'],
    ['{"a" 1}', 'line 1, column 6: ":" is expected'],
    ['{"a": 1 "b": 2}', 'line 1, column 9: "," or "}" is expected'],
    ['[1, 2', 'line 1, column 6: "," or "]" is expected'],
    ['{\n  "a": ,\n}', 'line 2, column 8: a value is expected'],
    ['{"a": ', 'line 1, column 7: the text ends where a value is expected'],
    ['{"a": "b', 'line 1, column 9: the text ends inside a string'],
    ['{"a": "\\x"}', 'line 1, column 8: unknown escape in a string'],
    ['{"a": "one\ntwo"}', 'line 1, column 11: a line break or control character in a string must be escaped'],
    ['{"a": 01}', 'line 1, column 8: "," or "}" is expected'],
    ['{"a": NaN}', 'line 1, column 7: a value is expected'],
    ['{} {}', 'line 1, column 4: there is something after the end'],
    ['hello', 'line 1, column 1: a value is expected'],
  ])('%j: %s', (text, fault) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(findJsonFault(text)).toBe(fault);
  });

  it('is found in a text that is nested without end', () => {
    expect(findJsonFault('['.repeat(100_000))).toContain('nested more than 200 levels deep');
  });
});
