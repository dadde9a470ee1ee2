import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../test/support/running-backend.js';
import type { Post } from '../../contract/posts/posts.js';
import type { Store } from '../store/store.js';

let backend: BackendUnderTest;
let store: Store;

beforeAll(async () => {
  backend = await BackendUnderTest.start();
  store = backend.backend.services.store;
});

afterAll(() => backend.close());

/** SQLite cannot grow the file, as on a full disk. */
async function allowPages(most: number): Promise<void> {
  await sql`pragma max_page_count = ${sql.raw(String(most))}`.execute(store.db);
}

const PLENTY = 1_000_000;

const draft = (text: string, key: string) =>
  backend.post<Post>(
    '/v1/posts',
    { platform: 'facebook', text, scheduleMode: 'draft' },
    { headers: { 'idempotency-key': key } },
  );

/** Too large for the existing pages. */
const long = (): string => randomBytes(20_000).toString('hex');

it('reports a full disk, and works again once there is space', async () => {
  const text = long();
  await allowPages(1);
  const refused = await Promise.all([draft(text, 'first'), draft(long(), 'second')]);
  for (const { status, headers, body } of refused) {
    expect(status).toBe(503);
    expect(body).toMatchObject({
      code: 'unavailable',
      retryable: true,
      detail: expect.stringContaining('disk of the service is full'),
    });
    expect(headers.get('retry-after')).toBe('5');
  }
  expect((await backend.get('/v1/posts')).status).toBe(200);

  await allowPages(PLENTY);
  const made = await draft(text, 'first');
  expect(made.status).toBe(201);
  expect((await draft(text, 'first')).body.id).toBe(made.body.id);
});
