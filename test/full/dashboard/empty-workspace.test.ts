import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLATFORMS } from '../../../src/contract/platforms.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import {
  accessibilityIssues,
  launchBrowser,
  noBrowser,
  type SignedInPage,
  signedInPage,
  signedOutPage,
} from '../support/browser.js';
import { watch } from '../support/watched-page.js';

/** The text of each page’s empty state. */
const EMPTY_PAGES: readonly (readonly [string, string])[] = [
  ['/', 'Nothing is waiting for you'],
  ['/posts', 'No posts yet'],
  ['/posts?status=attention,approval', ''],
  ['/posts/new', 'What do you want to say?'],
  ['/calendar', 'Calendar'],
  ['/calendar?view=month', 'Calendar'],
  ['/calendar?view=list', 'Nothing'],
  ['/schedules', 'No schedules yet'],
  ['/schedules/new', 'New schedule'],
  ['/inbox', ''],
  ['/inbox?show=all', ''],
  ['/channels', 'No channels connected'],
  ['/activity', 'Activity'],
  ['/settings/keys', 'Create API key'],
  ['/settings/keys/new', 'Create API key'],
  ['/settings/webhooks', 'webhook'],
  ['/settings/webhooks/new', 'Add webhook'],
];

describe.skipIf(noBrowser)('an empty workspace', () => {
  let test: BackendUnderTest;
  let browser: Browser;
  let visit: SignedInPage & { seen: string[] };
  beforeAll(async () => {
    test = await BackendUnderTest.start();
    const { store } = test.backend.services;
    await store.write((trx) => trx.deleteFrom('accounts').execute());
    browser = await launchBrowser();
    const opened = await signedInPage(browser, test, { isQuiet: true });
    visit = { ...opened, seen: await watch(opened.page, test.backend.url) };
  });
  afterAll(async () => {
    await browser?.close();
    await test?.close();
  });

  it.each(EMPTY_PAGES)('%s is accessible, wide and narrow, light and dark', async (path, words) => {
    const { page, seen } = visit;
    const found: string[] = [];
    seen.length = 0;
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect((await page.goto(path))?.status()).toBe(200);
      expect((await page.locator('main').textContent())?.toLowerCase()).toContain(words.toLowerCase());
      found.push(...(await accessibilityIssues(page)).map((issue) => `${width}: ${issue}`));
    }
    expect([...found, ...seen]).toEqual([]);
  });

  it('has accessible pages of empty networks', async () => {
    const { page } = await signedOutPage(browser, test, { isQuiet: true });
    const found: string[] = [];
    for (const platform of PLATFORMS) {
      // Without an account there are no posts to show.
      expect((await page.goto(`/network/${platform}`))?.status()).toBe(404);
      found.push(...(await accessibilityIssues(page)).map((issue) => `${platform}: ${issue}`));
    }
    expect(found).toEqual([]);
    await page.context().close();
  });
});
