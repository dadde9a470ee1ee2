import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../../src/backend/base/clock.js';
import { BlueskySignIn } from '../../support/networks/bluesky-sign-in.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { accessibilityIssues, launchBrowser, noBrowser, signedInPage } from '../support/browser.js';

describe.skipIf(noBrowser)('connecting Bluesky by signing in there', () => {
  let test: BackendUnderTest<Clock>;
  let bluesky: BlueskySignIn;
  let browser: Browser;
  beforeAll(async () => {
    bluesky = await BlueskySignIn.start();
    test = await BackendUnderTest.startOn(systemClock, ':memory:', {
      live: true,
      demo: false,
      networkTesting: { allowLoopback: true, reroute: bluesky.reroute },
    });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await test?.close();
    await bluesky?.close();
  });

  /** Signs in at Bluesky, and answers its question. */
  async function signIn(page: Page, answer: 'Authorize' | 'Deny'): Promise<void> {
    await page.goto('/channels/connect/bluesky');
    await page.getByLabel('Handle').fill(bluesky.pds.scene.account.handle);
    await page.getByRole('button', { name: 'Sign in at Bluesky instead' }).click();
    await page.getByRole('link', { name: /^Continue to/ }).click();
    await page.getByRole('button', { name: answer }).click();
  }

  it.each([
    ['with scripts', true],
    ['without scripts', false],
  ])('works %s, also after access was denied', async (_, javaScriptEnabled) => {
    const { page } = await signedInPage(browser, test, { javaScriptEnabled });
    await signIn(page, 'Deny');
    await page.getByText('Access was not allowed at the network.').waitFor();
    await signIn(page, 'Authorize');
    // Without scripts it is the second time.
    const end = javaScriptEnabled ? '.' : ' again.';
    await page.getByText(`Connected @${bluesky.pds.scene.account.handle} on Bluesky${end}`).waitFor();
    await page.getByText('Access ends').waitFor();
    if (javaScriptEnabled) {
      await page.goto('/channels/connect/bluesky');
      await page.getByText('ends such access after two weeks').waitFor();
      expect(await accessibilityIssues(page)).toEqual([]);
    }
    await page.context().close();
  });

  it('ends at the name of this machine under which the person is signed in', async () => {
    const { backend, workspace } = test;
    const url = `http://localhost:${backend.port}`;
    const place = { ...test, workspace, backend: { ...backend, url } } as BackendUnderTest<Clock>;
    const { page } = await signedInPage(browser, place);
    await signIn(page, 'Authorize');
    await page.getByText(/Connected @\S+ on Bluesky again\./).waitFor();
    expect(new URL(page.url()).origin).toBe(url);
    await page.context().close();
  });
});
