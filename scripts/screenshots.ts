/**
 * Takes screenshots of every page of the dashboard, light and dark, wide and narrow, into `.demo/screenshots`. Arguments
 * select pages by parts of their names: `npm run screenshots -- calendar inbox`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser, signedInPage, signedOutPage } from '../test/full/support/browser.js';
import { DASHBOARD_PAGES, type DashboardPage, openPage } from '../test/full/support/dashboard-pages.js';
import { fillLively, type Lively } from '../test/full/support/lively-workspace.js';
import { BackendUnderTest } from '../test/support/running-backend.js';

const FOLDER = join(import.meta.dirname, '../.demo/screenshots');
const SIZES = { wide: { width: 1280, height: 900 }, narrow: { width: 390, height: 844 } } as const;

/** How long layouts that depend on measurements take to settle, in milliseconds. */
const SETTLE_MS = 250;

/** In pixels. The reference is fifty times as high, and would take minutes. */
const MAX_HEIGHT = 4_000;

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
  const options = { ...SIZES[size], isQuiet: true };
  const pages = {
    signedIn: (await signedInPage(by, test, options)).page,
    signedOut: (await signedOutPage(by, test, options)).page,
  };
  for (const shown of DASHBOARD_PAGES.filter(isWanted)) {
    const page = shown.isOpen ? pages.signedOut : pages.signedIn;
    await page.setViewportSize(SIZES[size]);
    await openPage(page, shown, place);
    // Enlarge the window to the whole page, so that the layout settles before the screenshot.
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    const shownHeight = Math.min(MAX_HEIGHT, Math.max(SIZES[size].height, height));
    await page.setViewportSize({ ...SIZES[size], height: shownHeight });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(SETTLE_MS);
      await page.screenshot({ path: join(FOLDER, `${shown.name}-${size}-${colorScheme}.png`) });
    }
  }
}
