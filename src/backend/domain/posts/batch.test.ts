import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Problem } from '../../../contract/errors.js';
import type { BatchValidation, CreatedBatch } from '../../../contract/posts/batch.js';
import type { PostPage } from '../../../contract/posts/posts.js';

let test: BackendUnderTest;
let next = 0;
let mark: string;

beforeAll(async () => {
  test = await BackendUnderTest.start();
});
beforeEach(() => {
  next += 1;
  mark = `Batch ${next}`;
});
afterAll(() => test.close());

const create = (posts: readonly object[], options: object = {}) =>
  test.post<CreatedBatch & Problem>('/v1/posts/batch', { posts }, options);
const validate = (posts: readonly object[]) =>
  test.post<BatchValidation>('/v1/posts/batch/validate', { posts });
const stored = async () => {
  const { body } = await test.get<PostPage>('/v1/posts?limit=100');
  return body.data
    .filter(({ text }) => text.startsWith(`${mark}:`))
    .map(({ text, status }) => [text, status]);
};
const at = (day: number, text: string) => ({
  platform: 'mastodon',
  text: `${mark}: ${text}`,
  scheduledAt: `2026-12-0${day + 1}T09:00`,
  timezone: 'UTC',
});

describe('a batch of posts', () => {
  it('is created in its order', async () => {
    const { status, body } = await create([at(1, 'Monday'), at(2, 'Tuesday'), { text: `${mark}: An idea` }]);
    expect(status).toBe(201);
    expect(body.posts.map(({ text }) => text.slice(mark.length + 2))).toEqual([
      'Monday',
      'Tuesday',
      'An idea',
    ]);
    expect(body.posts.map(({ status }) => status)).toEqual(['scheduled', 'scheduled', 'draft']);
    expect(await stored()).toHaveLength(3);
  });

  it('is refused as a whole, with every reason and its place', async () => {
    const { status, body } = await create([
      at(1, 'Good'),
      at(2, 'x'.repeat(600)),
      { ...at(3, 'Whereto?'), platform: undefined },
      at(4, 'Good'),
    ]);
    expect([status, body.code]).toEqual([422, 'batch_refused']);
    expect(body.errors?.map(({ pointer }) => pointer)).toEqual(['/posts/1/text', '/posts/2']);
    expect(body.detail).toMatch(/^2 of 4 posts are refused, so none was created\. Post 2: .+ Post 3: /);
    expect(await stored()).toEqual([]);
  });

  it('is refused if two of its posts are the same', async () => {
    const twice = [at(1, 'Same'), { ...at(1, 'Same'), scheduledAt: '2026-12-02T15:00' }];
    const { body } = await create(twice);
    expect([body.code, body.errors?.[0]?.pointer]).toEqual(['batch_refused', '/posts/1']);
    expect(
      (await validate(twice)).body.posts.map(({ ok, duplicateOf }) => [ok, duplicateOf !== null]),
    ).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(await stored()).toEqual([]);
    expect((await create(twice.map((post) => ({ ...post, allowDuplicate: true })))).status).toBe(201);
  });

  it('gets one slot of the queue after another', async () => {
    const { body: accounts } = await test.get<{ data: { id: string; platform: string }[] }>('/v1/accounts');
    const accountIds = [accounts.data.find(({ platform }) => platform === 'bluesky')?.id];
    await test.post('/v1/schedules', {
      ...{ label: 'Mornings', accountIds, timezone: 'UTC', startTime: '09:00' },
      days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    });
    const queue = ['One', 'Two', 'Three'].map((text) => ({
      ...{ accountIds, text: `${mark}: ${text}`, scheduleMode: 'queue' },
    }));
    const { body: checked } = await validate(queue);
    const { body: created } = await create(queue);
    const times = created.posts.map(({ when }) => when?.utc ?? '');
    expect(new Set(times).size).toBe(3);
    expect(times).toEqual([...times].sort());
    expect(checked.posts.map(({ when }) => when?.utc)).toEqual(times);
  });

  it('is created once for an idempotency key', async () => {
    const headers = { 'idempotency-key': `batch-${next}` };
    const [first, again] = [
      await create([at(1, 'Once')], { headers }),
      await create([at(1, 'Once')], { headers }),
    ];
    expect(again.body.posts.map(({ id }) => id)).toEqual(first.body.posts.map(({ id }) => id));
    expect(await stored()).toHaveLength(1);
  });

  it('is checked without leaving anything behind', async () => {
    const { body } = await validate([at(1, 'Good'), at(2, 'x'.repeat(600))]);
    expect([body.ok, body.posts.map(({ ok }) => ok)]).toEqual([false, [true, false]]);
    expect((await validate([at(1, 'Good')])).body.ok).toBe(true);
    expect(await stored()).toEqual([]);
  });

  it('needs the right to publish, unless all are drafts', async () => {
    const key = await test.newKey(['posts:write']);
    const drafts = [{ text: `${mark}: An idea` }, { text: `${mark}: Another` }];
    expect((await create([...drafts, at(1, 'Monday')], { key })).body.code).toBe('scope_missing');
    expect((await create(drafts, { key })).status).toBe(201);
  });

  it('has at most thirty', async () => {
    const { status, body } = await create(
      Array.from({ length: 31 }, (_, index) => ({ text: `${mark}: ${index}` })),
    );
    expect([status, body.code]).toEqual([422, 'validation_failed']);
  });
});
