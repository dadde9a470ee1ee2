import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Receiver } from '../../../../test/support/http/receiver.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { AlertAddress } from '../../../contract/alerts/alerts.js';
import type { Problem } from '../../../contract/errors.js';
import { readFetchPolicy } from '../../fetching/fetch-policy.js';
import { gatherTroubles } from './gather-troubles.js';

interface Tested {
  readonly sent: boolean;
  readonly error: string | null;
}

const DAY = 24 * 60 * 60_000;

let chat: Receiver;
let test: BackendUnderTest;

beforeAll(async () => {
  chat = await Receiver.start();
  test = await BackendUnderTest.start({ fetching: readFetchPolicy([chat.origin], null) });
  test.key = await test.newKey('sandbox');
});
afterAll(async () => {
  await test.close();
  await chat.close();
});
beforeEach(async () => {
  await store().write((trx) => trx.deleteFrom('alert_channels').execute());
  chat.answers = 200;
  chat.received.length = 0;
});

const store = () => test.backend.services.store;
const address = () => `${chat.origin}/services/secret-path`;
const add = (more: object = {}) =>
  test.post<AlertAddress>('/v1/alerts', { kind: 'slack', address: address(), ...more });
const list = async () => (await test.get<{ data: AlertAddress[] }>('/v1/alerts')).body.data;

describe('/v1/alerts', () => {
  it('adds, lists, tests and removes an address, and shows the host of a chat alone', async () => {
    const added = await add();
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({
      kind: 'slack',
      address: new URL(chat.origin).host,
      topics: ['posts', 'accounts', 'webhooks', 'keys', 'server'],
      quotesPosts: false,
      lastSentAt: null,
    });
    expect(await list()).toEqual([added.body]);
    const { id } = added.body;
    const tested = await test.post<Tested>(`/v1/alerts/${id}/test`, {});
    expect([tested.status, tested.body]).toEqual([200, { id, sent: true, error: null }]);
    expect(chat.received).toMatchObject([{ path: '/services/secret-path' }]);
    expect((await test.request('DELETE', `/v1/alerts/${id}`)).body).toEqual({ id, deleted: true });
    expect(await list()).toEqual([]);
    const { body } = await test.get<{ data: { operation: string; summary: string }[] }>('/v1/activity');
    const recorded = body.data.filter(({ operation }) => operation.startsWith('alerts.'));
    expect(recorded.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['alerts.delete', 'alerts.test', 'alerts.create']),
    );
    expect(JSON.stringify([added.body, tested.body, recorded])).not.toContain('secret-path');
  });

  it('says why a test could not be sent, without the secret of the address', async () => {
    const { id } = (await add()).body;
    chat.answers = (response) => response.destroy();
    const { body } = await test.post<Tested>(`/v1/alerts/${id}/test`, {});
    expect(body).toMatchObject({ sent: false, error: expect.any(String) });
    expect(JSON.stringify(body)).not.toContain('secret-path');
  });

  it.each([
    ['an address of another machine', { kind: 'discord', address: 'http://10.0.0.1/hook' }, '/address'],
    ['an email address without mail', { kind: 'email', address: 'a@b.example' }, '/address'],
    ['no topic', { topics: [] }, '/topics'],
    ['an unknown topic', { topics: ['weather'] }, '/topics/0'],
  ])('refuses %s, and names the field', async (_what, more, pointer) => {
    const refused = await test.post<Problem>('/v1/alerts', {
      ...{ kind: 'slack', address: address(), ...more },
    });
    expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([422, pointer]);
  });

  it('has at most ten, and knows none of others', async () => {
    for (let n = 0; n < 10; n += 1) expect((await add()).status).toBe(201);
    const refused = await test.post<Problem>('/v1/alerts', { kind: 'slack', address: address() });
    expect([refused.status, refused.body.code]).toEqual([409, 'limit_reached']);
    for (const [method, path] of [
      ['DELETE', '/v1/alerts/alc_none'],
      ['POST', '/v1/alerts/alc_none/test'],
    ] as const) {
      const { status, body } = await test.request<Problem>(method, path);
      expect([status, body.code]).toEqual([404, 'alert_address_not_found']);
    }
  });

  it('needs its own scopes', async () => {
    const key = await test.newKey(['webhooks:read', 'webhooks:write']);
    expect((await test.get('/v1/alerts', { key })).status).toBe(403);
    const reader = await test.newKey(['alerts:read']);
    expect((await test.get('/v1/alerts', { key: reader })).status).toBe(200);
    const body = { kind: 'slack', address: address() };
    expect((await test.post('/v1/alerts', body, { key: reader })).status).toBe(403);
  });
});

