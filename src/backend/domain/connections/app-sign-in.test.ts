import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Account, AccountPage } from '../../../contract/accounts/accounts.js';
import type { Connection } from '../../../contract/accounts/connections.js';
import type { Problem } from '../../../contract/errors.js';
import { type Clock, systemClock } from '../../base/clock.js';
import { AppSignIn } from '../../simulators/over-http/sign-in/app-sign-in.js';
import { x } from '../../simulators/over-http/sign-in/x.js';

let signIn: AppSignIn;
let test: BackendUnderTest<Clock>;

beforeEach(async () => {
  signIn = await AppSignIn.start(x);
  test = await BackendUnderTest.startOn(systemClock, ':memory:', {
    live: true,
    demo: false,
    networkTesting: { allowLoopback: true, reroute: signIn.reroute },
  });
  signIn.app.redirects.push(`http://127.0.0.1:${test.backend.port}/connect/callback`);
});
afterEach(async () => {
  await test.close();
  await signIn.close();
});

const setApp = (body: object = {}) => {
  const { clientId, clientSecret } = signIn.app;
  return test.request('PUT', '/v1/apps/x', { body: { clientId, clientSecret, ...body } });
};
const begin = (body: object = {}) => test.post<Connection>('/v1/connections', { platform: 'x', ...body });
const finish = <Body = Connection>({ id }: Connection, body: object) =>
  test.post<Body>(`/v1/connections/${id}/finish`, body);

async function connect(): Promise<Account> {
  const { body } = await begin();
  const finished = await finish(body, { callbackUrl: signIn.allow(body.authorizeUrl ?? '') });
  expect(finished.body.problem ?? finished.body).toMatchObject({ status: 'connected' });
  if (finished.body.account === null) throw new Error('Not connected.');
  return finished.body.account;
}

describe('connecting with an app', () => {
  it('says how to set one if none is set', async () => {
    const { status, body } = await test.post<Problem>('/v1/connections', { platform: 'x' });
    expect([status, body.code]).toEqual([404, 'app_not_found']);
    expect(body.detail).toContain(`${test.backend.url}/channels/connect/x`);
  });

  it('stores the account that the network names, and says what publishing costs', async () => {
    await setApp();
    const { handle, displayName } = signIn.network.scene.account;
    expect(await connect()).toMatchObject({
      platform: 'x',
      handle: `@${handle}`,
      displayName,
      simulated: false,
      profileUrl: `https://x.com/${handle}`,
      health: { status: 'healthy', expiresAt: null },
      standing: ['X charges $0.015 for a post and $0.20 for one with a link.'],
    });
  });

  it('works without a secret', async () => {
    signIn.app = { ...signIn.app, clientSecret: null };
    await test.request('PUT', '/v1/apps/x', { body: { clientId: signIn.app.clientId } });
    await connect();
  });

  it.each([
    ['the secret is wrong', { clientSecret: 'wrong' }, 'does not accept your app'],
    ['the code is wrong', {}, 'does not accept the code'],
  ])('says what to do if %s', async (what, app, words) => {
    await setApp(app);
    const { body } = await begin();
    const back = new URL(signIn.allow(body.authorizeUrl ?? ''));
    if (what.includes('code')) back.searchParams.set('code', 'guessed');
    const { status, body: problem } = await finish<Problem>(body, { callbackUrl: back.href });
    expect([status, problem.code]).toEqual([422, 'sign_in_refused']);
    expect(problem.detail).toContain(words);
  });

  it('says which permission was left out', async () => {
    await setApp();
    signIn.withheld = ['media.write'];
    const { body } = await begin();
    const refused = await finish<Problem>(body, { callbackUrl: signIn.allow(body.authorizeUrl ?? '') });
    expect(refused.body.detail).toContain('media.write (to upload images and videos)');
  });

  it('says that access was denied', async () => {
    await setApp();
    const { body } = await begin();
    const refused = await finish<Problem>(body, { callbackUrl: signIn.deny(body.authorizeUrl ?? '') });
    expect(refused.body.detail).toContain('Access was not allowed');
  });

  it('accepts the pasted address of a registered page that is not this backend', async () => {
    await setApp();
    const returnUrl = 'https://post.example/anything';
    signIn.app.redirects.push(returnUrl);
    const { body } = await begin({ method: 'paste', returnUrl });
    const callbackUrl = ` ${signIn.allow(body.authorizeUrl ?? '')}\n`;
    expect((await finish(body, { callbackUrl })).body.status).toBe('connected');
  });

  it('refuses an address that the network does not accept, before anybody signs in', async () => {
    await setApp();
    const { status, body } = await test.post<Problem>('/v1/connections', {
      platform: 'x',
      returnUrl: 'http://localhost:47479/callback',
    });
    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect(body.detail).toContain('http://127.0.0.1');
  });
});

describe('a connected account', () => {
  it('is renewed after its app was removed here: it keeps the id and secret of the app', async () => {
    await setApp();
    const account = await connect();
    expect((await test.request('DELETE', '/v1/apps/x')).status).toBeLessThan(300);
    await signIn.expireAccess();
    const { body } = await test.post<Account>(`/v1/accounts/${account.id}/check`, {});
    expect([body.health.status, signIn.renewals]).toEqual(['healthy', 1]);
  });

  it('is renewed when its access has expired, and needs to be reconnected when it has ended', async () => {
    await setApp();
    const account = await connect();
    const check = async () => (await test.post<Account>(`/v1/accounts/${account.id}/check`, {})).body.health;
    await signIn.expireAccess();
    expect((await check()).status).toBe('healthy');
    expect(signIn.renewals).toBe(1);
    await signIn.endAccess();
    expect((await check()).status).toBe('reconnect_required');
    expect((await connect()).id).toBe(account.id);
    expect((await check()).status).toBe('healthy');
  });

  it('goes on with a new secret of the same app', async () => {
    await setApp();
    const account = await connect();
    signIn.app = { ...signIn.app, clientSecret: 'a-new-secret' };
    await setApp();
    await signIn.expireAccess();
    const { body } = await test.post<Account>(`/v1/accounts/${account.id}/check`, {});
    expect([body.health.status, signIn.renewals]).toEqual(['healthy', 1]);
  });

  it('loses its access at the network when it is disconnected', async () => {
    await setApp();
    const { id } = await connect();
    const { body } = await test.request('DELETE', `/v1/accounts/${id}`);
    expect(body).toMatchObject({ removed: true, revoked: true });
    expect(signIn.revoked).toHaveLength(2);
    expect((await test.get<AccountPage>('/v1/accounts')).body.data).toEqual([]);
  });

  it.each([
    ['Hello', 'X charges $0.015 for this post.'],
    [
      'Read https://example.org',
      'X charges $0.20 for this post, because it has a link; without one, $0.015.',
    ],
  ])('has the price of “%s” among its warnings', async (text, message) => {
    await setApp();
    const { id } = await connect();
    const { body } = await test.post('/v1/posts/validate', {
      accountIds: [id],
      text,
      scheduleMode: 'now',
    });
    expect(JSON.stringify(body)).toContain(message);
  });
});
