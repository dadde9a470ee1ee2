import { afterEach, expect, it } from 'vitest';
import { AppConnecting } from '../../../../test/support/networks/sign-in/app-connecting.js';
import { json } from '../../networks/answers.js';
import { linkedinMember, linkedinPage } from '../../simulators/over-http/sign-in/linkedin.js';
import type { SignInData } from '../../simulators/over-http/sign-in/sign-in-data.js';

const DAY = 24 * 60 * 60 * 1000;
const PAGE = 'urn:li:organization:90417326';

let linkedin: AppConnecting;
const start = async (data: SignInData) => {
  linkedin = await AppConnecting.start(data);
};
afterEach(() => linkedin.close());

it('connects a member, and says what the app cannot do', async () => {
  await start(linkedinMember);
  const account = await linkedin.connect();
  expect(account).toMatchObject({
    displayName: 'Fernhill Coffee',
    health: { status: 'healthy', expiresAt: new Date(linkedin.test.clock.now() + 60 * DAY).toISOString() },
    standing: [expect.stringContaining('does not let it read posts')],
  });
});

it('says from day 50 on that access ends, and asks to reconnect when it has ended', async () => {
  await start(linkedinMember);
  const account = await linkedin.connect();
  linkedin.test.clock.advance(49 * DAY);
  expect((await linkedin.check(account)).status).toBe('healthy');
  linkedin.test.clock.advance(2 * DAY);
  expect(await linkedin.check(account)).toMatchObject({
    status: 'expiring',
    reason: expect.stringMatching(/^Access to LinkedIn ends on \d{4}-\d\d-\d\d, in 9 days\.$/),
  });
  linkedin.test.clock.advance(9 * DAY);
  expect((await linkedin.check(account)).status).toBe('reconnect_required');
  expect((await linkedin.connect()).id).toBe(account.id);
  expect((await linkedin.check(account)).status).toBe('healthy');
});

it.each([
  [{ revoked: true }, 'has ended the app’s access'],
  [{ scope: 'openid,profile' }, 'has not granted w_member_social'],
])('tells of %o', async (answer, words) => {
  const isRevoked = 'revoked' in answer;
  const introspected = isRevoked ? { active: false, status: 'revoked' } : { active: true, ...answer };
  await start({
    ...linkedinMember,
    first: ({ url }) => (url.pathname === '/oauth/v2/introspectToken' ? json(200, introspected) : null),
  });
  const account = await linkedin.connect();
  expect(await linkedin.check(account)).toMatchObject({
    status: 'reconnect_required',
    reason: expect.stringContaining(words),
  });
});

it('asks for the permissions that the review of the app allows', async () => {
  await start(linkedinMember);
  const scopesOf = async () => new URL((await linkedin.begin()).authorizeUrl ?? '').searchParams.get('scope');
  expect(await scopesOf()).toBe('openid profile w_member_social');
  await linkedin.setApp({ review: 'community_management' });
  expect(await scopesOf()).toContain('w_organization_social');
});

it('offers the Pages that the member administers, and the member', async () => {
  await start(linkedinPage);
  const { body } = await linkedin.allow();
  expect(body.choices.map(({ id, kind, name }) => [id, kind, name])).toEqual([
    [PAGE, 'Page', 'Fernhill Coffee'],
    ['urn:li:person:admin90417326', 'Member', 'Administrator of Fernhill Coffee'],
  ]);
  const { body: finished } = await linkedin.finish(body, { choices: [PAGE] });
  expect(finished.account).toMatchObject({
    handle: '@fernhill-coffee',
    profileUrl: 'https://www.linkedin.com/company/fernhill-coffee/',
    standing: [],
  });
});

it('says that the member may no longer publish as the Page', async () => {
  let role = 'ADMINISTRATOR';
  const element = () => ({ role, state: 'APPROVED', organization: PAGE });
  await start({
    ...linkedinPage,
    first: ({ url }) =>
      url.pathname === '/rest/organizationAcls' ? json(200, { elements: [element()] }) : null,
  });
  const account = await linkedin.connect([PAGE]);
  expect((await linkedin.check(account)).status).toBe('healthy');
  role = 'ANALYST';
  expect(await linkedin.check(account)).toMatchObject({
    status: 'reconnect_required',
    reason: expect.stringContaining('may no longer publish as this Page'),
  });
});

it('renews the access of a partner’s app, whose refresh tokens end after a year', async () => {
  await start({
    ...linkedinMember,
    lifetimes: { access: (60 * DAY) / 1000, refresh: (365 * DAY) / 1000 },
    tokenFields: { refresh_token_expires_in: (365 * DAY) / 1000 },
  });
  const account = await linkedin.connect();
  expect(account.health.expiresAt).toBe(new Date(linkedin.test.clock.now() + 365 * DAY).toISOString());
  linkedin.test.clock.advance(61 * DAY);
  expect((await linkedin.check(account)).status).toBe('healthy');
  expect(linkedin.signIn.renewals).toBe(1);
});

it('says what is wrong with a code, an app and a denied sign-in, in words', async () => {
  await start(linkedinMember);
  const withCode = (code: string) => (back: URL) => back.searchParams.set('code', code);
  expect(await linkedin.refusal(withCode('used'))).toContain('does not accept the code');
  await linkedin.setApp({ clientSecret: 'wrong' });
  expect(await linkedin.refusal()).toContain('Copy its Client ID and Primary Client Secret again');
  const begun = await linkedin.begin();
  const denied = await linkedin.finish(begun, {
    callbackUrl: linkedin.signIn.deny(begun.authorizeUrl ?? ''),
  });
  expect(JSON.stringify(denied.body)).toContain('Access was not allowed');
});

it('disconnects here, and says that LinkedIn has no address for it', async () => {
  await start(linkedinMember);
  const { id } = await linkedin.connect();
  const { body } = await linkedin.test.request('DELETE', `/v1/accounts/${id}`);
  expect(body).toMatchObject({ removed: true, revoked: false });
});
