import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OAuthProgram } from '../../../test/oauth/support/oauth-program.js';
import {
  ADMIN_PASSWORD,
  SLOW,
  setAdminPassword,
  storePassword,
} from '../../../test/support/admin-password.js';
import { BackendUnderTest } from '../../../test/support/running-backend.js';
import { sessionCookieAt, Visitor } from '../../../test/support/visitor.js';
import { startBackend } from '../app/start.js';
import { silentLog } from '../base/log.js';
import { createSignInLink } from '../domain/access/sign-in-links.js';
import { sessionCookie } from './sign-in/cookie.js';

let test: BackendUnderTest;
let commits = 0;
beforeAll(async () => {
  test = await BackendUnderTest.start();
  test.backend.services.store.onCommit(() => {
    commits += 1;
  });
});
afterAll(() => test.close());

const stranger = () => new Visitor(test.backend.url);
const newLink = () => createSignInLink(test.backend.services.store, test.workspace.id, test);
const PASSWORD = 'the beans are in the blue tin';

describe('without a session', () => {
  it.each(['/', '/channels', '/settings/keys', '/settings/keys/new'])(
    '%s redirects to the sign-in page',
    async (path) => {
      const { status, headers, html } = await stranger().open(path);
      expect(status).toBe(303);
      expect(headers.get('location')).toBe(
        path === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(path)}`,
      );
      expect(html).toBe('');
    },
  );

  it('forms do nothing, and scripts redirect to the sign-in page', async () => {
    const visitor = stranger();
    expect((await visitor.send('/channels', { platform: 'x', handle: 'someone' })).status).toBe(303);
    const { headers } = await visitor.open('/channels', { 'hx-request': 'true' });
    expect(headers.get('hx-redirect')).toBe('/sign-in');
  });

  it('a guessed session is refused', async () => {
    const visitor = stranger();
    visitor.cookie = sessionCookieAt(test.backend.url, 'A'.repeat(43));
    expect((await visitor.open('/')).status).toBe(303);
  });
});

describe('a program that asks to be connected', () => {
  it('waits while its person signs in with a link', async () => {
    const program = await OAuthProgram.registered(test);
    const visitor = stranger();
    const { headers } = await visitor.open(program.authorizePath());
    const { html } = await visitor.open(headers.get('location') ?? '');
    expect(html).toContain('A program asks to be connected');
    await visitor.open(`/sign-in?token=${await newLink()}`);
    const [, next = ''] = /<a href="([^"]+)">Continue<\/a>/.exec(html) ?? [];
    const consent = await visitor.open(next.replaceAll('&amp;', '&'));
    expect(consent.html).toContain('Connect a program on this computer?');
  });

  it('is not spoken of on other ways to sign in', async () => {
    const { html } = await stranger().open('/sign-in');
    expect(html).not.toMatch(/A program asks|Continue/);
  });
});

describe('a sign-in link', () => {
  it('works once', async () => {
    const token = await newLink();
    const first = stranger();
    const entered = await first.open(`/sign-in?token=${token}&next=/channels`);
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/channels']);
    expect(entered.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^postrider_session_\d+=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^postrider_device_\d+=[\w.-]{75,90}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect((await first.open('/')).status).toBe(200);
    expect((await first.open('/settings')).headers.get('location')).toBe('/settings/keys');

    const second = stranger();
    const refused = await second.open(`/sign-in?token=${token}`);
    expect(refused.status).toBe(403);
    expect(refused.html).toContain('already used');
    expect(second.cookie).toBeNull();
  });

  it('that is invented writes nothing', async () => {
    const before = commits;
    await stranger().open(`/sign-in?token=${'A'.repeat(43)}`);
    expect(commits).toBe(before);
  });

  it('expires after 15 minutes', async () => {
    const token = await newLink();
    test.clock.advance(15 * 60 * 1000);
    expect((await stranger().open(`/sign-in?token=${token}`)).status).toBe(403);
  });

  it.each([
    '//elsewhere.example',
    '/\\elsewhere.example',
    'https://elsewhere.example',
    '/a\nSet-Cookie: x=1',
  ])('never redirects to another server: %j', async (next) => {
    const { headers } = await stranger().open(
      `/sign-in?token=${await newLink()}&next=${encodeURIComponent(next)}`,
    );
    expect(headers.get('location')).toBe('/');
  });
});

describe('a session', () => {
  it('ends when the user signs out', async () => {
    const visitor = await Visitor.signedIn(test);
    const { cookie } = visitor;
    await visitor.send('/sign-out');
    expect(visitor.cookie).toBeNull();
    visitor.cookie = cookie;
    expect((await visitor.open('/')).status).toBe(303);
  });

  it('expires two weeks after its last use', async () => {
    const day = 24 * 60 * 60 * 1000;
    const visitor = await Visitor.signedIn(test);
    test.clock.advance(13 * day);
    expect((await visitor.open('/')).status).toBe(200);
    test.clock.advance(13 * day);
    expect((await visitor.open('/')).status).toBe(200);
    test.clock.advance(14 * day);
    expect((await visitor.open('/')).status).toBe(303);
  });

  it('is bound to the host behind HTTPS', () => {
    const secret = 'A'.repeat(43);
    const place = { publicUrl: 'https://post.example.org' };
    expect(sessionCookie(secret, place)).toMatch(
      /^__Host-postrider_session=A{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(sessionCookie(null, place)).toMatch(/^__Host-postrider_session=; Max-Age=0; Path=\/; .*Secure/);
  });

  it('is stored as a hash', async () => {
    const visitor = await Visitor.signedIn(test);
    const rows = await test.backend.services.store.db.selectFrom('sessions').selectAll().execute();
    const secret = visitor.cookie?.split('=')[1] ?? '';
    expect(secret).toHaveLength(43);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe('a form', () => {
  const connect = { platform: 'x', handle: 'cross_site' };
  const isConnected = async () => {
    const { body } = await test.request('GET', '/v1/accounts?limit=100');
    return JSON.stringify(body).includes('cross_site');
  };

  it.each([
    ['no token', { csrf: '' }, {}],
    ['another token', { csrf: 'x'.repeat(43) }, {}],
    ['a foreign origin', {}, { origin: 'https://elsewhere.example' }],
  ])('with %s is refused', async (_, fields, headers) => {
    const visitor = await Visitor.signedIn(test);
    const { status } = await visitor.send('/channels', { ...connect, ...fields }, headers);
    expect(status).toBe(403);
    expect(await isConnected()).toBe(false);
  });

  it('with the token of another session is refused', async () => {
    const [visitor, other] = [await Visitor.signedIn(test), await Visitor.signedIn(test)];
    const { status, html } = await visitor.send('/channels', {
      platform: 'x',
      handle: 'stolen',
      csrf: await other.csrfToken(),
    });
    expect(status).toBe(403);
    expect(html).toContain('nothing was changed');
  });

  it('is refused if it is too large', async () => {
    const visitor = await Visitor.signedIn(test);
    const large = await visitor.send('/channels', { platform: 'x', handle: 'x'.repeat(1024 * 1024) });
    expect(large.status).toBe(413);
  });
});

describe('the admin password', () => {
  it('is required if other machines can reach the backend', async () => {
    const wanted = { dataFolder: ':memory:', host: '0.0.0.0', port: 0, allowRemote: true, log: silentLog };
    await expect(startBackend(wanted)).rejects.toMatchObject({ reason: 'password_missing' });
    const backend = await startBackend({ ...wanted, adminPassword: PASSWORD });
    await backend.close();
  });

  it('signs in, and a wrong password does not', async () => {
    await setAdminPassword(test.backend.services.store, PASSWORD, test.clock.now());
    const visitor = stranger();
    const wrong = await visitor.send('/sign-in', { password: 'the beans are in the red tin' });
    expect(wrong.status).toBe(403);
    expect(visitor.cookie).toBeNull();
    const right = await visitor.send('/sign-in', { password: PASSWORD, next: '/channels' });
    expect([right.status, right.headers.get('location')]).toEqual([303, '/channels']);
    expect((await visitor.open('/channels')).status).toBe(200);
  });

  it('lets nobody in with the former one whose sign-in was under way when it changed', async () => {
    const { store } = test.backend.services;
    await storePassword(store, SLOW);
    const visitor = stranger();
    const signIn = visitor.send('/sign-in', { password: ADMIN_PASSWORD });
    await pause(100);
    await storePassword(store);
    await store.db.deleteFrom('sessions').execute();
    await signIn;
    expect((await visitor.open('/channels')).status).toBe(303);
  });

  it('allows ten attempts a minute', async () => {
    await storePassword(test.backend.services.store);
    const visitor = stranger();
    const tries: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      tries.push((await visitor.send('/sign-in', { password: `guess ${count}` })).status);
    }
    expect(tries.filter((status) => status === 403).length).toBeLessThanOrEqual(10);
    expect(tries.at(-1)).toBe(429);
    expect((await visitor.send('/sign-in', { password: PASSWORD })).status).toBe(429);
    test.clock.advance(60_000);
    expect((await visitor.send('/sign-in', { password: PASSWORD })).status).toBe(303);
  });

  it('allows no more attempts in parallel', async () => {
    test.clock.advance(60_000);
    const guesses = Array.from({ length: 24 }, (_, n) =>
      stranger().send('/sign-in', { password: `guess ${n}` }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(14);
    test.clock.advance(60_000);
  });

  it('is stored as an scrypt hash, and has a minimum length', async () => {
    const { store } = test.backend.services;
    await setAdminPassword(store, PASSWORD, test.clock.now());
    const [row] = await store.db.selectFrom('people').selectAll().execute();
    expect(row?.password_hash).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    await expect(setAdminPassword(store, 'short', 0)).rejects.toThrow('at least 12');
  });
});
