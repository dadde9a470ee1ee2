import { expect, it } from 'vitest';
import { RequestRefused } from '../../operations/refusal.js';
import { idempotencyKeyOf } from './idempotency-key.js';

it.each([
  ['abc', 'abc'],
  ['"abc"', 'abc'],
  ['a"b', 'a"b'],
  ['"a\\"b"', 'a"b'],
  ['"a\\\\b"', 'a\\b'],
  ['a\\b', 'a\\b'],
  ['"two words"', 'two words'],
  ["'abc'", "'abc'"],
  [`"${'x'.repeat(255)}"`, 'x'.repeat(255)],
  [`"${'\\"'.repeat(255)}"`, '"'.repeat(255)],
])('the header %s is the key %s', (header, key) => {
  expect(idempotencyKeyOf(header)).toBe(key);
});

it.each([
  ['', 'This one is empty.'],
  ['""', 'This one is empty.'],
  ['"', 'nothing after the closing quote'],
  ['"abc', 'nothing after the closing quote'],
  ['"abc"; a=1', 'nothing after the closing quote'],
  ['"a"b"', 'nothing after the closing quote'],
  ['"a\\b"', 'a backslash as \\\\'],
  ['"caf\u00e9"', 'in double quotes'],
  ['"tab\tbed"', 'in double quotes'],
  ['two words', 'Put a key with spaces in double quotes.'],
  ['a, b', 'Send the header once, with one key.'],
  ['"a", "b"', 'Send the header once, with one key.'],
  ['x'.repeat(256), 'This one has 256 characters.'],
  [`"${'x'.repeat(256)}"`, 'This one has 256 characters.'],
])('the header %s is refused', (header, reason) => {
  expect(() => idempotencyKeyOf(header)).toThrow(RequestRefused);
  expect(() => idempotencyKeyOf(header)).toThrow(reason);
});
