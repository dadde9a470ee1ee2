import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../test/support/running-backend.js';
import type { PostMetrics } from '../../contract/insights/metrics.js';
import type { CreatedPost } from '../../contract/posts/posts.js';
import { moveClock } from '../domain/sandbox/move-clock.js';
import type { Notification } from '../store/store.js';
import { WorkspaceTimers } from '../work/workspace-timers.js';
import { workersElsewhere } from './workers.js';

let backend: BackendUnderTest;

beforeAll(async () => {
  backend = await BackendUnderTest.start();
  backend.key = await backend.newKey('sandbox');
});
afterAll(() => backend.close());

it('waits until another process has published, and read the numbers of what it published', async () => {
  await backend.post('/v1/test/clock', { action: 'freeze' });
  const { body: post } = await backend.post<CreatedPost>('/v1/posts', {
    ...{ text: 'Published by another process', platform: 'bluesky', scheduleMode: 'schedule' },
    scheduledAt: new Date(backend.clock.now() + 3_600_000).toISOString(),
  });
  const { store } = backend.backend.services;
  const notified: Notification[] = [];
  const later: Promise<void>[] = [];
  const { runDue } = workersElsewhere({
    clock: backend.clock,
    store: {
      db: store.db,
      notify: (what) => {
        notified.push(what);
        // The other process takes its time.
        later.push(sleep(30).then(() => backend.backend.runDue()));
      },
    },
  });
  const { clock } = backend;
  await moveClock(
    {
      ...{ store, clock, timers: new WorkspaceTimers(clock), runDue },
      webhooks: { runDue: async () => undefined, watch: () => ({ ran: [], end: () => undefined }) },
    },
    backend.workspace.id,
    (now) => now + 3 * 3_600_000,
  );
  const { body } = await backend.get<PostMetrics>(`/v1/posts/${post.id}/metrics`);
  expect(body.targets[0]?.windows['1h']).toMatchObject({ likes: expect.any(Number) });
  expect(notified[0]?.due).toContain('metricReader');
  await Promise.all(later);
});
