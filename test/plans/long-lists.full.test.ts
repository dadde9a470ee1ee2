import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ManualClock } from '../support/manual-clock.js';
import { type ManyRows, RARE } from '../support/rows/many-rows.js';
import { BackendUnderTest } from '../support/running-backend.js';
import { filled } from './support/every-query.js';

/** More rows than one page of a list scans. */
const POSTS = 10_600;
const CONVERSATIONS = 10_100;

let test: BackendUnderTest<ManualClock>;
let rows: ManyRows;

beforeAll(async () => {
  test = await BackendUnderTest.start({ validateResponses: false });
  rows = await filled(test, { posts: POSTS, conversations: CONVERSATIONS });
});
afterAll(() => test.close());

interface Page {
  readonly data: readonly { readonly id: string; readonly text: string }[];
  readonly nextCursor: string | null;
}

/** Reads a whole list, and returns the size of each page. */
async function pagesOf(path: string): Promise<{ sizes: number[]; items: Page['data'] }> {
  const sizes: number[] = [];
  const items: Page['data'][number][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const at: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { status, body }: { status: number; body: Page } = await test.get<Page>(`${path}${at}`);
    expect(status).toBe(200);
    sizes.push(body.data.length);
    items.push(...body.data);
    cursor = body.nextCursor;
  }
  return { sizes, items };
}

it('finds a rare text by scanning the list in parts', async () => {
  // The oldest post is the first one not close to the current time.
  const { sizes, items } = await pagesOf('/v1/posts?text=number%201001%20of');
  expect(sizes).toEqual([0, 1]);
  expect(items[0]?.text).toContain('Number 1001 of');
});

it('returns full pages as soon as possible, and every item once', async () => {
  const { sizes, items } = await pagesOf('/v1/posts?kind=image&text=beans&limit=100');
  expect(items).toHaveLength(POSTS / 4);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  expect(sizes.slice(0, -2).every((size) => size === 100)).toBe(true);
});

it('finds the posts of one account among many of others', async () => {
  const [rare] = rows.accounts;
  const { sizes } = await pagesOf(`/v1/posts?accountId=${rare?.id}`);
  expect(sizes).toEqual([RARE]);
});

it('merges several accounts and statuses in order', async () => {
  const platforms = rows.accounts.map(({ platform }) => platform).join(',');
  const byAccount = await pagesOf(`/v1/posts?platform=${platforms}&from=2026-11-28&to=2026-12-05&limit=50`);
  const all = await pagesOf('/v1/posts?from=2026-11-28&to=2026-12-05&limit=50');
  expect(byAccount.items.map(({ id }) => id)).toEqual(all.items.map(({ id }) => id));
  const range = 'from=2026-11-20&to=2026-12-05&limit=50';
  const statuses = 'scheduled,published,failed,missed,draft,cancelled';
  const byStatus = await pagesOf(`/v1/posts?status=${statuses}&${range}`);
  const whole = await pagesOf(`/v1/posts?${range}`);
  expect(whole.items.length).toBeGreaterThan(100);
  expect(byStatus.items.map(({ id }) => id)).toEqual(whole.items.map(({ id }) => id));
});

it.each([
  ['comments', '/v1/comments?state=hidden'],
  ['conversations', '/v1/conversations?platform=facebook'],
  ['conversations whose window is open', '/v1/conversations?window=open&unanswered=false&limit=100'],
  ['activity', '/v1/activity?text=nowhere'],
  ['deliveries', '/v1/webhooks/wh_1/deliveries?status=failed'],
  ['events', '/v1/events?types=post.failed'],
])('scans %s in parts', async (_name, path) => {
  const { sizes } = await pagesOf(path);
  expect(sizes.length).toBe(2);
});

it.each([
  ['all', '', [10_596, 10_597, 10_598, 10_599, 10_600]],
  ['of one type', '&types=post.scheduled', [10_591, 10_593, 10_595, 10_597, 10_599]],
  ['of a type without events', '&types=post.failed', []],
])('starts with the latest events: %s', async (_name, types, expected) => {
  const { items, sizes } = await pagesOf(`/v1/events?start=latest&limit=5${types}`);
  expect(sizes).toEqual([expected.length]);
  expect(items.map(({ id }) => Number(id.replace(/^evt_0*/, '')))).toEqual(expected);
});
