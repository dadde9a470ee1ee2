import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppSignIn } from '../../../../test/support/networks/sign-in/app-sign-in.js';
import { youtube } from '../../../../test/support/networks/sign-in/youtube.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { Connection } from '../../../contract/accounts/connections.js';
import type { Problem } from '../../../contract/errors.js';
import { youtube as access } from '../../../networks/access/youtube.js';
import { type Clock, systemClock } from '../../base/clock.js';
import { json } from '../../networks/answers.js';
import type { WireResponse } from '../../networks/wire.js';
import { YOUTUBE_ERRORS, youtubeErrors } from '../../networks/youtube/errors.js';

/** The name of a permission that Google writes as an address. */
const scope = (end: string): string => access.app.scopes.find(({ name }) => name.endsWith(end))?.name ?? '';
const WEEK_SECONDS = 7 * 24 * 3600 - 1;

let signIn: AppSignIn;
let test: BackendUnderTest<Clock>;
/** What YouTube answers when it is asked for channels; null: the simulator answers. */
let channels: WireResponse | null;
/** Whether the consent screen of the project is in testing. */
let isTesting: boolean;

beforeEach(async () => {
  channels = null;
  isTesting = false;
  signIn = await AppSignIn.start({
    ...youtube,
    get tokenFields() {
      return isTesting ? { refresh_token_expires_in: WEEK_SECONDS } : {};
    },
    first: ({ url }) => (url.pathname === '/youtube/v3/channels' ? channels : null),
  });
  test = await BackendUnderTest.startOn(systemClock, ':memory:', {
    live: true,
    demo: false,
    networkTesting: { allowLoopback: true, reroute: signIn.reroute },
  });
  signIn.app.redirects.push(`http://127.0.0.1:${test.backend.port}/connect/callback`);
  const { clientId, clientSecret } = signIn.app;
  await test.request('PUT', '/v1/apps/youtube', { body: { clientId, clientSecret } });
});
afterEach(async () => {
  await test.close();
  await signIn.close();
});

async function finish<Body = Connection>(): Promise<Body> {
  const { body } = await test.post<Connection>('/v1/connections', { platform: 'youtube' });
  const callbackUrl = signIn.allow(body.authorizeUrl ?? '');
  return (await test.post<Body>(`/v1/connections/${body.id}/finish`, { callbackUrl })).body;
}

async function connect(): Promise<Account> {
  const { account } = await finish();
  if (account === null) throw new Error('Not connected.');
  return account;
}

const channel = (id: string, title: string) => ({ id, snippet: { title, customUrl: `@${id}` } });

describe('connecting a channel', () => {
  it('stores it, and says that videos stay private', async () => {
    const { handle, displayName } = signIn.network.scene.account;
    expect(await connect()).toMatchObject({
      handle: `@${handle}`,
      displayName,
      profileUrl: `https://www.youtube.com/@${handle}`,
      health: { status: 'healthy', expiresAt: null },
      standing: ['YouTube keeps videos private until Google has audited your project.'],
    });
  });

  it('says nothing of it once the project is audited', async () => {
    const { clientId, clientSecret } = signIn.app;
    await test.request('PUT', '/v1/apps/youtube', { body: { clientId, clientSecret, review: 'audited' } });
    expect((await connect()).standing).toEqual([]);
  });

  it.each([
    ['an empty list', json(200, { kind: 'youtube#channelListResponse', pageInfo: { totalResults: 0 } })],
    ['an error', youtubeErrors.answer(YOUTUBE_ERRORS.noChannel)],
  ])('says how to create a channel if there is none, which YouTube says with %s', async (_how, answer) => {
    channels = answer;
    const { detail } = await finish<Problem>();
    expect(detail).toContain('has no YouTube channel. Create one at https://www.youtube.com/create_channel');
  });

  it('says that the API is not enabled', async () => {
    channels = youtubeErrors.answer(YOUTUBE_ERRORS.apiDisabled);
    const { detail } = await finish<Problem>();
    expect(detail).toContain('https://console.cloud.google.com/apis/library/youtube.googleapis.com');
  });

  it('offers the channels if there are several', async () => {
    channels = json(200, { items: [channel('bakery', 'The bakery'), channel('cakes', 'Our cakes')] });
    const { status, choices } = await finish();
    expect([status, choices.map(({ name }) => name)]).toEqual(['choosing', ['The bakery', 'Our cakes']]);
  });

  it('refuses a sign-in without permission to upload, but not one without comments', async () => {
    signIn.withheld = [scope('youtube.upload')];
    expect((await finish<Problem>()).detail).toContain('youtube.upload (to upload videos');
    signIn.withheld = [scope('youtube.force-ssl')];
    expect((await finish()).status).toBe('connected');
  });
});

describe('a connected channel', () => {
  const check = async ({ id }: Account) => (await test.post<Account>(`/v1/accounts/${id}/check`, {})).body;

  it('has an end if the project is in testing, of which is told in time', async () => {
    isTesting = true;
    const account = await connect();
    const end = Date.parse(account.health.expiresAt ?? '');
    expect(Math.round((end - Date.now()) / 1000 / 3600)).toBe(7 * 24);
    expect((await check(account)).health.status).toBe('healthy');
    isTesting = false;
    const again = await connect();
    expect([again.id, again.health.expiresAt]).toEqual([account.id, null]);
  });

  it.each([YOUTUBE_ERRORS.accountSuspended, YOUTUBE_ERRORS.accountClosed])(
    'is said to be restricted: $sentence',
    async (row) => {
      const account = await connect();
      channels = youtubeErrors.answer(row);
      const { health } = await check(account);
      expect([health.status, health.reason]).toEqual(['disabled', expect.stringContaining(row.sentence)]);
    },
  );

  it('loses all access at Google with one token, and Google is not told the secret', async () => {
    const { id } = await connect();
    const { body } = await test.request('DELETE', `/v1/accounts/${id}`);
    expect(body).toMatchObject({ removed: true, revoked: true });
    expect(signIn.revoked).toHaveLength(1);
    const revocation = signIn.network.requests.find(({ url }) => url.pathname === '/revoke');
    expect([...new URLSearchParams(revocation?.body.toString())]).toEqual([['token', signIn.revoked[0]]]);
  });

  it.each([
    ['public', true],
    ['private', false],
  ])('is warned about a %s video: %s', async (privacy, isWarned) => {
    const { id } = await connect();
    const { body } = await test.post('/v1/posts/validate', {
      ...{ accountIds: [id], text: 'How we bake.', scheduleMode: 'now' },
      overrides: [{ target: id, title: 'At the bakery', privacy, madeForKids: false }],
    });
    expect(JSON.stringify(body).includes('will keep this video private')).toBe(isWarned);
  });
});
