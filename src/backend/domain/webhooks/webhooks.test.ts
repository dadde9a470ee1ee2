import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Receiver, verified } from '../../../../test/support/http/receiver.js';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Problem } from '../../../contract/errors.js';
import type { EventPage, PostriderEvent } from '../../../contract/events/events.js';
import type { MovedClock } from '../../../contract/sandbox/sandbox.js';
import type { Scope } from '../../../contract/scopes.js';
import type { ActivityPage } from '../../../contract/service/activity.js';
import {
  type Delivery,
  type DeliveryDetail,
  type DeliveryPage,
  MAX_KEPT_ATTEMPTS,
  WEBHOOK_RETRY_JITTER,
  WEBHOOK_RETRY_SECONDS,
  type Webhook,
  type WebhookPage,
  type WebhookWithSecret,
} from '../../../contract/webhooks/webhooks.js';
import { randomIds } from '../../base/ids.js';
import { readFetchPolicy } from '../../fetching/fetch-policy.js';
import { createApiKey, revokeApiKey } from '../access/api-keys.js';
import { createWorkspace } from '../access/workspaces.js';

let backend: BackendUnderTest;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  backend = await BackendUnderTest.start({ fetching: readFetchPolicy([receiver.origin], null) });
  backend.key = await backend.newKey('sandbox');
});

afterAll(async () => {
  await backend.close();
  await receiver.close();
});

