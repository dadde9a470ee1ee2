import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MastodonServer, startPds } from '../../../../test/support/networks/sign-in-servers.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { AccountDisconnection, Connection } from '../../../contract/accounts/connections.js';
import type { Problem } from '../../../contract/errors.js';
import { PLATFORMS } from '../../../contract/platforms.js';
import type { Post } from '../../../contract/posts/posts.js';
import { CONNECTABLE } from '../../../networks/access.js';
import { type Clock, systemClock } from '../../base/clock.js';
import type { ServedNetwork } from '../../simulators/over-http/served-network.js';

const APP_PASSWORD = 'abcd-efgh-ijkl-mnop';
const OWN_PASSWORD = 'the password of the account itself';

/** Networks whose real accounts cannot be connected. */
const LATER = PLATFORMS.filter((platform) => !CONNECTABLE.includes(platform));

let test: BackendUnderTest<Clock>;
let mastodon: MastodonServer;
let pds: ServedNetwork;

beforeAll(async () => {
  mastodon = await MastodonServer.start();
  pds = await startPds({ app: APP_PASSWORD, own: OWN_PASSWORD });
  test = await BackendUnderTest.startOn(systemClock, ':memory:', {
    live: true,
    demo: false,
    networkTesting: { allowLoopback: true },
  });
});
afterAll(async () => {
  await test.close();
  await Promise.all([mastodon.close(), pds.close()]);
});

const start = (body: object) => test.post<Connection>('/v1/connections', body);
const finish = (id: string, body: object) => test.post<Connection>(`/v1/connections/${id}/finish`, body);

async function connectMastodon(): Promise<Account> {
  const begun = await start({ platform: 'mastodon', server: mastodon.origin });
  expect(begun.status).toBe(201);
  const callbackUrl = mastodon.allow(begun.body.authorizeUrl ?? '');
  const { body } = await finish(begun.body.id, { callbackUrl });
  if (!body.account) throw new Error(JSON.stringify(body));
  return body.account;
}

async function connectBluesky(): Promise<Account> {
  const begun = await start({ platform: 'bluesky', server: pds.origin });
  const { handle } = pds.scene.account;
  const { body } = await finish(begun.body.id, { identifier: `@${handle}`, appPassword: APP_PASSWORD });
  if (!body.account) throw new Error(JSON.stringify(body));
  return body.account;
}

async function published(account: Account, text: string): Promise<Post> {
  const { body } = await test.post<Post>('/v1/posts', {
    accountIds: [account.id],
    text,
    scheduleMode: 'now',
  });
  const read = async () => (await test.get<Post>(`/v1/posts/${body.id}`)).body;
  await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toMatch(/^(published|failed)$/);
  return read();
}

describe('a Mastodon account', () => {
  it('is connected in a browser, and publishes at its server', async () => {
    const account = await connectMastodon();
    expect(account).toMatchObject({ platform: 'mastodon', simulated: false, health: { status: 'healthy' } });
    expect(account.handle).toBe(`@${mastodon.network.scene.account.handle}@${new URL(mastodon.origin).host}`);

    const post = await published(account, 'We are open on Sunday.');
    expect(post.targets[0]).toMatchObject({ status: 'published' });
    expect(mastodon.network.scene.memory.posts.map(({ text }) => text)).toEqual(['We are open on Sunday.']);
  });

  it('keeps its id when it is connected again, and the app is registered once', async () => {
    const [first, again] = [await connectMastodon(), await connectMastodon()];
    expect(again.id).toBe(first.id);
    expect(mastodon.apps.size).toBe(1);
  });

  it('is registered again if the server has forgotten the app', async () => {
    await connectMastodon();
    mastodon.apps.clear();
    await connectMastodon();
    expect(mastodon.apps.size).toBe(1);
  });

  it('is connected with a code that the server shows', async () => {
    const begun = await start({ platform: 'mastodon', server: mastodon.origin, method: 'code' });
    const code = mastodon.allow(begun.body.authorizeUrl ?? '');
    const { body } = await finish(begun.body.id, { code: ` ${code}\n` });
    expect(body).toMatchObject({ status: 'connected', account: { platform: 'mastodon' } });
  });

  it('loses its access at the network when it is disconnected', async () => {
    const account = await connectMastodon();
    const { body } = await test.request<AccountDisconnection>('DELETE', `/v1/accounts/${account.id}`);
    expect(body).toMatchObject({ id: account.id, revoked: true });
    expect(mastodon.revoked).toEqual([mastodon.network.scene.account.credentials['accessToken']]);
  });
});

