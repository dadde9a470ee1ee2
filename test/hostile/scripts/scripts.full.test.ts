import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, noBrowser, signedInPage } from '../../full/support/browser.js';
import { watch } from '../../full/support/watched-page.js';
import { fillWithXssPayloads } from '../../full/support/xss-workspace.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { ASKED_CHANNELS } from './channels.js';
import { XSS_SHAPES } from './shapes.js';

describe.skipIf(noBrowser)('texts of strangers and agents', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  it.each(XSS_SHAPES.map((shape) => [shape.name, shape] as const))(
    'never become more than text: %s',
    async (_, shape) => {
      const test = await BackendUnderTest.start();
      const { page } = await signedInPage(browser, test, { isQuiet: true });
      const seen = await watch(page, test.backend.url);
      const asked = ASKED_CHANNELS.map(
        (path, index) => `${path}${encodeURIComponent(shape.long(`alert(\`asked-${index}\`)`))}`,
      );
      const found: string[] = [];
      const stored = await fillWithXssPayloads(test, shape);
      const known = stored.filter((path) => !/^\/(no|network)\/|[?]text=/.test(path));
      for (const path of [...stored, ...asked]) {
        const answer = await page.goto(path);
        if (known.includes(path) && answer?.status() !== 200) found.push(`${path}: ${answer?.status()}`);
        found.push(...(await plantedOn(page)).map((element) => `${path}: ${element}`));
        const status = answer?.status() ?? 0;
        // Browsers log pages with an error status.
        const own = seen.splice(0).filter((line) => !line.includes(`status of ${status}`));
        found.push(
          ...own.map((line) => `${path}: ${line}`),
          ...(status >= 500 ? [`${path}: ${status}`] : []),
        );
      }
      await page.context().close();
      await test.close();
      expect(found).toEqual([]);
    },
  );
});

/** Elements and attributes that no page of the dashboard has. */
function plantedOn(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`
    [...document.querySelectorAll('*')].flatMap((one) => {
      const isPlanted = one.matches(
        'script:not([src]), iframe, object, embed, base, math, noscript, style, meta[http-equiv], x-element, ' +
        '[srcdoc], [href^="javascript:" i], [src^="javascript:" i], [action^="http"], [hx-vals^="js:" i]');
      const handlers = [...one.attributes].filter(({ name }) => /^(on|hx-on)/.test(name));
      return isPlanted || handlers.length > 0 ? [one.outerHTML.slice(0, 200)] : [];
    })`);
}
