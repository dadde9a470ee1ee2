import { afterEach, beforeEach, expect, it } from 'vitest';
import { MAX_PAGE_BYTES } from '../../../../contract/lists.js';
import { startTestBackend } from '../../../../testing/start.js';
import type { TestBackend } from '../../../../testing/test-backend.js';

const POSTS = 30;
const TEXT = 'a '.repeat(20_000);

let backend: TestBackend;

beforeEach(async () => {
  backend = await startTestBackend();
});
afterEach(() => backend.stop());

it('a page of posts with long texts ends early, and the pages together have every post once', async () => {
  const accountIds = (await backend.accounts.all()).map(({ id }) => id);
  for (let number = 0; number < POSTS; number += 1) {
    await backend.client.posts.create({ accountIds, text: `${number} ${TEXT}`, scheduleMode: 'draft' });
  }
  const headers = { authorization: `Bearer ${backend.apiKey}` };
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ limit: '100', ...(cursor !== null && { cursor }) });
    const answer = await fetch(`${backend.url}/v1/posts?${query}`, { headers });
    const body = await answer.text();
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_PAGE_BYTES);
    const page: { data: { id: string }[]; nextCursor: string | null } = JSON.parse(body);
    expect(page.data.length).toBeGreaterThan(0);
    seen.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(new Set(seen).size).toBe(POSTS);
  expect(seen).toHaveLength(POSTS);
});

it('a page counts the channels that posts have, not those that they could have', async () => {
  const accountIds = (await backend.accounts.all()).map(({ id }) => id).slice(0, 1);
  for (let number = 0; number < 15; number += 1) {
    await backend.client.posts.create({ accountIds, text: `${number} ${TEXT}`, scheduleMode: 'draft' });
  }
  const page = await backend.client.posts.list({ limit: 100, text: ' a a ' });
  expect([page.data.length, page.nextCursor]).toEqual([15, null]);
});
