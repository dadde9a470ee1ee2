import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BlueskySignIn } from '../../../../test/support/networks/bluesky-sign-in.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { AccountDisconnection, Connection } from '../../../contract/accounts/connections.js';
import type { Problem } from '../../../contract/errors.js';
import type { Post } from '../../../contract/posts/posts.js';
import { type Clock, systemClock } from '../../base/clock.js';

const DAY = 24 * 60 * 60 * 1000;
const PUBLIC_URL = 'https://post.fernhill.example';

let servers: BlueskySignIn;
let test: BackendUnderTest<Clock>;

beforeAll(async () => {
  servers = await BlueskySignIn.start();
  test = await BackendUnderTest.startOn(systemClock, ':memory:', options());
});
beforeEach(() => {
  Object.assign(servers, { changed: {}, token: {}, document: {} });
});
afterAll(async () => {
  await test.close();
  await servers.close();
});

function options() {
  const networkTesting = { allowLoopback: true, reroute: servers.reroute };
  return { live: true, demo: false, networkTesting } as const;
}

const handle = () => servers.pds.scene.account.handle;
const start = (body: object, at = test) =>
  at.post<Connection>('/v1/connections', { platform: 'bluesky', method: 'browser', ...body });
const finish = (id: string, callbackUrl: string, at = test) =>
  at.post<Connection & { detail?: string }>(`/v1/connections/${id}/finish`, { callbackUrl });

async function connected(body: object = { identifier: handle() }, at = test): Promise<Account> {
  const begun = await start(body, at);
  expect(begun.body).toMatchObject({ status: 'waiting', method: 'browser' });
  const finished = await finish(begun.body.id, servers.allow(begun.body.authorizeUrl ?? ''), at);
  if (!finished.body.account) throw new Error(JSON.stringify(finished.body));
  return finished.body.account;
}

async function published(account: Account, text: string, at = test): Promise<Post> {
  const { body } = await at.post<Post>('/v1/posts', { accountIds: [account.id], text, scheduleMode: 'now' });
  const read = async () => (await at.get<Post>(`/v1/posts/${body.id}`)).body;
  await expect.poll(async () => (await read()).status, { timeout: 10_000 }).toMatch(/^(published|failed)$/);
  return read();
}

describe('on a person’s own machine', () => {
  it('an account is connected by its handle, and publishes with signed requests', async () => {
    const account = await connected({ identifier: ` @${handle()}` });
    expect(account).toMatchObject({
      handle: `@${handle()}`,
      simulated: false,
      health: { status: 'healthy' },
    });
    expect(servers.hints.at(-1)).toBe(handle());
    const ends = Date.parse(account.health.expiresAt ?? '') - Date.now();
    expect(ends).toBeGreaterThan(14 * DAY - 60_000);
    expect(ends).toBeLessThan(14 * DAY);

    expect((await published(account, 'Beans are in.')).targets[0]).toMatchObject({ status: 'published' });
    expect(servers.pds.scene.memory.posts.map(({ text }) => text)).toEqual(['Beans are in.']);
    const wrote = servers.pds.requests.filter(({ url }) => url.pathname.endsWith('putRecord'));
    expect(wrote.every(({ headers }) => headers['authorization']?.startsWith('DPoP '))).toBe(true);
  });

  it('is sent back to an address of the machine, never to its name', async () => {
    const { body } = await start({ identifier: handle(), returnUrl: 'http://localhost:4099/back' });
    expect(servers.allow(body.authorizeUrl ?? '')).toMatch(/^http:\/\/127\.0\.0\.1:4099\/back\?/);
  });

  it.each([
    ['at bsky.social without a handle', () => ({}), () => null],
    [
      'at a server that only signs in',
      () => ({ server: servers.issuer.origin }),
      () => servers.issuer.origin,
    ],
  ])('signs in %s, and finds the account’s own server', async (_, body, origin) => {
    const begun = await start(body());
    const { host } = new URL(origin() ?? 'https://none');
    expect([begun.body.server, servers.hints.at(-1)]).toEqual([origin() && host, null]);
    const finished = await finish(begun.body.id, servers.allow(begun.body.authorizeUrl ?? ''));
    expect(finished.body).toMatchObject({ server: new URL(servers.pds.origin).host, status: 'connected' });
  });

  it('renews access once, and keeps the end of the session', async () => {
    const account = await connected();
    servers.expireAccess();
    const renewals = () => servers.issuer.log.filter((line) => line === 'POST /oauth/token').length;
    const before = renewals();
    expect((await published(account, 'After the token ended.')).targets[0]?.status).toBe('published');
    expect(renewals() - before).toBe(1);
    const checked = await test.post<Account>(`/v1/accounts/${account.id}/check`, {});
    expect(checked.body.health).toMatchObject({ status: 'healthy', expiresAt: account.health.expiresAt });
  });

  it('needs to be reconnected after its session has ended, and keeps its id', async () => {
    const account = await connected();
    await test.request<AccountDisconnection>('POST', `/v1/accounts/${account.id}/check`);
    servers.endSessions();
    const post = await published(account, 'Too late.');
    expect(post.targets[0]).toMatchObject({
      status: 'failed',
      error: { code: 'account_reconnect_required' },
    });
    const again = await connected({ accountId: account.id });
    expect([again.id, again.health.status]).toEqual([account.id, 'healthy']);
  });

  it('ends its session at the server when it is disconnected', async () => {
    const account = await connected();
    const { body } = await test.request<AccountDisconnection>('DELETE', `/v1/accounts/${account.id}`);
    expect(body.revoked).toBe(true);
    expect(servers.revoked.at(-1)).toMatch(/^ref-/);
  });
});

