import { afterEach, expect, it } from 'vitest';
import { AppConnecting } from '../../../../test/support/networks/sign-in/app-connecting.js';
import type { App } from '../../../contract/accounts/apps.js';
import type { Problem } from '../../../contract/errors.js';
import { json } from '../../networks/answers.js';
import { facebookInDevelopment as signIn } from '../../simulators/over-http/sign-in/facebook.js';
import type { SignInData } from '../../simulators/over-http/sign-in/sign-in-data.js';

const DAY = 24 * 60 * 60 * 1000;
/** Five days after the clock of the tests. */
const SOON = Date.parse('2026-12-06T08:00:00Z');
const PAGE = '104862759130844';
const OTHER_PAGE = '330000000000003';

let facebook: AppConnecting;
const start = async (data: SignInData = signIn) => {
  facebook = await AppConnecting.start(data);
};
afterEach(() => facebook.close());

/** Answers one path before the network does. */
const answering = (path: string, body: object, status = 200): SignInData => ({
  ...signIn,
  first: (request, service) =>
    request.url.pathname === `/v25.0${path}` && request.url.searchParams.get('fields') !== 'id'
      ? json(status, body)
      : (signIn.first?.(request, service) ?? null),
});

it('offers the Pages on which the person may publish, and connects several at once', async () => {
  await start();
  const { body } = await facebook.allow();
  expect(body.choices.map(({ id, kind, name }) => [id, kind, name])).toEqual([
    [PAGE, 'Page', 'Fernhill Coffee'],
    [OTHER_PAGE, 'Page', 'Fernhill Roastery'],
  ]);
  const { body: finished } = await facebook.finish(body, { choices: [PAGE, OTHER_PAGE] });
  expect(finished.accounts.map(({ handle, health }) => [handle, health.status, health.expiresAt])).toEqual([
    ['@fernhillcoffee', 'healthy', null],
    ['Fernhill Roastery', 'healthy', null],
  ]);
});

it('publishes with the token of the Page, which does not end with that of the person', async () => {
  await start();
  const account = await facebook.connect([PAGE]);
  facebook.test.clock.advance(61 * DAY);
  expect(await facebook.check(account)).toMatchObject({ status: 'healthy', expiresAt: null });
});

it('proves with every call that it comes from the app', async () => {
  await start();
  const account = await facebook.connect([PAGE]);
  await facebook.check(account);
  const calls = facebook.signIn.network.requests.filter(({ url }) => url.pathname === '/v25.0/me');
  expect(calls.map(({ url }) => url.searchParams.get('appsecret_proof'))).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}$/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ]);
});

it('asks the person to reconnect when the access has ended, and keeps the account', async () => {
  await start();
  const account = await facebook.connect([PAGE]);
  await facebook.signIn.endAccess();
  expect((await facebook.check(account)).status).toBe('reconnect_required');
  expect((await facebook.connect([], { accountId: account.id })).id).toBe(account.id);
  expect((await facebook.check(account)).status).toBe('healthy');
});

it.each([
  [
    'a permission was taken away',
    answering('/debug_token', { data: { is_valid: true, scopes: ['pages_show_list'] } }),
    { status: 'reconnect_required', reason: expect.stringContaining('pages_manage_posts') },
  ],
  [
    'the person has to sign in at Facebook first',
    answering('/debug_token', {
      data: { is_valid: false, error: { code: 190, subcode: 459, message: 'Log in and follow it.' } },
    }),
    { status: 'disabled', reason: 'Facebook has restricted the account.' },
  ],
  [
    'the app may soon no longer read',
    answering('/debug_token', {
      data: { is_valid: true, scopes: [], data_access_expires_at: SOON / 1000 },
    }),
    { status: 'expiring', reason: expect.stringMatching(/read comments, .* only until 2026-12-/) },
  ],
  [
    'the app may no longer read',
    answering('/debug_token', {
      data: { is_valid: true, scopes: [], data_access_expires_at: 1_700_000_000 },
    }),
    { status: 'limited', reason: expect.stringContaining('only until 2023-11-14') },
  ],
  [
    'the Page is not published',
    answering('/me', { id: PAGE, name: 'Fernhill Coffee', is_published: false }),
    { status: 'limited', reason: expect.stringContaining('not published') },
  ],
  [
    'the app has a new secret',
    answering('/me', { error: { code: 100, message: 'Invalid appsecret_proof provided' } }, 400),
    { status: 'reconnect_required', reason: expect.stringContaining('does not accept the secret') },
  ],
])('tells that %s', async (_what, data, health) => {
  await start(data);
  expect(await facebook.check(await facebook.connect([PAGE]))).toMatchObject(health);
});

