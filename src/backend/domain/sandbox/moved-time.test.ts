import { afterAll, beforeAll, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { CreatedPost, Post } from '../../../contract/posts/posts.js';

let backend: BackendUnderTest;

beforeAll(async () => {
  backend = await BackendUnderTest.start();
  backend.key = await backend.newKey('sandbox');
});
afterAll(() => backend.close());

const DAY_S = 24 * 3600;

const advance = (seconds: number) => backend.post('/v1/test/clock', { action: 'advance', seconds });

it('a waiting read returns times relative to the moment of the response', async () => {
  const due = new Date(backend.clock.now() + 2 * DAY_S * 1000).toISOString();
  const { body } = await backend.post<CreatedPost>('/v1/posts', {
    platform: 'bluesky',
    text: 'Held while the clock moves',
    scheduleMode: 'schedule',
    scheduledAt: due,
  });
  const held = backend.get<Post>(`/v1/posts/${body.id}?wait=20`);
  await advance(DAY_S);
  await backend.post(`/v1/posts/${body.id}/publish`, { scheduleMode: 'schedule', scheduledAt: due });
  expect((await held).body).toMatchObject({ when: { relative: 'in 1 d' } });
});

it('network pages use the clock of the workspace whose account they show', async () => {
  const { body } = await backend.post<CreatedPost>('/v1/posts', {
    platform: 'bluesky',
    text: 'Out two days ago',
    scheduleMode: 'now',
  });
  let url: string | null = null;
  while (url === null) {
    url = (await backend.get<Post>(`/v1/posts/${body.id}?wait=1`)).body.targets[0]?.url ?? null;
  }
  const timeline = `${backend.backend.url}/network/bluesky`;
  const before = await (await fetch(timeline)).text();
  await advance(2 * DAY_S);
  const after = await (await fetch(timeline)).text();
  expect(after).not.toBe(before);
  expect(after).toMatch(/\b2 ?d/);
});