describe('at an https address', () => {
  it('proves with its key who it is, and access does not end', async () => {
    const backend = await BackendUnderTest.startOn(systemClock, ':memory:', {
      ...options(),
      publicUrl: PUBLIC_URL,
    });
    const metadata = await described(backend);
    servers.clients.set(String(metadata['client_id']), metadata);
    expect(metadata).toMatchObject({
      client_id: `${PUBLIC_URL}/oauth/bluesky/client-metadata.json`,
      redirect_uris: [`${PUBLIC_URL}/connect/callback`],
      token_endpoint_auth_method: 'private_key_jwt',
      dpop_bound_access_tokens: true,
    });
    expect(JSON.stringify(metadata)).not.toContain('"d"');

    const account = await connected(undefined, backend);
    expect(account.health).toMatchObject({ status: 'healthy', expiresAt: null });
    servers.expireAccess();
    expect((await published(account, 'From the server.', backend)).targets[0]?.status).toBe('published');
    expect(await described(backend)).toEqual(metadata);
    await backend.close();
  });

  it('has no such description elsewhere', async () => {
    expect((await test.get('/oauth/bluesky/client-metadata.json')).status).toBe(404);
  });

  it('refuses where Bluesky sends no browser back to', async () => {
    const publicUrl = 'http://post.fernhill.example';
    const backend = await BackendUnderTest.startOn(systemClock, ':memory:', { ...options(), publicUrl });
    const { status, body } = await start({ identifier: handle() }, backend);
    expect([status, (body as unknown as Problem).detail]).toEqual([
      422,
      expect.stringContaining('https `--public-url`'),
    ]);
    await backend.close();
  });
});

describe('is refused', () => {
  const refusal = async (change: () => void, callback = (address: string) => servers.allow(address)) => {
    const begun = await start({ identifier: handle() });
    change();
    const { status, body } = await finish(begun.body.id, callback(begun.body.authorizeUrl ?? ''));
    return { status, words: body.detail };
  };

  it('if the person does not allow it', async () => {
    const { status, words } = await refusal(
      () => undefined,
      (address) => servers.deny(address),
    );
    expect([status, words]).toEqual([422, expect.stringContaining('was not allowed')]);
  });

  it.each([
    ['the answer names another server', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
    ['the answer names no server', (url: URL) => url.searchParams.delete('iss')],
    ['the answer belongs to another sign-in', (url: URL) => url.searchParams.set('state', 'another')],
  ])('if %s', async (_, change) => {
    const { status } = await refusal(
      () => undefined,
      (address) => {
        const url = new URL(servers.allow(address));
        change(url);
        return url.href;
      },
    );
    expect(status).toBe(422);
  });

  it('if the server names an account that another server vouches for, and its tokens are ended', async () => {
    const other = {
      id: '#atproto_pds',
      type: 'AtprotoPersonalDataServer',
      serviceEndpoint: servers.issuer.origin.replace('127.0.0.1', 'localhost'),
    };
    const { words } = await refusal(() => {
      servers.document = { service: [other] };
    });
    expect(words).toContain('does not speak for the account');
    expect(servers.revoked.at(-1)).toMatch(/^ref-/);
  });

  it('if the server allows less than publishing', async () => {
    const { words } = await refusal(() => {
      servers.token = { scope: 'atproto' };
    });
    expect(words).toContain('Access to publish was not allowed');
  });

  it.each([
    ['its server lacks pushed requests', { pushed_authorization_request_endpoint: undefined }],
    ['its server names another issuer', { issuer: 'https://evil.example' }],
    ['its server sends tokens elsewhere', { token_endpoint: 'https://evil.example/token' }],
    ['its server knows no client descriptions', { client_id_metadata_document_supported: false }],
  ])('if %s', async (_, changed) => {
    servers.changed = changed;
    const { status, body } = await start({ identifier: handle() });
    expect([status, (body as unknown as Problem).detail]).toEqual([
      422,
      expect.stringContaining('app password instead'),
    ]);
  });

  it.each([
    ['the handle is not the account’s own word', { alsoKnownAs: ['at://somebody.else'] }],
    ['the directory answers with another identity', { id: 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa' }],
  ])('if %s', async (_, document) => {
    servers.document = document;
    expect((await start({ identifier: handle() })).status).toBe(422);
  });
});

/** How a backend describes itself to servers that ask under its public name. */
function described({ backend }: BackendUnderTest<Clock>): Promise<Readonly<Record<string, unknown>>> {
  return new Promise((resolve, reject) => {
    const { host } = new URL(PUBLIC_URL);
    const path = '/oauth/bluesky/client-metadata.json';
    request({ host: '127.0.0.1', port: backend.port, path, headers: { host } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
    })
      .on('error', reject)
      .end();
  });
}
