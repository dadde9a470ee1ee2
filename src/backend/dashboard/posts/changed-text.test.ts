import { expect, it } from 'vitest';
import { changeOf } from './changed-text.js';

it.each([
  ['The shop opens at nine', 'The shop opens at ten', 'The shop opens at ', 'nine', 'ten', ''],
  ['One two', 'One new two', 'One ', '', 'new ', 'two'],
  ['a a a', 'a a', 'a a', ' a', '', ''],
  ['', 'Hello', '', '', 'Hello', ''],
  ['Hello', '', '', 'Hello', '', ''],
  ['Same', 'Same', 'Same', '', '', ''],
])('from “%s” to “%s”', (from, to, before, removed, added, after) => {
  expect(changeOf(from, to)).toEqual({ before, removed, added, after });
  expect(before + removed + after).toBe(from);
  expect(before + added + after).toBe(to);
});
