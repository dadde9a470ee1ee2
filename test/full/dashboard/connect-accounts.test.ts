import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../../src/backend/base/clock.js';
import type { ServedNetwork } from '../../../src/backend/simulators/over-http/served-network.js';
import { MastodonServer, startPds } from '../../support/networks/sign-in-servers.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { accessibilityIssues, launchBrowser, noBrowser, signedInPage } from '../support/browser.js';

const APP_PASSWORD = 'abcd-efgh-ijkl-mnop';
/** Scripts change nothing about connecting. */
const BROWSERS = [
  ['with scripts', true],
  ['without scripts', false],
] as const;

describe.skipIf(noBrowser).each(BROWSERS)('connecting real accounts %s', (_, javaScriptEnabled) => {
  let test: BackendUnderTest<Clock>;
  let mastodon: MastodonServer;
  let pds: ServedNetwork;
  let browser: Browser;
  let page: Page;
  let faults: string[];
  beforeAll(async () => {
    mastodon = await MastodonServer.start();
    pds = await startPds({ app: APP_PASSWORD, own: 'the password of the account itself' });
    test = await BackendUnderTest.startOn(systemClock, ':memory:', {
      live: true,
      demo: false,
      networkTesting: { allowLoopback: true },
    });
    browser = await launchBrowser();
    ({ page, faults } = await signedInPage(browser, test, { javaScriptEnabled }));
  });
  afterAll(async () => {
    await browser?.close();
    await test?.close();
    await Promise.all([mastodon?.close(), pds?.close()]);
  });

  /** The page fits wide and narrow, and everybody can use it. */
  async function checkPage(): Promise<void> {
    const found: string[] = [];
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      if (overflow > 0) found.push(`${width}: scrolls sideways by ${overflow}`);
      if (javaScriptEnabled) found.push(...(await accessibilityIssues(page)));
    }
    expect(found).toEqual([]);
  }

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const follow = (name: string | RegExp) => page.getByRole('link', { name }).first().click();
  const cardOf = (network: string) => page.getByRole('article').filter({ hasText: network });

  it('connects Bluesky after a wrong password', async () => {
    await page.goto('/channels');
    await page.getByText('No channels connected').waitFor();
    await checkPage();
    await page.getByRole('link', { name: 'Bluesky' }).click();
    await page.getByLabel('Handle').fill(pds.scene.account.handle);
    await page.getByLabel('App password').fill('wrong');
    await page.getByText('My account is on a server of its own').click();
    await page.getByLabel('Server (PDS)').fill(pds.origin);
    await press('Connect');
    await page.getByText('does not accept this handle').waitFor();
    expect(await page.getByLabel('App password').inputValue()).toBe('');
    await checkPage();
    await page.getByLabel('App password').fill(APP_PASSWORD);
    await press('Connect');
    await page.getByText(`Connected @${pds.scene.account.handle} on Bluesky.`).waitFor();
    await checkPage();
  });

  it('connects Mastodon at its server, also after access was denied', async () => {
    await page.goto('/channels/connect/mastodon');
    await checkPage();
    for (const answer of ['Deny', 'Authorize']) {
      await page.getByLabel('Server').fill(mastodon.origin);
      await press('Continue');
      await page.getByRole('link', { name: /^Continue to/ }).waitFor();
      await checkPage();
      await follow(/^Continue to/);
      await press(answer);
      if (answer === 'Authorize') break;
      await page.getByText('Access was not allowed at the network.').waitFor();
      await checkPage();
      await follow('Begin again');
    }
    await page.getByText(/Connected @\S+ on Mastodon\./).waitFor();
    await checkPage();
  });

  it('publishes to both', async () => {
    await page.goto('/posts/new');
    await page.getByText('posts are published on the real networks').waitFor();
    await checkPage();
    await page.getByLabel('What do you want to say?').fill('We are open on Sunday.');
    for (const label of await page.locator('.channel-choice label').all()) await label.click();
    await page.locator('.time-menu > summary').click();
    await page.getByText('Now', { exact: true }).click();
    // Without a script, the page does not know yet how many channels are chosen.
    await page.getByRole('button', { name: /^Publish now/ }).click();
    await page.waitForURL('**/posts/post_*');
    await expect
      .poll(() => [pds, mastodon.network].map(({ scene }) => scene.memory.posts.map(({ text }) => text)), {
        timeout: 20_000,
      })
      .toEqual([['We are open on Sunday.'], ['We are open on Sunday.']]);
    await expect
      .poll(
        async () => {
          await page.reload();
          return page.getByRole('link', { name: /^View on/ }).count();
        },
        { timeout: 20_000 },
      )
      .toBe(2);
    await checkPage();
  });

  it('reconnects an account, and leads back to the post that asked for it', async () => {
    await page.goto('/posts?status=published');
    await page.getByRole('link', { name: 'We are open on Sunday.' }).click();
    await page.waitForURL('**/posts/post_*');
    const post = new URL(page.url()).pathname;
    await page.goto('/channels');
    const reconnect = cardOf('Mastodon').getByRole('link', { name: 'Reconnect' });
    await page.goto(`${await reconnect.getAttribute('href')}?next=${post}`);
    await checkPage();
    await press('Continue');
    await follow(/^Continue to/);
    await press('Authorize');
    await page.getByText(/Connected @\S+ on Mastodon again\./).waitFor();
    expect(new URL(page.url()).pathname).toBe(post);
    await page.goto('/channels');
    expect(await page.getByRole('article').count()).toBe(2);
  });

  it('disconnects an account after a page that says what happens', async () => {
    await page.goto('/channels');
    await cardOf('Mastodon').getByRole('link', { name: 'Disconnect…' }).click();
    await page.getByText('Postrider ends its access at Mastodon').waitFor();
    await checkPage();
    await press('Disconnect');
    await page.getByText('Disconnected.', { exact: true }).waitFor();
    await page.getByText('Needs reconnecting').waitFor();
    expect(mastodon.revoked).toHaveLength(1);
    await checkPage();
    // The browser logs the pages that answer 422, and what it looks for at the network.
    const isOwn = (line: string) => !line.includes('status of 422') && !line.includes(mastodon.origin);
    expect(faults.filter(isOwn)).toEqual([]);
  });
});