describe('a trouble that no event reports', () => {
  const disk = (isNearlyFull: boolean, machine = 'here') => ({ machine, isNearlyFull, free: '312 MB' });
  const look = (found: ReturnType<typeof disk> | null) => gatherTroubles(store(), test.clock, found);
  /** What was sent since the last time. */
  async function sent(): Promise<string[]> {
    test.clock.advance(11 * 60_000);
    await test.backend.runDue();
    return chat.received.splice(0).map(({ body }) => body);
  }

  it('is told once, and that it is over', async () => {
    await add({ topics: ['server'] });
    for (let n = 0; n < 3; n += 1) await look(disk(true));
    expect(await sent()).toMatchObject([expect.stringContaining('nearly full: 312 MB free')]);
    await look(disk(true));
    expect(await sent()).toEqual([]);
    // Another machine looks at its own disk, and one without a disk at none.
    await look(disk(false, 'there'));
    await look(null);
    expect(await sent()).toEqual([]);
    await look(disk(false));
    expect(await sent()).toMatchObject([expect.stringContaining('enough space again')]);
    await look(disk(false));
    expect(await sent()).toEqual([]);
  });

  it('is not told to those who did not ask for it', async () => {
    await add({ topics: ['posts'] });
    await look(disk(true));
    expect(await sent()).toEqual([]);
  });

  it('of a receiver that fails for an hour is over when it works, and gone with the webhook', async () => {
    await add({ topics: ['webhooks'] });
    const webhook = await test.post<{ id: string }>('/v1/webhooks', { url: `${chat.origin}/hook` });
    const failing = (since: number | null) =>
      store().write((trx) => trx.updateTable('webhooks').set({ failing_since: since }).execute());
    await failing(test.clock.now() - 30 * 60_000);
    await look(null);
    expect(await sent()).toEqual([]);
    await failing(test.clock.now() - 61 * 60_000);
    await look(null);
    expect(await sent()).toMatchObject([expect.stringContaining('has failed for an hour')]);
    await failing(null);
    await look(null);
    expect(await sent()).toMatchObject([expect.stringContaining('works again')]);
    await failing(test.clock.now() - 61 * 60_000);
    await look(null);
    await sent();
    await test.request('DELETE', `/v1/webhooks/${webhook.body.id}`);
    await look(null);
    expect(await sent()).toEqual([]);
  });

  it('of a key that expires within a week leaves out keys that were made to end soon', async () => {
    await add({ topics: ['keys'] });
    const now = test.clock.now();
    const id = (await store().db.selectFrom('api_keys').select('id').where('kind', '=', 'key').execute())[0]
      ?.id;
    const key = (created: number, expires: number) =>
      store().write((trx) =>
        trx
          .updateTable('api_keys')
          .set({ created_at: created, expires_at: expires })
          .where('id', '=', id ?? '')
          .execute(),
      );
    await key(now - DAY, now + 6 * DAY);
    await look(null);
    expect(await sent()).toEqual([]);
    await key(now - 60 * DAY, now + 6 * DAY);
    await look(null);
    expect(await sent()).toMatchObject([expect.stringContaining('expires within a week')]);
    await look(null);
    expect(await sent()).toEqual([]);
  });
});
