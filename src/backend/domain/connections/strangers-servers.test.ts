import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { BlueskySignIn } from '../../../../test/support/networks/bluesky-sign-in.js';
import { MastodonServer, startPds } from '../../../../test/support/networks/sign-in-servers.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Account, AccountPage } from '../../../contract/accounts/accounts.js';
import { CONNECTION_MINUTES, type Connection } from '../../../contract/accounts/connections.js';
import type { Problem } from '../../../contract/errors.js';
import type { Post } from '../../../contract/posts/posts.js';
import { json } from '../../networks/answers.js';
import type { WireResponse } from '../../networks/wire.js';
import type { ServedNetwork, ServedRequest } from '../../simulators/over-http/served-network.js';

/** What servers of strangers can do to somebody who connects an account. */

const APP_PASSWORD = 'abcd-efgh-ijkl-mnop';
const SOMEBODY_ELSE = 'did:plc:somebodyelse234567aaaaaa';
const MINUTE = 60_000;

let servers: BlueskySignIn;
let pds: ServedNetwork;
let other: ServedNetwork;
let mastodon: MastodonServer;
let test: BackendUnderTest;
/** What a server answers in place of the usual. */
const instead: { pds: Answering; other: Answering; mastodon: Answering } = {
  pds: () => null,
  other: () => null,
  mastodon: () => null,
};
type Answering = (request: ServedRequest) => WireResponse | null;

beforeAll(async () => {
  servers = await BlueskySignIn.start();
  pds = await startPds({ app: APP_PASSWORD, own: 'own' }, (request) => instead.pds(request));
  other = await startPds({ app: APP_PASSWORD, own: 'own' }, (request) => instead.other(request));
  mastodon = await MastodonServer.start((request) => instead.mastodon(request));
});
beforeEach(async () => {
  const usual = {
    changed: {},
    token: {},
    document: {},
    protectedResource: {},
    signedIn: null,
    handles: null,
  };
  Object.assign(servers, usual);
  Object.assign(instead, { pds: () => null, other: () => null, mastodon: () => null });
  await test?.close();
  test = await BackendUnderTest.startOn(new ManualClock(Date.now()), ':memory:', {
    live: true,
    demo: false,
    networkTesting: { allowLoopback: true, reroute: servers.reroute },
  });
});
afterAll(async () => {
  await test.close();
  await Promise.all([servers.close(), pds.close(), other.close(), mastodon.close()]);
});

const handle = () => servers.pds.scene.account.handle;
type Answer = Connection & Partial<Pick<Problem, 'code' | 'detail'>>;
const start = (body: object) => test.post<Answer>('/v1/connections', body);
const finish = (id: string, body: object) => test.post<Answer>(`/v1/connections/${id}/finish`, body);
const accounts = async () => (await test.get<AccountPage>('/v1/accounts')).body.data;

async function inBrowser(body: object = {}) {
  const begun = await start({ platform: 'bluesky', method: 'browser', ...body });
  return finish(begun.body.id, { callbackUrl: servers.allow(begun.body.authorizeUrl ?? '') });
}

async function withPassword(body: object = {}) {
  const begun = await start({ platform: 'bluesky', ...body });
  return finish(begun.body.id, { identifier: handle(), appPassword: APP_PASSWORD });
}

async function atMastodon(body: object = {}) {
  const begun = await start({ platform: 'mastodon', server: mastodon.origin, ...body });
  return finish(begun.body.id, { callbackUrl: mastodon.allow(begun.body.authorizeUrl ?? '') });
}

function document(pdsOrigin: string): object {
  return { id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint: pdsOrigin };
}