describe('a Bluesky account', () => {
  it('is connected with an app password, and publishes at its PDS', async () => {
    const account = await connectBluesky();
    const { handle } = pds.scene.account;
    expect(account).toMatchObject({
      platform: 'bluesky',
      handle: `@${handle}`,
      profileUrl: `https://bsky.app/profile/${handle}`,
      simulated: false,
    });
    const post = await published(account, 'New beans are in.');
    expect(post.targets[0]).toMatchObject({ status: 'published' });
    expect(post.targets[0]?.url).toMatch(/^https:\/\/bsky\.app\/profile\//);
    expect(pds.scene.memory.posts.map(({ text }) => text)).toEqual(['New beans are in.']);
  });

  it('is not connected with the password of the account itself, and that session is ended', async () => {
    const { body: begun } = await start({ platform: 'bluesky', server: pds.origin });
    const { handle } = pds.scene.account;
    const { status, body } = await test.post<Problem>(`/v1/connections/${begun.id}/finish`, {
      identifier: handle,
      appPassword: OWN_PASSWORD,
    });
    expect([status, body.code]).toEqual([422, 'sign_in_refused']);
    expect(body.detail).toContain('https://bsky.app/settings/app-passwords');
    expect(pds.log.at(-1)).toBe('POST /xrpc/com.atproto.server.deleteSession');
  });

  it('can be tried again with another app password', async () => {
    const { body: begun } = await start({ platform: 'bluesky', server: pds.origin });
    const { handle } = pds.scene.account;
    const wrong = await finish(begun.id, { identifier: handle, appPassword: 'wrong' });
    expect(wrong.status).toBe(422);
    const right = await finish(begun.id, { identifier: handle, appPassword: APP_PASSWORD });
    expect(right.body.status).toBe('connected');
  });

  it('can be checked at its network', async () => {
    const account = await connectBluesky();
    const { body } = await test.post<Account>(`/v1/accounts/${account.id}/check`, {});
    expect(body.health.status).toBe('healthy');
  });
});

describe('a connection', () => {
  it('is not finished by an answer that belongs to another sign-in', async () => {
    const [mine, other] = [
      await start({ platform: 'mastodon', server: mastodon.origin }),
      await start({ platform: 'mastodon', server: mastodon.origin }),
    ];
    const callbackUrl = mastodon.allow(other.body.authorizeUrl ?? '');
    const { status, body } = await test.post<Problem>(`/v1/connections/${mine.body.id}/finish`, {
      callbackUrl,
    });
    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect(body.detail).toContain('does not belong to this sign-in');
    // It has used nothing up.
    const own = mastodon.allow(mine.body.authorizeUrl ?? '');
    expect((await finish(mine.body.id, { callbackUrl: own })).body.status).toBe('connected');
  });

  it.each([
    ['without a code', (url: URL) => url.searchParams.delete('code')],
    ['with an empty code', (url: URL) => url.searchParams.set('code', '')],
    ['without a state', (url: URL) => url.searchParams.delete('state')],
    ['with a guessed state', (url: URL) => url.searchParams.set('state', 'A'.repeat(43))],
    [
      'with a guessed state and an error',
      (url: URL) => {
        url.searchParams.set('state', 'A'.repeat(43));
        url.searchParams.set('error', 'access_denied');
      },
    ],
  ])('stays open after an address %s, and is finished by the right one', async (_, alter) => {
    const begun = await start({ platform: 'mastodon', server: mastodon.origin });
    const callbackUrl = mastodon.allow(begun.body.authorizeUrl ?? '');
    const altered = new URL(callbackUrl);
    alter(altered);
    const path = `/v1/connections/${begun.body.id}`;
    const refused = await test.post<Problem>(`${path}/finish`, { callbackUrl: altered.href });
    expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed']);
    expect((await test.get<Connection>(path)).body.status).toBe('waiting');
    expect((await finish(begun.body.id, { callbackUrl })).body.status).toBe('connected');
  });

  it('is used up by a code that the network refuses', async () => {
    const begun = await start({ platform: 'mastodon', server: mastodon.origin });
    const callbackUrl = mastodon.allow(begun.body.authorizeUrl ?? '');
    const guessed = new URL(callbackUrl);
    guessed.searchParams.set('code', 'guessed');
    const refused = await test.post<Problem>(`/v1/connections/${begun.body.id}/finish`, {
      callbackUrl: guessed.href,
    });
    expect(refused.body.code).toBe('sign_in_refused');
    expect((await finish(begun.body.id, { callbackUrl })).status).toBe(409);
  });

  it('is finished once', async () => {
    const begun = await start({ platform: 'mastodon', server: mastodon.origin });
    const callbackUrl = mastodon.allow(begun.body.authorizeUrl ?? '');
    const both = await Promise.all([
      finish(begun.body.id, { callbackUrl }),
      finish(begun.body.id, { callbackUrl }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('can be finished only with the API key that began it', async () => {
    const begun = await start({ platform: 'bluesky' });
    const { status } = await test.get(`/v1/connections/${begun.body.id}`, { key: await test.newKey('full') });
    expect(status).toBe(404);
  });

  it('can be finished after an answer that lacks what it needs', async () => {
    const begun = await start({ platform: 'mastodon', server: mastodon.origin });
    const empty = await test.post<Problem>(`/v1/connections/${begun.body.id}/finish`, { code: 'x' });
    expect(empty.body).toMatchObject({ code: 'validation_failed' });
    expect(empty.body.detail).toContain('`callbackUrl`');
    const callbackUrl = mastodon.allow(begun.body.authorizeUrl ?? '');
    expect((await finish(begun.body.id, { callbackUrl })).body.status).toBe('connected');
  });

  const REFUSED: readonly (readonly [what: string, wish: object, code: string])[] = [
    ...LATER.map(
      (platform) =>
        [`${platform}, which cannot be connected yet`, { platform }, 'network_not_connectable'] as const,
    ),
    ['a Mastodon account without its server', { platform: 'mastodon' }, 'validation_failed'],
    ['a method that the network has not', { platform: 'bluesky', method: 'code' }, 'validation_failed'],
    [
      'a program on another machine',
      { platform: 'mastodon', server: 'x.example', returnUrl: 'http://evil.example/' },
      'validation_failed',
    ],
  ];
  it.each(REFUSED)('is refused for %s', async (_what, wish, code) => {
    const { status, body } = await test.post<Problem>('/v1/connections', wish);
    expect([status, body.code]).toEqual([422, code]);
  });

  it('to a server that is no Mastodon server says so', async () => {
    const { body } = await test.post<Problem>('/v1/connections', {
      platform: 'mastodon',
      server: pds.origin,
    });
    expect(body).toMatchObject({ code: 'server_unsuitable' });
  });

  it('shows neither passwords nor tokens in anything that the API returns', async () => {
    await connectBluesky();
    await connectMastodon();
    const answers = await Promise.all(
      ['/v1/accounts', '/v1/activity', '/v1/events'].map(async (path) =>
        JSON.stringify((await test.get(path)).body),
      ),
    );
    const secrets = [
      APP_PASSWORD,
      ...[mastodon.network, pds].map(({ scene }) => scene.account.credentials['accessToken'] ?? ''),
    ];
    for (const secret of secrets) expect(answers.join('\n')).not.toContain(secret);
  });
});

it('a sandbox refuses real accounts, and says how to publish for real', async () => {
  const sandbox = await BackendUnderTest.start();
  const { status, body } = await sandbox.post<Problem>('/v1/connections', { platform: 'bluesky' });
  expect([status, body.code]).toEqual([409, 'state_conflict']);
  expect(body.detail).toContain('postrider serve --live');
  await sandbox.close();
});
