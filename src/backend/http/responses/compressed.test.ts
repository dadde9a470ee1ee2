import { expect, it } from 'vitest';
import { encodingIn } from './compressed.js';

it.each([
  [null, null],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=0.8, br;q=0', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip;q=0', null],
  ['br; q=0.000, gzip;q=0.0', null],
  ['xbr, brotli', null],
])('%s accepts %s', (header, encoding) => {
  expect(encodingIn(header)).toBe(encoding);
});
