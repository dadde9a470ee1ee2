import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLATFORMS } from '../../../src/contract/platforms.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import {
  hindrances,
  launchBrowser,
  noBrowser,
  type SignedInPage,
  signedInPage,
  strangersPage,
} from '../support/browser.js';
import { watch } from '../support/watched-page.js';

/** What each page says before anything has happened, and leads on from. */
const EMPTY_PAGES: readonly (readonly [string, string])[] = [
  ['/', 'Nothing is waiting for you'],
  ['/posts', 'No posts yet'],
  ['/posts?status=attention', ''],
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

describe.skipIf(noBrowser)('a workspace in which nothing has happened', () => {
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

  it.each(EMPTY_PAGES)(
    '%s stands in nobody’s way, wide and narrow, in light and in dark',
    async (path, words) => {
      const { page, seen } = visit;
      const found: string[] = [];
      seen.length = 0;
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        expect((await page.goto(path))?.status()).toBe(200);
        expect((await page.locator('main').textContent())?.toLowerCase()).toContain(words.toLowerCase());
        found.push(...(await hindrances(page)).map((hindrance) => `${width}: ${hindrance}`));
      }
      expect([...found, ...seen]).toEqual([]);
    },
  );

  it('shows empty networks, which stand in nobody’s way either', async () => {
    const { page } = await strangersPage(browser, test, { isQuiet: true });
    const found: string[] = [];
    for (const platform of PLATFORMS) {
      // Without an account there is nobody whose posts could be shown.
      expect((await page.goto(`/network/${platform}`))?.status()).toBe(404);
      found.push(...(await hindrances(page)).map((hindrance) => `${platform}: ${hindrance}`));
    }
    expect(found).toEqual([]);
    await page.context().close();
  });
});
