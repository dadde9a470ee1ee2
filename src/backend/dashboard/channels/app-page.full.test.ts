import { afterEach, beforeEach, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { type SeenPage, Visitor } from '../../../../test/support/visitor.js';
import type { BackendOptions } from '../../app/backend-options.js';
import { type Clock, systemClock } from '../../base/clock.js';
import { AppSignIn } from '../../simulators/over-http/sign-in/app-sign-in.js';
import { x } from '../../simulators/over-http/sign-in/x.js';

let signIn: AppSignIn;
let test: BackendUnderTest<Clock>;
let visitor: Visitor;

async function start(apps: BackendOptions['apps'] = {}): Promise<void> {
  test = await BackendUnderTest.startOn(systemClock, ':memory:', {
    live: true,
    demo: false,
    networkTesting: { allowLoopback: true, reroute: signIn.reroute },
    apps,
  });
  signIn.app.redirects.push(`http://127.0.0.1:${test.backend.port}/connect/callback`);
  visitor = await Visitor.signedIn(test);
}

beforeEach(async () => {
  signIn = await AppSignIn.start(x);
});
afterEach(async () => {
  await test.close();
  await signIn.close();
});

const locationOf = ({ headers }: SeenPage) => headers.get('location') ?? '';

/** Signs in at the network, and follows the browser back. @returns the addresses on the way, and the page */
async function authorize() {
  const begun = await visitor.send('/channels/connect/x', { method: 'browser' });
  const { html } = await visitor.open(locationOf(begun));
  const [, href = ''] = /href="([^"]+client_id[^"]+)"/.exec(html) ?? [];
  const { pathname, search } = new URL(signIn.allow(href.replaceAll('&amp;', '&')));
  const address = locationOf(await visitor.open(`${pathname}${search}`));
  return { address, page: await visitor.open(address) };
}

it('an app is saved, and the page says so above what to know, which stands above the sign-in', async () => {
  await start();
  const { clientId, clientSecret } = signIn.app;
  const saved = await visitor.send('/channels/apps/x', { clientId, clientSecret: clientSecret ?? '' });
  const { html } = await visitor.open(locationOf(saved));
  const places = ['The app is saved.', 'What to know first', 'value="browser"', 'Your app'].map((words) =>
    html.indexOf(words),
  );
  expect(Math.min(...places)).toBeGreaterThan(0);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect((await visitor.open('/channels/connect/x')).html).not.toContain('The app is saved.');
});

it('a refused app leads to an address without the code, and to where the app is set and registered', async () => {
  await start();
  const { clientId } = signIn.app;
  await visitor.send('/channels/apps/x', { clientId, clientSecret: 'wrong' });
  const { address, page } = await authorize();
  expect(address).toMatch(/^\/channels\/connections\/con_\w+$/);
  expect(page.html).toContain('X does not accept your app');
  expect(page.html).toContain('href="https://console.x.com"');
  const [, change = ''] = /href="([^"]+)">\s*Change the app/.exec(page.html) ?? [];
  expect(change).toMatch(/#app-title$/);
  expect((await visitor.open(change)).html).toContain('id="app-title"');
});

it('a refused app of the environment is corrected there', async () => {
  const app = { clientId: signIn.app.clientId, clientSecret: 'wrong', review: null };
  await start({ x: app });
  const { page } = await authorize();
  for (const name of ['POSTRIDER_X_CLIENT_ID', 'POSTRIDER_X_CLIENT_SECRET'])
    expect(page.html).toContain(name);
  expect(page.html).not.toContain('Change the app');
});

it('YouTube shows no addresses to register while the backend is at an address of this machine', async () => {
  await start();
  const { html } = await visitor.open('/channels/connect/youtube');
  expect(html).toContain('Desktop app');
  expect(html).not.toContain('Addresses to register');
  expect((await visitor.open('/channels/connect/x')).html).toContain('Addresses to register');
});