describe('a Bluesky server', () => {
  it('that the handle leads to cannot answer for somebody else’s account', async () => {
    servers.document = { service: [document(other.origin)] };
    const session = { handle: handle(), accessJwt: 'access', refreshJwt: 'refresh' };
    instead.other = ({ url }) =>
      url.pathname.endsWith('createSession') ? json(200, { ...session, did: SOMEBODY_ELSE }) : null;
    const { status, body } = await withPassword();
    expect([status, body.code]).toEqual([422, 'server_unsuitable']);
    expect(await accounts()).toEqual([]);
    instead.other = () => null;
    expect((await withPassword()).body.account?.handle).toBe(`@${handle()}`);
  });

  it('that a person names cannot take the place of an account that is connected elsewhere', async () => {
    const connected = await withPassword({ server: pds.origin });
    servers.document = { service: [document(pds.origin)] };
    const before = other.log.length;
    const { status, body } = await withPassword({ server: other.origin });
    expect([status, body.code]).toEqual([422, 'sign_in_refused']);
    expect(body.detail).toContain(`names ${new URL(pds.origin).host}`);
    expect(other.log.slice(before)).toContain('POST /xrpc/com.atproto.server.deleteSession');
    const made = await test.post<Post>('/v1/posts', {
      accountIds: [connected.body.account?.id],
      text: 'Still at its own server',
      scheduleMode: 'now',
    });
    await test.backend.runDue();
    expect((await test.get<Post>(`/v1/posts/${made.body.id}`)).body.status).toBe('published');
    expect(pds.scene.memory.posts.map(({ text }) => text)).toContain('Still at its own server');
  });

  it('that an account has moved to is accepted, and the account keeps its id', async () => {
    const connected = await withPassword({ server: pds.origin });
    servers.document = { service: [document(other.origin)] };
    const moved = await withPassword({ server: other.origin });
    expect(moved.body).toMatchObject({
      server: new URL(other.origin).host,
      account: { id: connected.body.account?.id },
    });
  });

  it('that an account has moved to is found when it is reconnected', async () => {
    const { account } = (await withPassword({ server: pds.origin })).body;
    const again = async () => (await withPassword({ accountId: account?.id })).body;
    servers.document = { service: [document(other.origin)] };
    expect(await again()).toMatchObject({ server: new URL(other.origin).host, account: { id: account?.id } });
    // Where its identity says nothing, its last server is asked.
    servers.document = { service: [] };
    expect(await again()).toMatchObject({ server: new URL(other.origin).host, status: 'connected' });
  });

  it('that signs in somebody else than the handle that was entered connects nobody, and its tokens are ended', async () => {
    const begun = await start({ platform: 'bluesky', method: 'browser', identifier: handle() });
    const callbackUrl = servers.allow(begun.body.authorizeUrl ?? '');
    servers.signedIn = { did: SOMEBODY_ELSE, handle: 'else.example' };
    const { status, body } = await finish(begun.body.id, { callbackUrl });
    expect([status, body.code]).toEqual([422, 'sign_in_refused']);
    expect(body.detail).toContain(`@else.example, but this sign-in was begun for @${handle()}`);
    expect(servers.revoked.at(-1)).toMatch(/^ref-/);
    expect(await accounts()).toEqual([]);
  });

  it.each([
    ['the account does not claim', ['at://mine.example'], SOMEBODY_ELSE],
    ['leads to another account', ['at://famous.example'], 'did:plc:famous234567aaaaaaaaaaaa'],
    ['leads to no account', ['at://famous.example'], null],
  ])('cannot give the account a handle that %s', async (_, alsoKnownAs, owner) => {
    servers.document = { alsoKnownAs };
    servers.signedIn = { did: SOMEBODY_ELSE, handle: 'famous.example' };
    servers.handles = new Map(owner === null ? [] : [['famous.example', owner]]);
    const { body } = await inBrowser();
    expect(body.account?.handle).toBe('@handle.invalid');
  });

  it('may have an address for sign-ins that has a query already', async () => {
    servers.changed = { authorization_endpoint: `${servers.issuer.origin}/oauth/authorize?tenant=1` };
    const begun = await start({ platform: 'bluesky', method: 'browser', identifier: handle() });
    const { searchParams } = new URL(begun.body.authorizeUrl ?? '');
    expect([...searchParams.keys()]).toEqual(['tenant', 'client_id', 'request_uri']);
  });
});

