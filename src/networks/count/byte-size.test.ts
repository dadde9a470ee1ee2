import { expect, it } from 'vitest';
import { byteSize } from './byte-size.js';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 KB'],
  [1_024, '1.1 KB'],
  [48_150, '48.2 KB'],
  [1_000_000, '1 MB'],
  [50_000_000, '50 MB'],
  [50_000_001, '50.1 MB'],
  [500_000_000, '500 MB'],
])('formats %d bytes as %s', (bytes, words) => {
  expect(byteSize(bytes)).toBe(words);
});
