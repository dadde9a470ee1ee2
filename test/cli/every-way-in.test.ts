import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SIGN_INS } from '../../src/backend/simulators/over-http/sign-in/all.js';
import { facebookInDevelopment } from '../../src/backend/simulators/over-http/sign-in/facebook.js';
import { linkedinPage } from '../../src/backend/simulators/over-http/sign-in/linkedin.js';
import type { SignInData } from '../../src/backend/simulators/over-http/sign-in/sign-in-data.js';
import { PLATFORM_NAMES } from '../../src/contract/platforms.js';
import {
  commandLineRedirect,
  dashboardRedirect,
  pasteRedirect,
} from '../../src/networks/access/redirects.js';
import { APP_PLATFORMS } from '../../src/networks/access.js';
import { Visitor } from '../support/visitor.js';
import { ownListeningPort } from './support/own-listening-port.js';
import { inPipe } from './support/terminal.js';
import { ruleOf, WaysIn } from './support/ways-in.js';

/** Each network, and the apps that are further or less far reviewed where that changes the way. */
const CASES: readonly SignInData[] = [...Object.values(SIGN_INS), linkedinPage, facebookInDevelopment];
const PUBLIC_URL = 'https://post.northwind.com';

/** Those to whose dashboards on this machine no browser is sent back. */
const PUBLIC_ONLY = CASES.filter((data) => dashboardRedirect(ruleOf(data), 'http://127.0.0.1') === null);

const withoutQuery = (address: string): string => address.split('?', 1)[0] ?? '';

/** A person is signed in at 127.0.0.1; at the other name of this machine the browser is sent on. @returns where it ends */
async function sentOn(address: string): Promise<URL> {
  if (new URL(address).hostname === '127.0.0.1') return new URL(address);
  const { headers } = await fetch(address, { redirect: 'manual' });
  return new URL(headers.get('location') ?? address, address);
}

it('knows the sign-in of every network that demands an app', () => {
  expect(new Set(CASES.map(({ platform }) => platform))).toEqual(new Set(APP_PLATFORMS));
});

describe.each(CASES)('an app of $platform in the environment ($review)', (data) => {
  const { platform } = data;
  const name = PLATFORM_NAMES[platform];
  const rule = ruleOf(data);
  let ways: WaysIn;
  let displayName: string;
  beforeAll(async () => {
    const giveBack = await ownListeningPort();
    ways = await WaysIn.start(data);
    ({ displayName } = ways.signIn.network.scene.account);
    return giveBack;
  });
  afterEach(() => ways.disconnect());
  afterAll(() => ways?.close());

  const expectConnected = async () => expect(await ways.accounts()).toEqual([displayName]);

  it('is shown as one of the environment', async () => {
    const { stdout } = await inPipe(['apps'], ways.env);
    expect(stdout).toMatch(new RegExp(`^${platform} +client-of-the-test +set +environment`, 'm'));
  });

  it('connects where the terminal listens, or the terminal says what to do instead', async () => {
    const redirect = commandLineRedirect(rule);
    if (redirect !== null) {
      const { code, stderr, back, page } = await ways.listening();
      expect([code, code === 0 ? '' : stderr, withoutQuery(back)]).toEqual([0, '', redirect]);
      expect(page).toContain('You can close this page');
      return expectConnected();
    }
    const { code, stderr } = await ways.listening('--method', 'browser');
    expect(code).not.toBe(0);
    expect(stderr).toContain(`${name} sends the browser back to an https address only`);
    expect(stderr).toContain('Use --method paste, and paste the address');
    expect(stderr).toContain('start it with --public-url');
    // Without the option the terminal asks for the address by itself.
    const pasted = await ways.pasting();
    expect([pasted.code, pasted.back]).toEqual([0, expect.stringMatching(/^https:/)]);
    return expectConnected();
  });

  it('connects by an address that is pasted into the terminal', async () => {
    const { code, stderr, back } = await ways.pasting('--method', 'paste');
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    expect(withoutQuery(back)).toBe(pasteRedirect(rule, ways.test.backend.url));
    await expectConnected();
  });

  it('connects by the callback of the dashboard, or the dashboard asks for the address', async () => {
    const person = await Visitor.signedIn(ways.test);
    const { html } = await person.open(`/channels/connect/${platform}`);
    const redirect = dashboardRedirect(rule, ways.test.backend.url);
    expect(html.includes('value="browser"')).toBe(redirect !== null);
    const { begun, back } = await ways.beginning(person, 'browser');
    if (redirect === null) {
      expect(html).toContain('You therefore copy the address that the browser ends on');
      expect([begun.status, begun.html]).toEqual([422, expect.stringContaining('--public-url')]);
      return;
    }
    expect(withoutQuery(back)).toBe(redirect);
    const { hostname, pathname, search } = await sentOn(back);
    expect(hostname).toBe('127.0.0.1');
    await ways.choosing(person, await person.open(`${pathname}${search}`));
    await expectConnected();
  });

  it('connects by an address that is pasted into the dashboard', async () => {
    const person = await Visitor.signedIn(ways.test);
    const { path, back } = await ways.beginning(person, 'paste');
    await ways.choosing(person, await person.send(path, { callbackUrl: back }));
    await expectConnected();
  });
});

describe.each(PUBLIC_ONLY)('an app of $platform at a public dashboard', (data) => {
  it('connects by the callback of the dashboard', async () => {
    const ways = await WaysIn.start(data, PUBLIC_URL);
    try {
      const person = await Visitor.signedIn(ways.test);
      const { back } = await ways.beginning(person, 'browser');
      expect(withoutQuery(back)).toBe(`${PUBLIC_URL}/connect/callback`);
      const { pathname, search } = new URL(back);
      await ways.choosing(person, await person.open(`${pathname}${search}`));
      expect(await ways.accounts()).toEqual([ways.signIn.network.scene.account.displayName]);
    } finally {
      await ways.close();
    }
  });
});
