/**
 * Pictures of every page of the dashboard, light and dark, wide and narrow: `.demo/screenshots`. With words behind
 * it, of the pages alone whose names have one of them in it: `npm run screenshots -- calendar inbox`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser, signedInPage, strangersPage } from '../test/full/support/browser.js';
import { DASHBOARD_PAGES, type DashboardPage, openPage } from '../test/full/support/dashboard-pages.js';
import { fillLively, type Lively } from '../test/full/support/lively-workspace.js';
import { BackendUnderTest } from '../test/support/running-backend.js';

const FOLDER = join(import.meta.dirname, '../.demo/screenshots');
const SIZES = { wide: { width: 1280, height: 900 }, narrow: { width: 390, height: 844 } } as const;

/** Until what is drawn to measure is drawn, in milliseconds. */
const DRAWN_MS = 250;

/** So much of a long page is shown, in pixels: the reference is fifty times as high, and takes minutes to draw. */
const HIGHEST = 4_000;

const words = process.argv.slice(2);
const isWanted = ({ name }: DashboardPage) => words.length === 0 || words.some((word) => name.includes(word));

const test = await BackendUnderTest.start();
const browser = await launchBrowser();
try {
  mkdirSync(FOLDER, { recursive: true });
  const place = await fillLively(test);
  for (const size of ['wide', 'narrow'] as const) await takeAll(browser, place, size);
} finally {
  await browser.close();
  await test.close();
}

async function takeAll(by: Browser, place: Lively, size: keyof typeof SIZES): Promise<void> {
  const circumstances = { ...SIZES[size], isQuiet: true };
  const pages = {
    signedIn: (await signedInPage(by, test, circumstances)).page,
    stranger: (await strangersPage(by, test, circumstances)).page,
  };
  for (const shown of DASHBOARD_PAGES.filter(isWanted)) {
    const page = shown.isOpen ? pages.stranger : pages.signedIn;
    await page.setViewportSize(SIZES[size]);
    await openPage(page, shown, place);
    // The whole page as a window that is as high: what is drawn to measure is drawn once more, and then stays.
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    const shownHeight = Math.min(HIGHEST, Math.max(SIZES[size].height, height));
    await page.setViewportSize({ ...SIZES[size], height: shownHeight });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(DRAWN_MS);
      await page.screenshot({ path: join(FOLDER, `${shown.name}-${size}-${colorScheme}.png`) });
    }
  }
}
