import { afterAll, beforeAll, expect, it } from 'vitest';
import { Receiver } from '../../../../test/support/http/receiver.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { WorkspaceTimers } from '../../work/workspace-timers.js';
import { moveClock } from './move-clock.js';

const DELIVERIES = 300;

let backend: BackendUnderTest;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  backend = await BackendUnderTest.start({
    fetching: { allowedOrigins: new Set([receiver.origin]), proxy: null },
  });
  backend.key = await backend.newKey('sandbox');
});
afterAll(async () => {
  await receiver.close();
  await backend.close();
});

it('a clock move does not wait for receivers that never answer', async () => {
  const { services } = backend.backend;
  const { store } = services;
  await backend.post('/v1/test/clock', { action: 'freeze' });
  receiver.answers = () => undefined;
  const created = await backend.post<{ id: string }>('/v1/webhooks', { url: `${receiver.origin}/hook` });
  expect(created.status).toBe(201);
  const { clock_frozen_at: now } = await store.db
    .selectFrom('workspaces')
    .selectAll()
    .executeTakeFirstOrThrow();
  const due = (now ?? 0) + 60_000;
  await store.write(async (trx) => {
    for (let number = 0; number < DELIVERIES; number += 1) {
      await trx
        .insertInto('webhook_deliveries')
        .values({
          id: `dlv_${number}`,
          workspace_id: backend.workspace.id,
          webhook_id: created.body.id,
          event_seq: null,
          event_id: `evt_${number}`,
          type: 'webhook.test',
          object_id: `object_${number}`,
          body: '{}',
          status: 'pending',
          attempts: 1,
          attempt_base: 0,
          due_at: due + number,
          wake_at: null,
          lease_until: null,
          last_attempt_at: now,
          delivered_at: null,
          answer_status: null,
          answer_body: null,
          answer_ms: null,
          error: null,
          created_at: now ?? 0,
        })
        .execute();
    }
  });
  const timers = new WorkspaceTimers(backend.clock);
  const dependencies = {
    ...{ store, clock: backend.clock, timers, receiverPatienceMs: 200 },
    runDue: async () => undefined,
    webhooks: {
      runDue: () => new Promise<void>(() => undefined),
      watch: () => ({ ran: [], end: () => undefined }),
    },
  };
  const moved = await moveClock(dependencies, backend.workspace.id, (from) => from + 3_600_000);
  expect(moved).toMatchObject({ deliveries: [], deliveriesPending: DELIVERIES });
  const clock = await backend.get<{ now: { utc: string }; frozen: boolean }>('/v1/test/clock');
  expect(Date.parse(clock.body.now.utc)).toBe((now ?? 0) + 3_600_000);
});