it.each([
  [[], 'Postrider publishes to Pages, not to profiles'],
  [
    [{ id: '1', name: 'Harbour Market', access_token: 'token', tasks: ['ANALYZE'] }],
    'ask for the task “Create content”',
  ],
])('refuses a sign-in without a Page to publish to: %o', async (data, words) => {
  await start(answering('/me/accounts', { data }));
  expect(await facebook.refusal()).toContain(words);
});

it('says which permission was left out, and goes on without those for the inbox', async () => {
  await start();
  facebook.signIn.withheld = ['pages_manage_posts'];
  expect(await facebook.refusal()).toContain('did not grant pages_manage_posts (to publish)');
  facebook.signIn.withheld = ['pages_messaging'];
  expect((await facebook.connect([PAGE])).health.status).toBe('healthy');
});

it('says what is wrong with a code, an app and a denied sign-in, in words', async () => {
  await start();
  expect(await facebook.refusal((back) => back.searchParams.set('code', 'used'))).toContain(
    'does not accept the code',
  );
  await facebook.setApp({ clientSecret: 'wrong' });
  expect(await facebook.refusal()).toContain('Copy its App ID and App secret again');
  const begun = await facebook.begin();
  const denied = await facebook.finish(begun, {
    callbackUrl: facebook.signIn.deny(begun.authorizeUrl ?? ''),
  });
  expect(JSON.stringify(denied.body)).toContain('Access was not allowed');
});

it('ends access at Facebook with the last Page of a person, and not before', async () => {
  await start();
  const { body } = await facebook.allow();
  const { body: finished } = await facebook.finish(body, { choices: [PAGE, OTHER_PAGE] });
  const [first, last] = finished.accounts;
  if (!first || !last) throw new Error('Not connected.');
  const disconnect = async ({ id }: { readonly id: string }) =>
    (await facebook.test.request('DELETE', `/v1/accounts/${id}`)).body;
  expect(await disconnect(first)).toMatchObject({ removed: true, revoked: null });
  expect((await facebook.check(last)).status).toBe('healthy');
  expect(await disconnect(last)).toMatchObject({ removed: true, revoked: true });
});

it('says while the app is in development who sees its posts', async () => {
  await start();
  await facebook.setApp({ review: 'development' });
  expect((await facebook.connect([PAGE])).standing).toEqual([
    expect.stringContaining('only people with a role on it see what it publishes'),
  ]);
});

it('returns to an http address only while the app is in development', async () => {
  await start();
  const redirects = async () =>
    (await facebook.test.get<App>('/v1/apps/facebook')).body.redirects.map(({ url }) => url.split(':')[0]);
  await facebook.setApp({ review: 'development' });
  expect(await redirects()).toEqual(['http', 'http']);
  await facebook.setApp({ review: 'live' });
  expect(await redirects()).toEqual(['https']);
  const { body } = await facebook.test.post<Problem>('/v1/connections', { platform: 'facebook' });
  expect(body.detail).toContain('Facebook sends the browser back to an https address only');
  const pasted = await facebook.begin({ method: 'paste' });
  expect(new URL(pasted.authorizeUrl ?? '').searchParams.get('redirect_uri')).toMatch(/^https:/);
});
