import fc from 'fast-check';
import { expect, it } from 'vitest';
import { normalized } from './normalized.js';

const MARKS = ['\u0301', '\u0316', '\u05b0', '\u05bc', '\u3099', '\uff9e', '\u0345'];
const sign = fc.constantFrom(
  'a',
  'e',
  '각',
  '\u1100',
  '\u1161',
  'か',
  '\ufdfa',
  '\u212b',
  '\ud83d',
  ...MARKS,
);

it('normalises as the language does, up to 128 marks in a row', () => {
  const text = fc.array(sign, { maxLength: 120 }).map((signs) => signs.join(''));
  fc.assert(
    fc.property(text, fc.constantFrom('NFC' as const, 'NFKC' as const), (value, form) => {
      expect(normalized(value, form)).toBe(value.normalize(form));
    }),
  );
});

it('knows every character that becomes a mark which is reordered', () => {
  // Their first mark has the combining class 0, so it stays where it is.
  const unmoved = ['\u0e33', '\u0eb3'];
  const others = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
    (char) => /^\p{M}/u.test(char.normalize('NFKD')) && !/[\p{M}\uff9e\uff9f]/u.test(char),
  );
  expect(others).toEqual(unmoved);
});

it('loses nothing of a longer run', () => {
  const marks = '\u0301\u0316'.repeat(500);
  expect([...normalized(`x${marks}`, 'NFC')].sort()).toEqual([...`x${marks}`].sort());
});
