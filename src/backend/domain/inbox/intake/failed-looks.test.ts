import { expect, it } from 'vitest';
import { ToldFailures } from './failed-looks.js';
import type { NoticeClaim } from './notices.js';

const claim = (attempt: number, id = 'news_acc_1') => ({ notice: { id, attempt } }) as NoticeClaim;

it('tells a failure in full once, then in short and less and less often', () => {
  const told = new ToldFailures();
  const attempts = Array.from({ length: 9 }, (_, place) => told.next(claim(place + 1), 'HTTP 404'));
  expect(attempts).toEqual(['full', 'short', null, 'short', null, null, null, 'short', null]);
});

it('tells another failure, that of another notice, and one after a success in full', () => {
  const told = new ToldFailures();
  told.next(claim(1), 'HTTP 404');
  expect(told.next(claim(3), 'HTTP 500')).toBe('full');
  expect(told.next(claim(3, 'news_acc_2'), 'HTTP 500')).toBe('full');
  told.forget(claim(4));
  expect(told.next(claim(5), 'HTTP 500')).toBe('full');
});
