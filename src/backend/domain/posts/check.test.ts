import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestBackend } from '../../../testing/start.js';
import type { TestBackend } from '../../../testing/test-backend.js';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend({ frozenAt: '2026-12-01T08:00:00Z' });
});

afterAll(() => backend.stop());

it('finds a post whose answer was lost, and sends nothing that follows it until somebody retries', async () => {
  const { id: accountId } = await backend.accounts.on('mastodon');
  const path = '/api/v1/statuses';
  await backend.chaos.network({ kind: 'reset', effect: 'after' }, { platform: 'mastodon', path });
  await backend.chaos.network(
    { kind: 'status', status: 500, effect: 'before' },
    { platform: 'mastodon', method: 'GET' },
  );
  const { id } = await backend.client.posts.create({
    accountIds: [accountId],
    text: 'Opening at nine',
    overrides: [{ target: 'mastodon', thread: ['And closing at six'] }],
    scheduledAt: '2026-12-01T09:00:00Z',
  });
  await backend.clock.advance({ hours: 12 });
  expect((await backend.client.posts.get(id)).targets[0]?.status).toBe('unknown');
  await backend.chaos.calm();

  await backend.client.posts.resolve(id, { accountId, outcome: 'check' });
  await backend.clock.advance({ hours: 1 });
  const [target] = (await backend.client.posts.get(id)).targets;
  expect(target?.status).toBe('published');
  expect(target?.parts.map(({ status, error }) => [status, error?.code])).toEqual([
    ['published', undefined],
    ['failed', 'not_delivered'],
  ]);
  expect(await backend.posts.count({ text: /Opening|closing/ })).toBe(1);

  await backend.client.posts.retry(id, {});
  await backend.clock.advance({ minutes: 5 });
  expect((await backend.client.posts.get(id)).incomplete).toBe(false);
  expect(await backend.posts.count({ text: /Opening|closing/ })).toBe(2);
});
