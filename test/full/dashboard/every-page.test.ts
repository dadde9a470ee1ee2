import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../support/running-backend.js';
import {
  accessibilityIssues,
  launchBrowser,
  noBrowser,
  type SignedInPage,
  signedInPage,
  signedOutPage,
} from '../support/browser.js';
import { DASHBOARD_PAGES, type DashboardPage, NO_PAGES, openPage } from '../support/dashboard-pages.js';
import { fillLively, type Lively } from '../support/lively-workspace.js';
import { watch } from '../support/watched-page.js';

const MAX_PAGE_BYTES = 100_000;

/** Each side of the layout’s breakpoints. */
const WIDTHS = [1280, 800, 390] as const;

/** The colour schemes to check. Colours do not depend on the width. */
const SCHEMES = { 1280: ['light', 'dark'], 800: [], 390: ['light'] } as const;

describe.skipIf(noBrowser)('every page', () => {
  let test: BackendUnderTest;
  let browser: Browser;
  let place: Lively;
  const visits = new Map<boolean, SignedInPage & { seen: string[] }>();
  beforeAll(async () => {
    test = await BackendUnderTest.start();
    place = await fillLively(test);
    browser = await launchBrowser();
    for (const isOpen of [false, true]) {
      const visit = await (isOpen ? signedOutPage : signedInPage)(browser, test, { isQuiet: true });
      visits.set(isOpen, { ...visit, seen: await watch(visit.page, test.backend.url) });
    }
  });
  afterAll(async () => {
    await browser?.close();
    await test?.close();
  });

  it('of the router is in the list, and nothing else', async () => {
    const routed = (await test.backend.routes())
      .filter(({ method, path }) => method === 'GET' && path !== '/*')
      .map(({ path }) => (path.startsWith('/v1/') ? '/v1/*' : path));
    const known = [...new Set(routed)].sort();
    const listed = DASHBOARD_PAGES.map(({ route }) => route).filter((route) => /^\//.test(route));
    const others = Object.keys(NO_PAGES).filter((path) => path !== '/mcp');
    expect([...new Set([...listed, ...others])].sort()).toEqual(known);
  });

  it.each(DASHBOARD_PAGES.map((shown) => [shown.name, shown] as const))(
    '%s is accessible at any width, light and dark',
    async (_, shown) => {
      const visit = visits.get(shown.isOpen ?? false);
      if (!visit) throw new Error('no visit');
      const { page, seen } = visit;
      await page.setViewportSize({ width: WIDTHS[0], height: 900 });
      seen.length = 0;
      expect(await openPage(page, shown, place)).toBe(shown.status ?? 200);
      const found: string[] = [];
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        found.push(...(await oddities(page)).map((odd) => `${width}: ${odd}`));
        const schemes = SCHEMES[width];
        found.push(...(await accessibilityIssues(page, schemes)).map((issue) => `${width}: ${issue}`));
      }
      expect([...found, ...faultsIn(seen, shown)]).toEqual([]);
    },
  );

  it.each(DASHBOARD_PAGES.filter(({ lead }) => !lead).map((shown) => [shown.name, shown] as const))(
    '%s has less than 100 KB, and nothing inline',
    async (_, { path, isOpen = false, isLong = false }) => {
      const cookies = isOpen ? [] : ((await visits.get(false)?.page.context().cookies()) ?? []);
      const headers = {
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
        accept: 'text/html',
        'sec-fetch-site': 'same-origin',
      };
      const address = `${test.backend.url}${path(place)}`;
      const answer = await fetch(address, { headers, redirect: 'manual' });
      const html = await answer.text();
      const bytes = isLong ? gzipSync(html).length : Buffer.byteLength(html);
      expect(bytes).toBeLessThan(MAX_PAGE_BYTES);
      // The content security policy would block these.
      expect(html).not.toMatch(/<style| style="|<script(?! src=)| on\w+="/);
    },
  );
});

/** Faults that are hard to see on a screenshot. */
async function oddities(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const odd = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) odd.push('scrolls sideways: ' + scrollWidth);
    const ids = [...document.querySelectorAll('[id]')].map((one) => one.id);
    for (const id of ids.filter((one, at) => ids.indexOf(one) !== at)) odd.push('the same id twice: ' + id);
    const headings = document.querySelectorAll('h1').length;
    if (headings !== 1) odd.push(headings + ' first headings');
    if (document.querySelector('script:not([src])')) odd.push('something inline');
    return odd;
  })()`);
}

/** Browsers log pages with an error status. */
function faultsIn(seen: readonly string[], { status = 200 }: DashboardPage): string[] {
  return seen.filter((line) => status === 200 || !line.includes(`status of ${status}`));
}
