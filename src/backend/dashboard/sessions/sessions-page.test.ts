import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ADMIN_PASSWORD,
  isAdminPassword,
  setAdminPassword,
  storePassword,
} from '../../../../test/support/admin-password.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import { createSignInLink } from '../../domain/access/sign-in-links.js';

const PAGE = '/settings/sign-in';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:138.0) Gecko/20100101 Firefox/138.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const DAY = 24 * 60 * 60 * 1000;
const GOOD = 'a kettle, two cups and no sugar';

let test: BackendUnderTest;
beforeAll(async () => {
  test = await BackendUnderTest.start({ trustedProxies: ['127.0.0.1'] });
});
afterAll(() => test.close());

const browser = (agent: string, address: string) =>
  Visitor.signedIn(test, { 'user-agent': agent, 'x-forwarded-for': address });
const isSignedIn = async (visitor: Visitor) => (await visitor.open(PAGE)).status === 200;
const rowsOf = (html: string) => html.match(/<li id="session-.*?<\/li>/gs) ?? [];

describe('the list of sessions', () => {
  it('names each browser in words, with its address and times, and marks this one', async () => {
    const [laptop, phone] = [await browser(FIREFOX, '198.51.100.7'), await browser(SAFARI, '2001:db8::7')];
    test.clock.advance(3 * 60 * 60 * 1000);
    const { html } = await laptop.open(PAGE);
    const [first = '', second = '', ...others] = rowsOf(html);
    expect(others).toEqual([]);
    expect(first).toContain('Firefox on Linux');
    expect(first).toContain('198.51.100.7');
    expect(first).toContain('This browser');
    expect(second).toContain('Safari on iPhone');
    expect(second).toContain('2001:db8::7');
    expect(second).not.toContain('This browser');
    expect(second).toMatch(/signed in .*3 h ago.*last used .*3 h ago/s);
    for (const { cookie } of [laptop, phone]) expect(html).not.toContain(cookie?.split('=')[1]);
    await laptop.send(`${PAGE}/end-all`);
  });

  it('signs out one of them at once, and any other form of an id does nothing', async () => {
    const [laptop, phone] = [await browser(FIREFOX, '198.51.100.7'), await browser(SAFARI, '198.51.100.8')];
    const { html } = await laptop.open(PAGE);
    const end = /action="([^"]+)"/.exec(rowsOf(html)[1] ?? '')?.[1] ?? '';
    const ended = await laptop.send(end);
    expect([ended.status, ended.headers.get('location')]).toEqual([303, PAGE]);
    expect(await isSignedIn(phone)).toBe(false);
    expect(await isSignedIn(laptop)).toBe(true);
    for (const id of ['', '%25', '_'.repeat(16)]) {
      expect([404, 405]).toContain((await laptop.send(`${PAGE}/sessions/${id}/end`)).status);
    }
    expect(await isSignedIn(laptop)).toBe(true);
    expect((await laptop.open('/activity')).html).toContain('signed out Safari on iPhone');
    await laptop.send(`${PAGE}/end-all`);
  });

  it('signs out everywhere else, and removes unused sign-in links', async () => {
    const [laptop, phone] = [await browser(FIREFOX, '198.51.100.7'), await browser(SAFARI, '198.51.100.8')];
    const link = await createSignInLink(test.backend.services.store, test.workspace.id, test);
    expect((await laptop.send(`${PAGE}/end-others`)).headers.get('location')).toBe(PAGE);
    expect([await isSignedIn(laptop), await isSignedIn(phone)]).toEqual([true, false]);
    expect((await new Visitor(test.backend.url).open(`/sign-in?token=${link}`)).status).toBe(403);
    await laptop.send(`${PAGE}/end-all`);
  });

  it('signs out everywhere, this browser as well', async () => {
    const [laptop, phone] = [await browser(FIREFOX, '198.51.100.7'), await browser(SAFARI, '198.51.100.8')];
    const { headers } = await laptop.send(`${PAGE}/end-all`);
    expect([headers.get('location'), laptop.cookie]).toEqual(['/sign-in', null]);
    expect(await isSignedIn(phone)).toBe(false);
  });

  it('has one row for a browser that signs in again', async () => {
    const laptop = await browser(FIREFOX, '198.51.100.7');
    const link = await createSignInLink(test.backend.services.store, test.workspace.id, test);
    await laptop.open(`/sign-in?token=${link}`);
    expect(rowsOf((await laptop.open(PAGE)).html)).toHaveLength(1);
    await laptop.send(`${PAGE}/end-all`);
  });
});