/** Nothing was sent to the address: the words say that it cannot be reached. */
function expectUnavailable({ status, body }: Awaited<ReturnType<typeof start>>): void {
  expect([status, body.code]).toEqual([422, 'server_unavailable']);
}

describe('an address that strangers choose', () => {
  const PRIVATE = [
    'https://10.0.0.1',
    'https://169.254.169.254',
    'https://[fd00::1]',
    'https://192.168.1.1:8443',
    'http://10.0.0.1',
  ];

  it.each(PRIVATE)('is not connected to where a person types it: %s', async (server) => {
    for (const wish of [
      { platform: 'mastodon', server },
      { platform: 'bluesky', method: 'browser', server },
    ]) {
      expectUnavailable(await start(wish));
    }
    expectUnavailable(await withPassword({ server }));
  });

  it.each(PRIVATE)('is not connected to where an identity names it as its server: %s', async (origin) => {
    servers.document = { service: [document(origin)] };
    expectUnavailable(await start({ platform: 'bluesky', method: 'browser', identifier: handle() }));
    expectUnavailable(await withPassword());
  });

  it('is not connected to where a domain is the identity', async () => {
    for (const name of ['did:web:10.0.0.1', 'did:web:metadata.internal']) {
      expectUnavailable(await start({ platform: 'bluesky', method: 'browser', identifier: name }));
    }
  });

  it('is not connected to where a server names the one that issues its tokens', async () => {
    servers.protectedResource = { authorization_servers: ['https://10.0.0.1'] };
    expectUnavailable(await start({ platform: 'bluesky', method: 'browser', identifier: handle() }));
  });

  it('is not followed where a server sends a redirect, and an endless answer is cut off', async () => {
    instead.mastodon = ({ url }) =>
      url.pathname.startsWith('/api/v2/instance')
        ? { status: 302, headers: { location: 'https://169.254.169.254/latest' }, body: '' }
        : null;
    expectUnavailable(await start({ platform: 'mastodon', server: mastodon.origin }));
    servers.document = { padding: 'x'.repeat(6_000_000) };
    expectUnavailable(await start({ platform: 'bluesky', method: 'browser', identifier: handle() }));
  });
});

