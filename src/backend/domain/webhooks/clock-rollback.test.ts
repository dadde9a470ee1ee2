import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Receiver } from '../../../../test/support/http/receiver.js';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { DeliveryPage, Webhook } from '../../../contract/webhooks/webhooks.js';
import { readFetchPolicy } from '../../fetching/fetch-policy.js';
import { clampAfterClockRollback } from '../../work/clock-rollback.js';
import { DELIVERY_LEASE_MS } from './claim.js';
import { DELIVERIES } from './delivery-table.js';

const HOUR_MS = 60 * 60_000;

let test: BackendUnderTest<ManualClock>;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  test = await BackendUnderTest.startOn(new ManualClock(), ':memory:', {
    fetching: readFetchPolicy([receiver.origin], null),
  });
  test.key = await test.newKey('sandbox');
});
afterAll(async () => {
  await test.close();
  await receiver.close();
});
beforeEach(async () => {
  await test.post('/v1/test/reset', undefined);
  receiver.received.length = 0;
});

const advance = (seconds: number) => test.post('/v1/test/clock', { action: 'advance', seconds });

/** A webhook that receives an event. */
async function triggerEvent(): Promise<string> {
  const { body } = await test.post<Webhook>('/v1/webhooks', { url: `${receiver.origin}/hook` });
  await test.post('/v1/test/trigger', { type: 'post.published' });
  await receiver.has(1);
  return body.id;
}

async function delivery(webhookId: string) {
  const { body } = await test.get<DeliveryPage>(`/v1/webhooks/${webhookId}/deliveries`);
  return body.data[0];
}

it('a retry does not wait for as long as the wall clock was set back', async () => {
  receiver.answers = 503;
  const id = await triggerEvent();
  await expect.poll(async () => (await delivery(id))?.error).toContain('503');
  receiver.answers = 204;
  test.clock.jump(-HOUR_MS);
  await advance(10);
  await advance(10);
  expect(await delivery(id)).toMatchObject({ status: 'delivered', attempts: 2 });
  // The last attempt is not in the future either.
  const tried = Date.parse((await delivery(id))?.lastAttemptAt ?? '');
  expect(tried).toBeLessThanOrEqual(test.clock.now() + 20_000);
});

it('an event that is being sent is not sent twice when the wall clock is set forward', async () => {
  let answer = (): void => undefined;
  receiver.answers = (response) => {
    answer = () => response.writeHead(204).end();
  };
  await triggerEvent();
  test.clock.jump(HOUR_MS);
  // Another event triggers a poll, in which the lease of the first delivery looks expired.
  await test.post('/v1/test/trigger', { type: 'message.received' });
  await receiver.has(2);
  expect(receiver.types).toEqual(['post.published', 'message.received']);
  answer();
});

it('a lease from before the clock was set back is shortened to the longest possible lease', async () => {
  receiver.answers = 503;
  const id = await triggerEvent();
  await expect.poll(async () => (await delivery(id))?.error).toContain('503');
  const { store } = test.backend.services;
  const now = test.clock.now();
  const stale = now + HOUR_MS;
  await store.write((trx) =>
    trx.updateTable('webhook_deliveries').set({ lease_until: stale, wake_at: stale }).execute(),
  );
  await clampAfterClockRollback(store, DELIVERIES, now, DELIVERY_LEASE_MS);
  const row = await store.db.selectFrom('webhook_deliveries').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    webhook_id: id,
    lease_until: now + DELIVERY_LEASE_MS,
    wake_at: now + DELIVERY_LEASE_MS,
  });
});
