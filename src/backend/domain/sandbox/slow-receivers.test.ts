import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Receiver } from '../../../../test/support/http/receiver.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { WorkspaceTimers } from '../../work/workspace-timers.js';
import { type Moved, moveClock } from './move-clock.js';

const DELIVERIES = 100;

let backend: BackendUnderTest;
let receiver: Receiver;

let webhookId: string;

beforeAll(async () => {
  receiver = await Receiver.start();
  backend = await BackendUnderTest.start({
    fetching: { allowedOrigins: new Set([receiver.origin]), proxy: null },
  });
  backend.key = await backend.newKey('sandbox');
  await backend.post('/v1/test/clock', { action: 'freeze' });
  receiver.answers = () => undefined;
  const created = await backend.post<{ id: string }>('/v1/webhooks', { url: `${receiver.origin}/hook` });
  expect(created.status).toBe(201);
  webhookId = created.body.id;
});
afterAll(async () => {
  await receiver.close();
  await backend.close();
});

/**
 * Deliveries that have failed once, each due at its own instant of the next hour.
 *
 * @returns workspace time
 */
async function failedDeliveries(): Promise<number> {
  const { store } = backend.backend.services;
  const { clock_frozen_at } = await store.db.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow();
  const now = clock_frozen_at ?? 0;
  await store.write(async (trx) => {
    await trx.deleteFrom('webhook_deliveries').execute();
    for (let number = 0; number < DELIVERIES; number += 1) {
      await trx
        .insertInto('webhook_deliveries')
        .values({
          id: `dlv_${number}`,
          workspace_id: backend.workspace.id,
          webhook_id: webhookId,
          event_seq: null,
          event_id: `evt_${number}`,
          type: 'webhook.test',
          object_id: `object_${number}`,
          body: '{}',
          status: 'pending',
          attempts: 1,
          attempt_base: 0,
          due_at: now + 60_000 + number,
          wake_at: null,
          lease_until: null,
          last_attempt_at: now,
          delivered_at: null,
          answer_status: null,
          answer_body: null,
          answer_ms: null,
          error: null,
          created_at: now,
        })
        .execute();
    }
  });
  return now;
}

/** Moves the clock by an hour. */
async function move(work: {
  readonly runDue: () => Promise<void>;
  readonly deliver: () => Promise<void>;
}): Promise<Moved> {
  const { clock } = backend;
  const dependencies = {
    ...{ store: backend.backend.services.store, clock, timers: new WorkspaceTimers(clock) },
    deliveryPatienceMs: 200,
    claimWaitMs: 50,
    runDue: work.runDue,
    webhooks: { runDue: work.deliver, watch: () => ({ ran: [], end: () => undefined }) },
  };
  return moveClock(dependencies, backend.workspace.id, (from) => from + 3_600_000);
}

const workspaceTime = async (): Promise<number> => {
  const { body } = await backend.get<{ now: { utc: string } }>('/v1/test/clock');
  return Date.parse(body.now.utc);
};

it('a clock move does not wait for receivers that never answer', async () => {
  const now = await failedDeliveries();
  const moved = await move({
    runDue: async () => undefined,
    deliver: () => new Promise<void>(() => undefined),
  });
  expect(moved).toMatchObject({ deliveries: [], deliveriesPending: DELIVERIES });
  expect(await workspaceTime()).toBe(now + 3_600_000);
});

it('a clock move does not stop at every retry of many deliveries, however fast their receivers are', async () => {
  const now = await failedDeliveries();
  let stops = 0;
  const moved = await move({
    runDue: async () => {
      stops += 1;
      await pause(20);
    },
    deliver: async () => {
      const sent = backend.backend.services.store.db.updateTable('webhook_deliveries');
      const due = now + 60_000 + stops - 2;
      await sent.set({ status: 'delivered' }).where('due_at', '<=', due).execute();
    },
  });
  expect(stops).toBeLessThan(20);
  expect(moved.deliveriesPending).toBeGreaterThan(DELIVERIES - 20);
  expect(await workspaceTime()).toBe(now + 3_600_000);
});

it('a clock move does not wait for ever for a post that another process has claimed', async () => {
  const { store } = backend.backend.services;
  const now = await workspaceTime();
  const posted = await backend.post('/v1/posts', {
    ...{ platform: 'bluesky', text: 'Claimed elsewhere', scheduleMode: 'schedule' },
    scheduledAt: new Date(now + 60_000).toISOString(),
  });
  expect(posted.status).toBe(201);
  await store.write(async (trx) => {
    await trx.updateTable('posts').set({ status: 'publishing' }).execute();
    await trx
      .updateTable('targets')
      .set({ lease_until: now + 7_200_000 })
      .execute();
  });
  let looks = 0;
  await move({
    runDue: async () => {
      looks += 1;
    },
    deliver: async () => undefined,
  });
  expect(looks).toBeGreaterThan(2);
  expect(await workspaceTime()).toBe(now + 3_600_000);
});
