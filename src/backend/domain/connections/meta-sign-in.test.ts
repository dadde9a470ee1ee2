import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { Connection } from '../../../contract/accounts/connections.js';
import type { Problem } from '../../../contract/errors.js';
import { type Clock, systemClock } from '../../base/clock.js';
import { json } from '../../networks/answers.js';
import { AppSignIn } from '../../simulators/over-http/sign-in/app-sign-in.js';
import { instagram } from '../../simulators/over-http/sign-in/instagram.js';
import type { SignInData } from '../../simulators/over-http/sign-in/sign-in-data.js';
import { threads } from '../../simulators/over-http/sign-in/threads.js';

const DAY_MS = 24 * 60 * 60_000;
/** Public, as the networks demand; requests of the test go to the port. */
const PUBLIC_URL = 'https://post.northwind.com';

let signIn: AppSignIn;
let test: BackendUnderTest<Clock>;

async function start(data: SignInData, publicUrl?: string): Promise<void> {
  signIn = await AppSignIn.start(data);
  test = await BackendUnderTest.startOn(systemClock, ':memory:', {
    live: true,
    demo: false,
    adminPassword: 'a long password of the test',
    ...(publicUrl !== undefined && { publicUrl }),
    networkTesting: { allowLoopback: true, reroute: signIn.reroute },
  });
  signIn.app.redirects.push('https://localhost/connect/callback', `${PUBLIC_URL}/connect/callback`);
  const { clientId, clientSecret } = signIn.app;
  await test.request('PUT', `/v1/apps/${data.platform}`, { body: { clientId, clientSecret } });
}
afterEach(async () => {
  await test.close();
  await signIn.close();
});

const begin = (body: object = {}) =>
  test.post<Connection>('/v1/connections', {
    platform: signIn.network.scene.platform,
    method: 'paste',
    ...body,
  });
const finish = <Body = Connection>({ id }: Connection, callbackUrl: string) =>
  test.post<Body>(`/v1/connections/${id}/finish`, { callbackUrl });

async function connect(): Promise<Account> {
  const { body } = await begin();
  const finished = await finish(body, signIn.allow(body.authorizeUrl ?? ''));
  expect(finished.body.problem ?? finished.body).toMatchObject({ status: 'connected' });
  if (finished.body.account === null) throw new Error('Not connected.');
  return finished.body.account;
}
const check = async ({ id }: Account) =>
  (await test.post<Account>(`/v1/accounts/${id}/check`, {})).body.health;

async function refusal(change: (back: URL) => void = () => undefined): Promise<Problem> {
  const { body } = await begin();
  const back = new URL(signIn.allow(body.authorizeUrl ?? ''));
  change(back);
  const { status, body: problem } = await finish<Problem>(body, back.href);
  expect([status, problem.code]).toEqual([422, 'sign_in_refused']);
  return problem;
}

