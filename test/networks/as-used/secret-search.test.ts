import { expect, it } from 'vitest';
import { SecretSearch } from './secret-search.js';

const SECRET = 'abcd-efgh/ijkl+mnop=qrst';
const search = new SecretSearch(new Map([[SECRET, 'the app password']]));

it.each<readonly [string, string]>([
  ['as it is', SECRET],
  ['in a URL', encodeURIComponent(SECRET)],
  ['in hexadecimal digits', Buffer.from(SECRET).toString('hex').toUpperCase()],
  ['a piece of 16 characters', SECRET.slice(3, 19)],
  ...[0, 1, 2, 3].map(
    (before) =>
      [
        `in base64 after ${before} bytes`,
        Buffer.from(`${'x'.repeat(before)}${SECRET}yz`).toString('base64'),
      ] as const,
  ),
  ['in base64url', Buffer.from(`{"a":"${SECRET}"}`).toString('base64url')],
])('finds a secret %s, wherever it begins', (_, written) => {
  for (const before of ['', 'é', 'some more']) {
    expect(search.in(Buffer.from(`${before}${written} and so on`))).toEqual(['the app password']);
  }
});

it('finds nothing else', () => {
  expect(search.in(Buffer.from(SECRET.slice(0, 15)))).toEqual([]);
  expect(search.in(Buffer.from('nothing of a secret is in here, only words'))).toEqual([]);
});