describe('a Mastodon server', () => {
  it('can give neither scripts nor somebody else’s name nor endless texts', async () => {
    instead.mastodon = ({ url, method }) => {
      if (url.pathname === '/api/v1/accounts/verify_credentials') {
        return json(200, {
          id: '1',
          username: 'famous@famous.example',
          display_name: 'x'.repeat(1_000_000),
          url: 'javascript:alert(1)',
          avatar: 'data:text/html,<script>alert(1)</script>',
        });
      }
      const isPost = url.pathname === '/api/v1/statuses' && method === 'POST';
      return isPost
        ? json(200, { id: '7', url: 'javascript:alert(1)', created_at: new Date().toISOString() })
        : null;
    };
    const { host } = new URL(mastodon.origin);
    const { account } = (await atMastodon()).body;
    expect(account).toMatchObject({
      handle: `@famous@${host}`,
      displayName: 'x'.repeat(200),
      profileUrl: mastodon.origin,
      avatarUrl: null,
    });
    const made = await test.post<Post>('/v1/posts', {
      accountIds: [account?.id],
      text: 'Hello',
      scheduleMode: 'now',
    });
    await test.backend.runDue();
    const { targets } = (await test.get<Post>(`/v1/posts/${made.body.id}`)).body;
    expect(targets[0]?.url).toBe(`${mastodon.origin}/@famous@${host}/7`);
  });

  it('cannot be slipped into the sign-in at another one', async () => {
    const begun = await start({ platform: 'mastodon', server: mastodon.origin });
    const callback = new URL(mastodon.allow(begun.body.authorizeUrl ?? ''));
    callback.searchParams.set('iss', 'https://evil.example');
    const { status, body } = await finish(begun.body.id, { callbackUrl: callback.href });
    expect([status, body.code]).toEqual([422, 'sign_in_refused']);
    const own = await start({ platform: 'mastodon', server: mastodon.origin });
    const named = new URL(mastodon.allow(own.body.authorizeUrl ?? ''));
    named.searchParams.set('iss', `${mastodon.origin}/`);
    expect((await finish(own.body.id, { callbackUrl: named.href })).body.status).toBe('connected');
  });

  it('ends the access of somebody who is not the account to reconnect, and says why it was refused', async () => {
    const { account } = (await atMastodon()).body;
    const elsewhere = await MastodonServer.start();
    try {
      const begun = await start({ platform: 'mastodon', server: elsewhere.origin, accountId: account?.id });
      const callbackUrl = elsewhere.allow(begun.body.authorizeUrl ?? '');
      const { status, body } = await finish(begun.body.id, { callbackUrl });
      expect([status, body.code]).toEqual([409, 'state_conflict']);
      expect(elsewhere.revoked).toHaveLength(1);
      const { problem } = (await test.get<Connection>(`/v1/connections/${begun.body.id}`)).body;
      expect(problem).toBe(body.detail);
    } finally {
      await elsewhere.close();
    }
  });

  it('keeps the access of an account that is connected, where it was signed in in place of another one', async () => {
    const elsewhere = await MastodonServer.start();
    try {
      await atMastodon();
      const begun = await start({ platform: 'mastodon', server: elsewhere.origin });
      const other = await finish(begun.body.id, {
        callbackUrl: elsewhere.allow(begun.body.authorizeUrl ?? ''),
      });
      const before = mastodon.revoked.length;
      const { status } = await atMastodon({ accountId: other.body.account?.id });
      expect([status, mastodon.revoked.length - before]).toEqual([409, 0]);
      expect((await accounts()).map(({ health }) => health.status)).toEqual(['healthy', 'healthy']);
    } finally {
      await elsewhere.close();
    }
  });
});

describe('a sign-in', () => {
  it('is over after ten minutes, whatever comes back then', async () => {
    const begun = await start({ platform: 'bluesky', method: 'browser', identifier: handle() });
    const callbackUrl = servers.allow(begun.body.authorizeUrl ?? '');
    const exchanges = () => servers.issuer.log.filter((line) => line === 'POST /oauth/token').length;
    const before = exchanges();
    test.clock.advance(CONNECTION_MINUTES * MINUTE);
    const { status } = await finish(begun.body.id, { callbackUrl });
    expect([status, exchanges() - before]).toEqual([409, 0]);
    const { body } = await test.get<Connection>(`/v1/connections/${begun.body.id}`);
    expect(body).toMatchObject({ status: 'expired', authorizeUrl: null });
  });

  it('that was finished is not finished again by the same address', async () => {
    const begun = await start({ platform: 'bluesky', method: 'browser', identifier: handle() });
    const callbackUrl = servers.allow(begun.body.authorizeUrl ?? '');
    expect((await finish(begun.body.id, { callbackUrl })).body.status).toBe('connected');
    expect((await finish(begun.body.id, { callbackUrl })).status).toBe(409);
    expect((await accounts()).map(({ health }) => health.status)).toEqual(['healthy']);
  });

  it('goes on beside another one, each with its own answer', async () => {
    const [one, two] = [
      await start({ platform: 'bluesky', method: 'browser', identifier: handle() }),
      await start({ platform: 'bluesky', method: 'browser', identifier: handle() }),
    ];
    const answers = [one, two].map(({ body }) => servers.allow(body.authorizeUrl ?? ''));
    const second = await finish(two.body.id, { callbackUrl: answers[1] });
    const first = await finish(one.body.id, { callbackUrl: answers[0] });
    expect([first, second].map(({ body }) => body.status)).toEqual(['connected', 'connected']);
    const [account]: readonly Account[] = await accounts();
    expect([first, second].map(({ body }) => body.account?.id)).toEqual([account?.id, account?.id]);
  });
});