describe.each([threads, instagram])('$platform', (data) => {
  describe('with a backend on this machine', () => {
    beforeEach(() => start(data));

    it('has its address pasted, with what the network appends to it', async () => {
      const { body } = await begin();
      const back = signIn.allow(body.authorizeUrl ?? '');
      expect(back).toMatch(/^https:\/\/localhost\/connect\/callback\?.*#_$/);
      expect((await finish(body, back)).body.account).toMatchObject({
        handle: `@${signIn.network.scene.account.handle}`,
        displayName: signIn.network.scene.account.displayName,
        health: { status: 'healthy' },
      });
    });

    it('refuses to return to an http address, before anybody signs in', async () => {
      const { body } = await test.post<Problem>('/v1/connections', { platform: data.platform });
      expect(body.detail).toContain('an https address only');
    });

    it('keeps the access that lasts, and says when it ends', async () => {
      const { health } = await connect();
      const days = (Date.parse(health.expiresAt ?? '') - Date.now()) / DAY_MS;
      expect(Math.round(days)).toBe(60);
    });

    it('says what to do if the code was used', async () => {
      const problem = await refusal((back) => back.searchParams.set('code', 'used'));
      expect(problem.detail).toContain('does not accept the code');
    });

    it('says what to do if the secret is wrong', async () => {
      signIn.app = { ...signIn.app, clientSecret: 'another' };
      expect((await refusal()).detail).toContain('does not accept your app');
    });

    it('says which permission is missing, and does without those that are optional', async () => {
      const { scopes } = signIn.access;
      const publishing = scopes.find(({ name }) => name.includes('content_publish'))?.name ?? '';
      signIn.withheld = [publishing];
      expect((await refusal()).detail).toContain(`${publishing} (to publish)`);
      signIn.withheld = scopes.flatMap(({ name, optional }) => (optional ? [name] : []));
      await connect();
    });

    it('says that access was denied', async () => {
      const { body } = await begin();
      const refused = await finish<Problem>(body, signIn.deny(body.authorizeUrl ?? ''));
      expect(refused.body.detail).toContain('Access was not allowed');
    });

    it('tells the owner how to end access, which apps cannot', async () => {
      const { id } = await connect();
      const { body } = await test.request('DELETE', `/v1/accounts/${id}`);
      expect(body).toMatchObject({ removed: true, revoked: false });
    });
  });

  describe('whose access ends in nine days', () => {
    const short = data.longLived && { ...data, longLived: { ...data.longLived, lifetime: 9 * 24 * 3600 } };
    beforeEach(() => start(short ?? data));

    it('renews it once it is a day old', async () => {
      signIn.network.now = () => Date.now() - 1.1 * DAY_MS;
      const account = await connect();
      signIn.network.now = Date.now;
      const { status, expiresAt } = await check(account);
      const days = (Date.parse(expiresAt ?? '') - Date.now()) / DAY_MS;
      expect([status, signIn.renewals, Math.round(days)]).toEqual(['healthy', 1, 60]);
    });

    it('goes on with it as long as the network does not renew it', async () => {
      const account = await connect();
      expect([(await check(account)).status, signIn.renewals]).toEqual(['healthy', 0]);
    });
  });

  it('warns when access ends soon and is not renewed', async () => {
    if (!data.longLived) throw new Error('Its access lasts.');
    await start({ ...data, longLived: { ...data.longLived, lifetime: 5 * 24 * 3600 } });
    const health = await check(await connect());
    expect([health.status, health.reason]).toEqual([
      'expiring',
      expect.stringContaining('has not renewed access'),
    ]);
  });

  it('returns to a public dashboard by itself', async () => {
    await start(data, PUBLIC_URL);
    const { body } = await begin({ method: 'browser' });
    const redirect = new URL(body.authorizeUrl ?? '').searchParams.get('redirect_uri');
    expect(redirect).toBe(`${PUBLIC_URL}/connect/callback`);
    const { status } = await finish(body, signIn.allow(body.authorizeUrl ?? ''));
    expect(status).toBe(200);
  });
});

describe('Threads', () => {
  it('is connected if the network does not tell the permissions', async () => {
    const refused = { error: { message: 'Not a tester', type: 'OAuthException', code: 10 } };
    await start({
      ...threads,
      first: ({ url }) => (url.pathname.endsWith('/debug_token') ? json(400, refused) : null),
    });
    await connect();
  });
});

describe('Instagram', () => {
  it('refuses a personal account, and says how to switch it', async () => {
    await start({
      ...instagram,
      first: ({ url }, { account }) =>
        url.pathname.endsWith('/me')
          ? json(200, { user_id: '1', username: account.handle, account_type: 'PERSONAL' })
          : null,
    });
    expect((await refusal()).detail).toContain('Switch to professional account');
  });

  it('uses the id of the account, which is more than a number can hold', async () => {
    await start(instagram);
    const { id } = await connect();
    const row = await test.backend.services.store.db
      .selectFrom('accounts')
      .select('network_user_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.network_user_id).toBe(signIn.network.scene.account.networkUserId);
  });
});