beforeEach(async () => {
  await backend.post('/v1/test/reset', undefined);
  receiver.received.length = 0;
  receiver.answers = 204;
  // Signatures contain the time of the attempt, and the backend's clock is frozen.
  vi.useFakeTimers({ now: backend.clock.now(), toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const trigger = async (type: string, data?: object): Promise<PostriderEvent> =>
  (await backend.post<PostriderEvent>('/v1/test/trigger', { type, data })).body;
const create = async (body: object = {}, key = backend.key): Promise<WebhookWithSecret> => {
  const wanted = { url: `${receiver.origin}/hook`, ...body };
  const made = await backend.post<WebhookWithSecret>('/v1/webhooks', wanted, { key });
  expect(made.status).toBe(201);
  return made.body;
};
const read = async (id: string) => (await backend.get<Webhook>(`/v1/webhooks/${id}`)).body;
const deliveries = async (id: string, query = '', key = backend.key) =>
  (await backend.get<DeliveryPage>(`/v1/webhooks/${id}/deliveries?${query}`, { key })).body.data;
const detail = async (id: string, deliveryId: string | undefined, key = backend.key) =>
  (await backend.get<DeliveryDetail>(`/v1/webhooks/${id}/deliveries/${deliveryId}`, { key })).body;
const advance = async (seconds: number) =>
  (await backend.post<MovedClock>('/v1/test/clock', { action: 'advance', seconds })).body;
const freeze = () => backend.post('/v1/test/clock', { action: 'freeze' });
const DAY = 86_400;

async function keyWith(...scopes: Scope[]) {
  const making = { clock: backend.clock, ids: randomIds };
  const { store } = backend.backend.services;
  return createApiKey(store, backend.workspace, { label: scopes.join(), scopes }, making);
}

/** Waits until the backend has recorded the outcome of the received deliveries. */
async function settled(id: string, count = 1): Promise<Delivery[]> {
  await expect
    .poll(
      async () =>
        (await deliveries(id)).filter(
          ({ lastAttemptAt, status, nextAttemptAt, answer, error }) =>
            lastAttemptAt !== null &&
            (status !== 'pending' || (nextAttemptAt !== null && (answer ?? error) !== null)),
        ).length,
    )
    .toBeGreaterThanOrEqual(count);
  return deliveries(id);
}

describe('a webhook', () => {
  it('receives events with signatures that the Standard Webhooks library verifies', async () => {
    const { id, secret } = await create();
    const event = await trigger('post.published');
    const [one] = await receiver.has(1);
    if (!one) throw new Error('Nothing came.');
    expect(one.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': event.id,
    });
    const { cursor: _cursor, ...expected } = event;
    expect(verified(secret, one)).toEqual(expected);
    expect(() => verified(secret, { ...one, body: one.body.replace('published', 'failed') })).toThrow();
    const [delivery] = await settled(id);
    expect(delivery).toMatchObject({
      status: 'delivered',
      attempts: 1,
      answer: { status: 204 },
      error: null,
    });
  });

  it('receives the types that it subscribes to, in order for each object', async () => {
    await create({ events: ['post.scheduled', 'post.published'] });
    for (const type of ['post.scheduled', 'post.failed', 'post.published', 'comment.received']) {
      await trigger(type);
    }
    await receiver.has(2);
    expect(receiver.types).toEqual(['post.scheduled', 'post.published']);
  });

  it('receives the second event of an object only after it has answered the first', async () => {
    const waiting: (() => void)[] = [];
    receiver.answers = (response) => void waiting.push(() => response.writeHead(204).end());
    await create();
    await trigger('post.scheduled');
    await trigger('post.published');
    await trigger('post.failed', { postId: 'post_other' });
    await receiver.has(2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(receiver.types.sort()).toEqual(['post.failed', 'post.scheduled']);
    receiver.answers = 204;
    for (const answer of waiting) answer();
    expect((await receiver.has(3)).at(-1)?.event.type).toBe('post.published');
  });

  it('shows its secret once', async () => {
    const { secret, ...rest } = await create({ label: 'Shop' });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(rest).toMatchObject({ label: 'Shop', active: true, events: null, disabled: null });
    const { body: listed } = await backend.get<WebhookPage>('/v1/webhooks');
    expect(listed.data).toEqual([rest]);
    expect(await read(rest.id)).toEqual(rest);
    expect(JSON.stringify(listed)).not.toContain('whsec_');
  });

  it('signs with the old secret as well for a day after a rotation', async () => {
    const { id, secret: former } = await create();
    const { body } = await backend.post<WebhookWithSecret>(`/v1/webhooks/${id}/rotate-secret`, undefined);
    await trigger('post.published');
    const [one] = await receiver.has(1);
    if (!one) throw new Error('Nothing came.');
    for (const secret of [former, body.secret])
      expect(verified(secret, one)).toMatchObject({ type: 'post.published' });
    backend.clock.advance(DAY * 1000);
    vi.setSystemTime(backend.clock.now());
    await trigger('post.failed');
    const two = (await receiver.has(2))[1];
    if (!two) throw new Error('Nothing came.');
    expect(verified(body.secret, two)).toMatchObject({ type: 'post.failed' });
    expect(() => verified(former, two)).toThrow('No matching signature');
    expect((await read(id)).secretOverlapEndsAt).toBeNull();
  });

  it('can be tested, and the receiver’s answer is shown without secrets', async () => {
    const { id } = await create();
    receiver.answers = (response) => response.writeHead(418).end(`no ${backend.key} ${'x'.repeat(5000)}`);
    const { body } = await backend.post<Delivery>(`/v1/webhooks/${id}/test`, undefined);
    expect(body).toMatchObject({
      type: 'webhook.test',
      status: 'failed',
      attempts: 1,
      answer: { status: 418 },
    });
    expect(body.answer?.body).toMatch(/^no postrider_api_\[redacted\] x+$/);
    expect(body.answer?.body?.length).toBeLessThanOrEqual(1024);
    expect((await read(id)).failingSince).toBeNull();
    expect(await deliveries(id)).toEqual([body]);
  });

  it('can be paused, and receives later events when it is resumed', async () => {
    const { id } = await create();
    const { body } = await backend.request<Webhook>('PATCH', `/v1/webhooks/${id}`, {
      body: { active: false },
    });
    expect(body).toMatchObject({ active: false, disabled: { because: 'paused' } });
    await trigger('post.failed');
    await backend.request('PATCH', `/v1/webhooks/${id}`, { body: { active: true } });
    await trigger('post.published');
    await receiver.has(1);
    expect(receiver.types).toEqual(['post.published']);
    await backend.request('DELETE', `/v1/webhooks/${id}`);
    expect((await backend.get<Problem>(`/v1/webhooks/${id}`)).body.code).toBe('webhook_not_found');
    const { body: log } = await backend.get<ActivityPage>(
      `/v1/activity?objectId=${id}&kind=change&order=asc`,
    );
    expect(log.data.map(({ operation }) => operation)).toEqual([
      'webhooks.create',
      'webhooks.update',
      'webhooks.update',
      'webhooks.delete',
    ]);
  });
});

describe('a receiver that fails', () => {
  it('gets retries at the documented times, with the same id, until the delivery is given up', async () => {
    await freeze();
    receiver.answers = 500;
    const { id } = await create();
    const event = await trigger('post.published');
    const [first] = await settled(id);
    const { deliveries: sent } = await advance(4 * DAY);
    expect(sent).toHaveLength(WEBHOOK_RETRY_SECONDS.length);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([event.id]),
    );
    const times = [first?.lastAttemptAt ?? '', ...sent.map(({ at }) => at)].map((at) => Date.parse(at));
    for (const [index, planned] of WEBHOOK_RETRY_SECONDS.entries()) {
      const pause = ((times[index + 1] ?? 0) - (times[index] ?? 0)) / 1000;
      expect(pause).toBeGreaterThanOrEqual(planned);
      expect(pause).toBeLessThanOrEqual(planned * (1 + WEBHOOK_RETRY_JITTER) + 1);
    }
    const [delivery] = await deliveries(id);
    expect(delivery).toMatchObject({ status: 'failed', attempts: WEBHOOK_RETRY_SECONDS.length + 1 });
    expect(delivery?.error).toContain('status 500');
    expect(await read(id)).toMatchObject({ active: true });
  });

  it('gets the missed events when it is back, and the response of the clock route lists them', async () => {
    await freeze();
    receiver.answers = 503;
    const { id } = await create();
    const event = await trigger('post.published');
    await settled(id);
    receiver.answers = 200;
    const { deliveries: sent, deliveriesTotal } = await advance(10);
    expect(sent).toMatchObject([{ eventId: event.id, attempt: 2, status: 'delivered', answered: 200 }]);
    expect(deliveriesTotal).toBe(1);
    expect((await read(id)).failingSince).toBeNull();
  });

  it('gets no retry before its Retry-After', async () => {
    await freeze();
    receiver.answers = (response) => response.writeHead(429, { 'retry-after': '3600' }).end();
    const { id } = await create();
    await trigger('post.published');
    await settled(id);
    expect((await advance(3_599)).deliveries).toEqual([]);
    expect((await advance(1)).deliveries).toHaveLength(1);
  });

  it('that answers 410 disables the webhook, and an event says why', async () => {
    receiver.answers = 410;
    const { id } = await create();
    await trigger('post.published');
    await settled(id);
    await expect.poll(async () => (await read(id)).active).toBe(false);
    expect((await read(id)).disabled).toMatchObject({
      because: 'gone',
      reason: expect.stringContaining('410'),
    });
    await trigger('post.failed');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(receiver.received).toHaveLength(1);
    const { body } = await backend.get<EventPage>('/v1/events?types=webhook.disabled');
    expect(body.data).toMatchObject([{ data: { webhookId: id } }]);
  });

  it('for five days disables the webhook', async () => {
    await freeze();
    receiver.answers = 500;
    const { id } = await create({ events: ['post.failed'] });
    await trigger('post.failed');
    await settled(id);
    await advance(4.9 * DAY);
    await trigger('post.failed', { postId: 'post_later' });
    await settled(id, 2);
    expect(await read(id)).toMatchObject({ active: true });
    await advance(0.2 * DAY);
    expect(await read(id)).toMatchObject({ active: false, disabled: { because: 'failing' } });
    expect((await deliveries(id)).map(({ status }) => status)).toEqual(['failed', 'failed']);
  });

  it('with a redirect is not followed', async () => {
    receiver.answers = (response) => response.writeHead(307, { location: '/elsewhere' }).end();
    const { id } = await create();
    await trigger('post.published');
    const [delivery] = await settled(id);
    expect(delivery).toMatchObject({ status: 'pending', answer: { status: 307 } });
    expect(delivery?.error).toContain('Redirects are not followed');
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('with a connection error has an error message in plain words', async () => {
    const gone = await Receiver.start();
    const { origin } = gone;
    await gone.close();
    const other = await BackendUnderTest.start({ fetching: readFetchPolicy([origin], null) });
    const { body } = await other.post<WebhookWithSecret>('/v1/webhooks', { url: origin });
    const { body: delivery } = await other.post<Delivery>(`/v1/webhooks/${body.id}/test`, undefined);
    expect(delivery).toMatchObject({ status: 'failed', answer: null });
    expect(delivery.error).toContain('refused the connection');
    await other.close();
  });

  it('gets an event again on request, with the same id', async () => {
    receiver.answers = 410;
    const { id } = await create();
    const event = await trigger('post.published');
    await expect.poll(async () => (await read(id)).active).toBe(false);
    const [failed] = await deliveries(id);
    const path = `/v1/webhooks/${id}/deliveries/${failed?.id}/resend`;
    expect((await backend.post<Problem>(path, undefined)).body.code).toBe('state_conflict');
    await backend.request('PATCH', `/v1/webhooks/${id}`, { body: { active: true } });
    receiver.answers = 200;
    expect((await backend.post<Delivery>(path, undefined)).body).toMatchObject({ status: 'pending' });
    await receiver.has(2);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([event.id, event.id]);
    await expect
      .poll(async () => (await deliveries(id))[0])
      .toMatchObject({ status: 'delivered', attempts: 2 });
  });
});

describe('a delivery', () => {
  it('shows what was sent and each attempt, without signatures and secrets', async () => {
    await freeze();
    receiver.answers = (response) => response.writeHead(500).end('no whsec_MfKQ9r8GKYqrTwjUPD8ILP');
    const { id, secret } = await create();
    await trigger('post.published');
    const [first] = await settled(id);
    receiver.answers = 200;
    await advance(10);
    const [sent, sentAgain] = receiver.received;
    const found = await detail(id, first?.id);
    const { body, log, ...rest } = found;
    expect(rest).toEqual((await deliveries(id))[0]);
    expect(body).toBe(sent?.body);
    expect(log).toMatchObject([
      {
        number: 1,
        at: first?.lastAttemptAt,
        url: `${receiver.origin}/hook`,
        answer: { status: 500, body: 'no whsec_[redacted]' },
        error: 'The receiver answered with status 500.',
      },
      { number: 2, answer: { status: 200, body: '' }, error: null },
    ]);
    for (const [index, request] of [sent, sentAgain].entries()) {
      const { 'content-length': _, ...received } = request?.headers ?? {};
      expect(log[index]?.headers).toEqual({ ...received, 'webhook-signature': 'v1,[redacted]' });
      expect(log[index]?.durationMs).toBeGreaterThanOrEqual(0);
    }
    const signature = String(sent?.headers['webhook-signature']).slice('v1,'.length);
    expect(signature.length).toBeGreaterThan(40);
    const stored = await backend.backend.services.store.db
      .selectFrom('webhook_attempts')
      .selectAll()
      .execute();
    for (const hidden of [signature, secret]) expect(JSON.stringify([found, stored])).not.toContain(hidden);
  });

  it('has a redacted signature for each secret after a rotation', async () => {
    const { id } = await create();
    await backend.post(`/v1/webhooks/${id}/rotate-secret`, undefined);
    const { body: tested } = await backend.post<Delivery>(`/v1/webhooks/${id}/test`, undefined);
    const { log, type } = await detail(id, tested.id);
    expect(type).toBe('webhook.test');
    expect(log[0]?.headers?.['webhook-signature']).toBe('v1,[redacted] v1,[redacted]');
  });

  it('shows an attempt without an answer, and one that could not be signed', async () => {
    receiver.answers = (response) => void response.destroy();
    const { id } = await create();
    const { body: cut } = await backend.post<Delivery>(`/v1/webhooks/${id}/test`, undefined);
    expect((await detail(id, cut.id)).log).toMatchObject([
      { number: 1, headers: { 'webhook-id': cut.eventId }, answer: null, error: cut.error },
    ]);
    const { store } = backend.backend.services;
    const secret = store.vault.sealWebhookSecret('wh_another', 'whsec_AAAA');
    await store.write((trx) => trx.updateTable('webhooks').set({ secret }).where('id', '=', id).execute());
    const { body: unsigned } = await backend.post<Delivery>(`/v1/webhooks/${id}/test`, undefined);
    expect((await detail(id, unsigned.id)).log).toMatchObject([{ headers: null, error: unsigned.error }]);
  });

  it('hides what it sent from a key that may not see its event', async () => {
    receiver.answers = (response) => response.writeHead(200).end('thanks');
    const { id } = await create();
    await trigger('message.received');
    const [delivery] = await settled(id);
    expect((await detail(id, delivery?.id)).body).toContain('message.received');
    const { text: key } = await keyWith('webhooks:read', 'posts:read');
    const hidden = await detail(id, delivery?.id, key);
    expect(hidden.body).toBeNull();
    expect(hidden.log).toMatchObject([{ answer: { status: 200, body: null } }]);
  });

  it('is found only at its webhook', async () => {
    const [one, other] = [await create(), await create()];
    const { body: tested } = await backend.post<Delivery>(`/v1/webhooks/${one.id}/test`, undefined);
    const missing = await backend.get<Problem>(`/v1/webhooks/${other.id}/deliveries/${tested.id}`);
    expect([missing.status, missing.body.code]).toEqual([404, 'delivery_not_found']);
  });

  it('keeps its newest attempts, and none once it is deleted', async () => {
    const { store } = backend.backend.services;
    const { id } = await create();
    await trigger('post.published');
    const [delivery] = await settled(id);
    await store.write((trx) =>
      trx.updateTable('webhook_deliveries').set({ attempts: MAX_KEPT_ATTEMPTS }).execute(),
    );
    const before = receiver.received.length;
    await backend.post(`/v1/webhooks/${id}/deliveries/${delivery?.id}/resend`, undefined);
    await receiver.has(before + 1);
    await expect
      .poll(async () => (await detail(id, delivery?.id)).log.map(({ number }) => number))
      .toEqual([MAX_KEPT_ATTEMPTS + 1]);
    await backend.request('DELETE', `/v1/webhooks/${id}`);
    expect(await store.db.selectFrom('webhook_attempts').select('number').execute()).toEqual([]);
  });
});

describe('several processes on one database', () => {
  it('share the work: each event is sent once, and every process learns of it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'postrider-webhooks-'));
    const fetching = readFetchPolicy([receiver.origin], null);
    const shared = { fetching, exclusive: false };
    const one = await BackendUnderTest.startOn(new ManualClock(), folder, shared);
    const other = await BackendUnderTest.startOn(new ManualClock(), folder, shared);
    one.key = await one.newKey('sandbox');
    const heard = other.get<EventPage>('/v1/events?start=now&wait=10', { key: one.key });
    await one.post('/v1/webhooks', { url: receiver.origin });
    const sent = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const process = index % 2 === 0 ? one : other;
        const event = { type: 'post.failed', data: { postId: `post_${index}` } };
        const { body } = await process.post<PostriderEvent>('/v1/test/trigger', event, { key: one.key });
        return body.id;
      }),
    );
    await receiver.has(60);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(receiver.received.map(({ event }) => event.id).sort()).toEqual(sent.sort());
    expect((await heard).body.data.length).toBeGreaterThan(0);
    await Promise.all([one.close(), other.close()]);
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('what a webhook may receive', () => {
  it('is what its key may read, and no other type can be subscribed to', async () => {
    const { text: key } = await keyWith('webhooks:write', 'posts:read');
    await create({}, key);
    await trigger('message.received');
    await trigger('comment.received');
    await trigger('post.published');
    await receiver.has(1);
    expect(receiver.types).toEqual(['post.published']);
    const { status, body } = await backend.post<Problem>(
      '/v1/webhooks',
      { url: `${receiver.origin}/hook`, events: ['message.received'] },
      { key },
    );
    expect([status, body.requiredScope]).toEqual([403, 'messages:read']);
  });

  it('depends on the key that last set its URL, so that nobody reads with another key’s scopes', async () => {
    const { id } = await create();
    const { id: keyId, text: key } = await keyWith('webhooks:write', 'posts:read');
    const { body } = await backend.request<Webhook>('PATCH', `/v1/webhooks/${id}`, {
      key,
      body: { url: `${receiver.origin}/mine` },
    });
    expect(body.keyId).toBe(keyId);
    await trigger('message.received');
    await trigger('post.published');
    await receiver.has(1);
    expect(receiver.types).toEqual(['post.published']);
  });

  it('ends with its key', async () => {
    const made = await keyWith('webhooks:write', 'posts:read');
    const { id } = await create({}, made.text);
    const { store } = backend.backend.services;
    await revokeApiKey(store, backend.workspace.id, made.id, backend.clock.now());
    await trigger('post.published');
    await expect.poll(async () => (await read(id)).disabled?.because).toBe('key_ended');
    expect(receiver.received).toEqual([]);
  });

  it('is not shown in a response to a key that may not read the event', async () => {
    receiver.answers = (response, { body }) => response.writeHead(200).end(body);
    const { id } = await create();
    await trigger('message.received');
    await settled(id);
    const { text: key } = await keyWith('webhooks:read', 'posts:read');
    expect((await deliveries(id, '', key))[0]?.answer?.body).toBeNull();
    expect((await deliveries(id))[0]?.answer?.body).toContain('message.received');
  });

  it('belongs to one workspace', async () => {
    const { id } = await create();
    const making = { clock: backend.clock, ids: randomIds };
    const { store } = backend.backend.services;
    const other = await createWorkspace(store, { name: 'Other', timezone: 'UTC', sandbox: true }, making);
    const { text: key } = await createApiKey(store, other, { label: 'other', scopes: 'full' }, making);
    expect((await backend.get<WebhookPage>('/v1/webhooks', { key })).body.data).toEqual([]);
    const requests = [
      ['GET', `/v1/webhooks/${id}`],
      ['PATCH', `/v1/webhooks/${id}`],
      ['DELETE', `/v1/webhooks/${id}`],
      ['POST', `/v1/webhooks/${id}/test`],
      ['POST', `/v1/webhooks/${id}/rotate-secret`],
      ['GET', `/v1/webhooks/${id}/deliveries`],
      ['POST', `/v1/webhooks/${id}/deliveries/dlv_x/resend`],
    ] as const;
    for (const [method, path] of requests) {
      const body = method === 'PATCH' ? {} : undefined;
      expect((await backend.request<Problem>(method, path, { key, body })).body.code).toBe(
        'webhook_not_found',
      );
    }
  });
});

describe('a URL that is never delivered to', () => {
  it.each([
    ['http://127.0.0.1:8080/hook', 'this machine itself'],
    ['https://10.0.0.7/hook', 'a private network'],
    ['https://169.254.169.254/latest', 'metadata'],
    ['https://printer.local/hook', 'a name of a private network'],
    ['http://shop.example/hook', 'must begin with https://'],
    ['https://me:secret@shop.example/hook', 'user name or password'],
    ['shop.example/hook', 'complete URL'],
  ])('%s is rejected', async (url, said) => {
    const { status, body } = await backend.post<Problem>('/v1/webhooks', { url });
    expect(status).toBe(422);
    expect(body.errors?.[0]).toMatchObject({ pointer: '/url' });
    expect(body.detail).toContain(said);
  });

  it('on this machine is rejected in a live workspace, whatever origins are allowed', async () => {
    const { store } = backend.backend.services;
    const real = (sandbox: 0 | 1) =>
      store.write((trx) => trx.updateTable('workspaces').set({ sandbox }).execute());
    await real(0);
    const { status } = await backend.post('/v1/webhooks', { url: receiver.origin });
    await real(1);
    expect(status).toBe(422);
  });
});
