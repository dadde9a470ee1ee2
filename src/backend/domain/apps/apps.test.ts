import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { App, AppList } from '../../../contract/accounts/apps.js';
import type { Connection } from '../../../contract/accounts/connections.js';
import type { Problem } from '../../../contract/errors.js';

const SECRET = 'a-secret-that-must-not-come-back';
const x = { clientId: 'an-id', hasSecret: true, source: 'database' };

let test: BackendUnderTest;
beforeEach(async () => {
  test = await BackendUnderTest.start({ live: true, demo: false });
});
afterEach(() => test.close());

const set = (body: unknown) => test.request<App>('PUT', '/v1/apps/x', { body });
const appOfX = async () =>
  (await test.get<AppList>('/v1/apps')).body.data.find(({ platform }) => platform === 'x');

describe('the app of a network', () => {
  it('is listed with the addresses to register, whether it is set or not', async () => {
    expect(await appOfX()).toEqual({
      platform: 'x',
      clientId: null,
      hasSecret: false,
      hasApiKeySecret: false,
      configId: null,
      source: null,
      review: 'none',
      reviews: [{ id: 'none', name: 'No review' }],
      redirects: [
        { usedBy: 'dashboard', url: `http://127.0.0.1:${test.backend.port}/connect/callback` },
        { usedBy: 'command_line', url: 'http://127.0.0.1:47479/callback' },
      ],
      notices: null,
      consoleUrl: 'https://console.x.com',
      updatedAt: null,
    });
  });

  it('is set, keeps its secret if only the rest is sent again, and loses it with another id', async () => {
    expect((await set({ clientId: 'an-id', clientSecret: SECRET })).body).toMatchObject(x);
    expect((await set({ clientId: 'an-id' })).body).toMatchObject(x);
    expect(await appOfX()).toMatchObject(x);
    expect((await set({ clientId: 'another' })).body).toMatchObject({
      clientId: 'another',
      hasSecret: false,
    });
  });

  it('has a configuration at Facebook alone, which stays until it is changed', async () => {
    const facebook = (body: object) => test.request<App>('PUT', '/v1/apps/facebook', { body });
    const app = { clientId: 'an-id', clientSecret: SECRET };
    expect((await facebook({ ...app, configId: '1234567890' })).body.configId).toBe('1234567890');
    expect((await facebook({ clientId: 'an-id', review: 'live' })).body.configId).toBe('1234567890');
    expect((await facebook({ clientId: 'an-id', configId: null })).body.configId).toBeNull();
    await facebook({ ...app, configId: '1234567890' });
    expect((await facebook({ ...app, clientId: 'another' })).body.configId).toBeNull();
    const refused = await test.request<Problem>('PUT', '/v1/apps/x', { body: { ...app, configId: '1' } });
    expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([422, '/configId']);
  });

  it('has an API Key Secret at X alone, which stays until it is changed and is never returned', async () => {
    const app = { clientId: 'an-id', clientSecret: SECRET };
    const answer = await set({ ...app, apiKeySecret: `${SECRET}-2` });
    expect(answer.body).toMatchObject({ hasApiKeySecret: true, hasSecret: true });
    expect((await set({ clientId: 'an-id' })).body.hasApiKeySecret).toBe(true);
    const rows = await test.backend.services.store.db.selectFrom('platform_apps').selectAll().execute();
    for (const seen of [answer, rows, await test.get('/v1/apps'), await test.get('/v1/activity')]) {
      expect(JSON.stringify(seen)).not.toContain(SECRET);
    }
    expect((await set({ clientId: 'an-id', apiKeySecret: null })).body.hasApiKeySecret).toBe(false);
    await set({ ...app, apiKeySecret: SECRET });
    expect((await set({ ...app, clientId: 'another' })).body.hasApiKeySecret).toBe(false);
    const body = { ...app, apiKeySecret: SECRET };
    const refused = await test.request<Problem>('PUT', '/v1/apps/facebook', { body });
    expect([refused.status, refused.body.errors?.[0]?.pointer]).toEqual([422, '/apiKeySecret']);
    expect(JSON.stringify(refused.body)).not.toContain(SECRET);
  });

  it('is asked for by its configuration instead of single permissions', async () => {
    const body = { clientId: 'an-id', clientSecret: SECRET, configId: '1234567890' };
    await test.request('PUT', '/v1/apps/facebook', { body });
    const begun = await test.post<Connection>('/v1/connections', { platform: 'facebook' });
    const asked = new URL(begun.body.authorizeUrl ?? '').searchParams;
    expect([asked.get('config_id'), asked.get('scope')]).toEqual(['1234567890', null]);
    await test.request('PUT', '/v1/apps/facebook', { body: { ...body, configId: null } });
    const plain = await test.post<Connection>('/v1/connections', { platform: 'facebook' });
    const other = new URL(plain.body.authorizeUrl ?? '').searchParams;
    expect([other.get('config_id'), other.get('scope')]).toEqual([
      null,
      expect.stringContaining('pages_manage_posts'),
    ]);
  });

  it('never returns its secret, and the database holds it sealed', async () => {
    const answer = await set({ clientId: 'an-id', clientSecret: SECRET });
    const rows = await test.backend.services.store.db.selectFrom('platform_apps').selectAll().execute();
    const listed = await test.get('/v1/apps');
    const activity = await test.get('/v1/activity');
    for (const seen of [answer, rows, listed, activity]) expect(JSON.stringify(seen)).not.toContain(SECRET);
    expect(rows).toHaveLength(1);
  });

  it('is removed once', async () => {
    await set({ clientId: 'an-id', clientSecret: SECRET });
    const removed = await test.request<App>('DELETE', '/v1/apps/x');
    expect(removed.body).toMatchObject({ clientId: null, hasSecret: false, source: null });
    const again = await test.request<Problem>('DELETE', '/v1/apps/x');
    expect([again.status, again.body.code]).toEqual([404, 'app_not_found']);
  });

  it('is not there for a network that demands none, and has no review that the network does not know', async () => {
    const other = await test.request<Problem>('PUT', '/v1/apps/bluesky', { body: { clientId: 'an-id' } });
    expect([other.status, other.body.code]).toEqual([404, 'app_not_found']);
    const review = await test.request<Problem>('PUT', '/v1/apps/x', {
      body: { clientId: 'a', review: 'gold' },
    });
    expect([review.status, review.body.code]).toEqual([422, 'validation_failed']);
  });

  it('belongs to one workspace', async () => {
    await set({ clientId: 'an-id', clientSecret: SECRET });
    const other = await BackendUnderTest.start({ live: true, demo: false });
    const { data } = (await other.get<AppList>('/v1/apps')).body;
    expect(data.map(({ clientId }) => clientId)).toEqual(data.map(() => null));
    await other.close();
  });
});

it('the environment takes precedence over a stored app, which cannot be changed then', async () => {
  const named = await BackendUnderTest.start({
    live: true,
    demo: false,
    apps: { x: { clientId: 'from-outside', clientSecret: SECRET, review: null } },
  });
  const app = (await named.get<App>('/v1/apps/x')).body;
  expect(app).toMatchObject({ clientId: 'from-outside', hasSecret: true, source: 'environment' });
  expect(JSON.stringify(app)).not.toContain(SECRET);
  const { status, body } = await named.request<Problem>('PUT', '/v1/apps/x', { body: { clientId: 'mine' } });
  expect([status, body.code]).toEqual([409, 'state_conflict']);
  expect(body.detail).toContain('POSTRIDER_X_CLIENT_ID');
  await named.close();
});
