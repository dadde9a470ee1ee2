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
  const [lost] = (await backend.client.posts.get(id)).targets;
  expect(lost?.status).toBe('unknown');
  // It was sent once, and looked for several times.
  expect(lost?.attempts?.map(({ number, outcome }) => [number, outcome])).toEqual([[1, 'unknown']]);
  expect(lost?.lookUps).toBeGreaterThan(1);
  await backend.chaos.calm();

  await backend.client.posts.resolve(id, { accountId, outcome: 'check' });
  await backend.clock.advance({ hours: 1 });
  const [target] = (await backend.client.posts.get(id)).targets;
  expect(target?.status).toBe('published');
  expect(target?.attempts?.map(({ number }) => number)).toEqual([1]);
  expect(target?.lookUps).toBe((lost?.lookUps ?? 0) + 1);
  expect(target?.parts.map(({ status, error }) => [status, error?.code])).toEqual([
    ['published', undefined],
    ['failed', 'not_delivered'],
  ]);
  expect(await backend.posts.count({ text: /Opening|closing/ })).toBe(1);

  await backend.client.posts.retry(id, {});
  await backend.clock.advance({ minutes: 5 });
  const complete = await backend.client.posts.get(id);
  expect(complete.incomplete).toBe(false);
  expect(complete.targets[0]?.attempts?.map(({ number }) => number)).toEqual([1, 2]);
  expect(await backend.posts.count({ text: /Opening|closing/ })).toBe(2);
});

it('counts what was sent while the clock moved, and not the look-ups after it', async () => {
  const { id: accountId } = await backend.accounts.on('mastodon');
  const path = '/api/v1/statuses';
  await backend.chaos.network({ kind: 'reset', effect: 'after' }, { platform: 'mastodon', path });
  const at = Date.parse((await backend.client.testClock.get()).now.utc) + 60_000;
  await backend.client.posts.create({
    accountIds: [accountId],
    text: 'Sent once',
    scheduledAt: new Date(at).toISOString(),
  });
  const { ran } = await backend.client.testClock.move({ action: 'advance', seconds: 3600 });
  await backend.chaos.calm();
  expect(ran.map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
    [1, 'unknown'],
    [1, 'published'],
  ]);
});

it('does not look where the network cannot be asked', async () => {
  const { id: accountId } = await backend.accounts.on('linkedin');
  await backend.chaos.network({ kind: 'reset', effect: 'after' }, { platform: 'linkedin', method: 'POST' });
  const { id } = await backend.client.posts.create({
    accountIds: [accountId],
    text: 'A lost answer',
    scheduleMode: 'now',
  });
  await backend.clock.advance({ hours: 12 });
  await backend.chaos.calm();
  expect((await backend.client.posts.get(id)).targets[0]?.status).toBe('unknown');
  const check = backend.client.posts.resolve(id, { accountId, outcome: 'check' });
  await expect(check).rejects.toMatchObject({
    code: 'state_conflict',
    message: expect.stringContaining('LinkedIn does not let Postrider look for a post'),
  });
  expect((await backend.client.posts.get(id)).targets[0]?.status).toBe('unknown');
});