describe('a session', () => {
  it('ends 90 days after signing in, however often it is used', async () => {
    const laptop = await browser(FIREFOX, '198.51.100.7');
    for (let day = 0; day < 80; day += 10) {
      test.clock.advance(10 * DAY);
      expect([day, await isSignedIn(laptop)]).toEqual([day, true]);
    }
    test.clock.advance(10 * DAY - 1);
    expect(await isSignedIn(laptop)).toBe(true);
    test.clock.advance(1);
    expect(await isSignedIn(laptop)).toBe(false);
  });

  it('is kept by the browser until it ends', async () => {
    const link = await createSignInLink(test.backend.services.store, test.workspace.id, test);
    const { headers } = await new Visitor(test.backend.url).open(`/sign-in?token=${link}`);
    expect(headers.get('set-cookie')).toContain(`Max-Age=${90 * 24 * 60 * 60};`);
  });
});

describe('the admin password', () => {
  beforeEach(() => storePassword(test.backend.services.store));

  it('ends all sessions and sign-in links when it changes', async () => {
    const laptop = await browser(FIREFOX, '198.51.100.7');
    const link = await createSignInLink(test.backend.services.store, test.workspace.id, test);
    await setAdminPassword(test.backend.services.store, GOOD, test.clock.now());
    expect(await isSignedIn(laptop)).toBe(false);
    expect((await new Visitor(test.backend.url).open(`/sign-in?token=${link}`)).status).toBe(403);
  });

  it('is changed in the dashboard, which signs out everywhere else', async () => {
    const [laptop, phone] = [await browser(FIREFOX, '198.51.100.7'), await browser(SAFARI, '198.51.100.8')];
    const change = { current: ADMIN_PASSWORD, password: GOOD, repeated: GOOD };
    const changed = await laptop.send(`${PAGE}/password`, change);
    expect([changed.status, changed.headers.get('location')]).toEqual([303, `${PAGE}?changed=password`]);
    expect((await laptop.open(`${PAGE}?changed=password`)).html).toContain('Your password was changed');
    expect(await isSignedIn(phone)).toBe(false);
    expect(await isAdminPassword(test.backend.services.store, change.password)).toBe(true);
    expect((await laptop.open('/activity')).html).toContain('changed the password of Owner');
  });

  it.each([
    [
      'the current one is wrong',
      { current: 'the beans are gone by now' },
      'This is not your current password',
    ],
    [
      'it is one of the first that attackers try',
      { password: 'password1234', repeated: 'password1234' },
      'easy to guess',
    ],
    ['it is too short', { password: 'kx7q!', repeated: 'kx7q!' }, 'at least 12 characters'],
    ['the repetition differs', { repeated: 'a kettle, two cups and sugar' }, 'do not match'],
  ])('is not changed if %s, and the page says so', async (_, fields, words) => {
    const laptop = await browser(FIREFOX, '198.51.100.7');
    const refused = await laptop.send(`${PAGE}/password`, {
      ...{ current: ADMIN_PASSWORD, password: GOOD, repeated: GOOD },
      ...fields,
    });
    expect([refused.status, refused.html.includes(words)]).toEqual([422, true]);
    expect(refused.html).not.toContain(ADMIN_PASSWORD);
    expect(await isAdminPassword(test.backend.services.store, ADMIN_PASSWORD)).toBe(true);
  });

  it('cannot be guessed through the form of a session faster than at the sign-in', async () => {
    const laptop = await browser(FIREFOX, '198.51.100.7');
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      const { status } = await laptop.send(`${PAGE}/password`, { current: `guess ${count}` });
      statuses.push(status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(422));
    expect(statuses.at(-1)).toBe(429);
  });
});
