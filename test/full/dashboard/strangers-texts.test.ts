import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STORED_CHANNELS } from '../../hostile/scripts/channels.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { accessibilityIssues, launchBrowser, noBrowser, signedInPage } from '../support/browser.js';
import { watch } from '../support/watched-page.js';
import { fillWithXssPayloads, scriptOf } from '../support/xss-workspace.js';

describe.skipIf(noBrowser)('texts of strangers and agents', () => {
  let test: BackendUnderTest;
  let browser: Browser;
  let page: Page;
  const shown = new Map<string, string>();
  beforeAll(async () => {
    test = await BackendUnderTest.start();
    browser = await launchBrowser();
    ({ page } = await signedInPage(browser, test, { isQuiet: true }));
  });
  afterAll(async () => {
    await browser?.close();
    await test?.close();
  });

  it('never run as code, and keep pages accessible', async () => {
    const seen = await watch(page, test.backend.url);
    const found: string[] = [];
    for (const path of await fillWithXssPayloads(test)) {
      const answer = await page.goto(path);
      shown.set(path, await everythingOn(page));
      const isOwn = (line: string) => answer?.status() !== 404 || !line.includes('status of 404');
      found.push(...(await accessibilityIssues(page, ['light'])).map((issue) => `${path}: ${issue}`));
      found.push(
        ...seen
          .splice(0)
          .filter(isOwn)
          .map((line) => `${path}: ${line}`),
      );
    }
    expect(found).toEqual([]);
  });

  it.each(STORED_CHANNELS.filter((text) => text !== 'source-text'))('are shown as written: %s', (text) => {
    const pages = [...shown].filter(([, words]) => words.includes(scriptOf(text)));
    expect(pages.map(([path]) => path)).not.toEqual([]);
  });
});

/** All text of a page, including attributes and fields. */
function everythingOn(page: Page): Promise<string> {
  return page.evaluate<string>(`[
    document.documentElement.textContent,
    ...[...document.querySelectorAll('*')].flatMap((one) => [...one.attributes].map(({ value }) => value)),
    ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value),
  ].join('\\n')`);
}
