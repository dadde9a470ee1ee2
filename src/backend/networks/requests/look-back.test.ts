import { expect, it } from 'vitest';
import { lookBack } from './look-back.js';

const PAGE = 40;
const START = 1_796_112_000_000;

/** A list of notices, newest first, whose cursor is the place of the next one. */
class Notices {
  readonly taken: number[] = [];
  count = 0;
  reads = 0;

  readonly read = async (page: string | null) => {
    this.reads += 1;
    const from = page === null ? this.count : Number(page);
    const numbers = Array.from({ length: Math.min(PAGE, from) }, (_, place) => from - place);
    return { entries: numbers.map(this.entry), next: from > PAGE ? String(from - PAGE) : null };
  };

  readonly entry = (number: number) => ({
    id: `n-${number}`,
    at: START + number * 1000,
    take: () => this.taken.push(number),
  });
}

async function lookUntilDone(
  cursor: string | null,
  read: Notices['read'],
  between: () => void = () => undefined,
): Promise<{ readonly cursor: string; readonly looks: number }> {
  let place = cursor;
  for (let looks = 1; looks <= 2000; looks += 1) {
    const { next, more } = await lookBack(place, read);
    if (!more) return { cursor: next, looks };
    place = next;
    between();
  }
  throw new Error('The looks do not end.');
}

it('an account that is 100,000 notices behind gets each of them once, with those that arrive meanwhile', async () => {
  const notices = new Notices();
  notices.count = 10;
  const { cursor } = await lookUntilDone(null, notices.read);
  notices.taken.length = 0;
  notices.count = 100_010;
  const caughtUp = await lookUntilDone(cursor, notices.read, () => {
    if (notices.count < 100_020) notices.count += 1;
  });
  expect(caughtUp.looks).toBe(501);
  await lookUntilDone(caughtUp.cursor, notices.read);
  const sorted = notices.taken.toSorted((one, other) => one - other);
  expect(sorted).toEqual(Array.from({ length: 100_010 }, (_, place) => 11 + place));
});

it.each([
  ['of one page', (page: string | null) => page ?? 'a'],
  ['of two pages', (page: string | null) => (page === 'a' ? 'b' : 'a')],
  ['of seven pages', (page: string | null) => String((Number(page ?? '0') + 1) % 7)],
  [
    'that begins after some pages',
    (page: string | null) => String(Number(page ?? '0') < 20 ? Number(page ?? '0') + 1 : 9),
  ],
])('a circle of cursors %s ends', async (_, after) => {
  const notices = new Notices();
  notices.count = 10;
  const { cursor } = await lookUntilDone(null, notices.read);
  let number = 1000;
  const read = async (page: string | null) => {
    notices.reads += 1;
    number += 1;
    return { entries: [notices.entry(number)], next: after(page) };
  };
  await lookUntilDone(cursor, read);
  expect(notices.reads).toBeLessThan(100);
});

it('a server that repeats its first page under new cursors is read twice', async () => {
  const notices = new Notices();
  notices.count = 10;
  const { cursor } = await lookUntilDone(null, notices.read);
  notices.reads = 0;
  const read = async () => {
    notices.reads += 1;
    return { entries: [50, 49, 48].map(notices.entry), next: `new-${notices.reads}` };
  };
  await lookUntilDone(cursor, read);
  expect(notices.reads).toBe(2);
  expect(notices.taken.slice(-3)).toEqual([50, 49, 48]);
});

it('a server that names a new cursor for empty pages is given up in the end', async () => {
  const notices = new Notices();
  notices.count = 10;
  const { cursor } = await lookUntilDone(null, notices.read);
  notices.reads = 0;
  const read = async () => {
    notices.reads += 1;
    return { entries: [], next: `new-${notices.reads}` };
  };
  await lookUntilDone(cursor, read);
  expect(notices.reads).toBe(5000);
});

it('a place that an older version stored continues', async () => {
  const notices = new Notices();
  notices.count = 500;
  const ids = Array.from({ length: 10 }, (_, place) => `n-${10 - place}`);
  const seen = { ids, at: START + 10_000 };
  const top = { ids: ['n-500'], at: START + 500_000 };
  await lookUntilDone(JSON.stringify({ seen, under: { top, page: '300' } }), notices.read);
  expect(notices.taken).toHaveLength(290);
});
