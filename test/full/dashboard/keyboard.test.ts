import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Post } from '../../../src/contract/posts/posts.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { accessibilityIssues, launchBrowser, noBrowser, openLive, signedInPage } from '../support/browser.js';
import { DASHBOARD_PAGES, openPage } from '../support/dashboard-pages.js';
import { fillLively, type Lively } from '../support/lively-workspace.js';

/** Tab presses per page. */
const MAX_STEPS = 400;

/** One page per route. */
const WALKED = DASHBOARD_PAGES.filter(
  ({ isOpen, lead, status, route }, index) =>
    !isOpen && !lead && !status && DASHBOARD_PAGES.findIndex((one) => one.route === route) === index,
);

describe.skipIf(noBrowser)('with only the keyboard', () => {
  let test: BackendUnderTest;
  let browser: Browser;
  let place: Lively;
  let page: Page;
  beforeAll(async () => {
    test = await BackendUnderTest.start();
    place = await fillLively(test);
    browser = await launchBrowser();
    ({ page } = await signedInPage(browser, test, { isQuiet: true }));
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });
  afterAll(async () => {
    await browser?.close();
    await test?.close();
  });

  /** Presses Tab until an element is focused. */
  async function tabTo(selector: string): Promise<void> {
    for (let step = 0; step < MAX_STEPS; step += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return;
    }
    throw new Error(`${selector} is not reached`);
  }

  /** Uses “Skip to content”, the first link of a page. */
  async function skipSidebar(): Promise<void> {
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    expect(await page.evaluate("document.activeElement.getAttribute('href')")).toBe('#page');
    expect((await skip.boundingBox())?.x).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('page');
  }

  it.each(WALKED.map((shown) => [shown.name, shown] as const))(
    '%s can be used: skips a sidebar, and reaches every control visibly',
    async (_, shown) => {
      await openPage(page, shown, place);
      // The page that connects an assistant has no sidebar to skip.
      if (shown.route !== '/authorize') await skipSidebar();
      expect(await walk(page)).toEqual([]);
    },
  );

  it('moves a post of the calendar to another time', async () => {
    const { body } = await test.post<Post>('/v1/posts', {
      text: 'Moved by hand',
      platform: 'threads',
      scheduleMode: 'schedule',
      scheduledAt: '2026-12-10T09:00:00Z',
    });
    await page.goto('/calendar?date=2026-12-10');
    await page.locator('#grid .ec-event').first().waitFor();
    await tabTo(`#grid a[href="/posts/${body.id}"]`);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/posts/${body.id}`);
    await tabTo('.acts-panel summary');
    await page.keyboard.press('Enter');
    await tabTo('#publish-at');
    await page.keyboard.type('12112026');
    await page.keyboard.press('Tab');
    await tabTo('form:has(#publish-at) button');
    // Wait for the response: opening another page would abort the request.
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    await expect
      .poll(async () => (await test.get<Post>(`/v1/posts/${body.id}`)).body.when?.local)
      .toContain('2026-12-11 10:00');
  });

  it('writes a post, and approves a draft', async () => {
    await page.goto('/posts/new');
    await tabTo('.chips input');
    await page.keyboard.press('Space');
    await tabTo('#text');
    await page.keyboard.type('Written without a mouse');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: 'Written without a mouse' }).waitFor();

    const draft = { text: 'May I?', platform: 'threads', proposed: { scheduleMode: 'now' } };
    const { body } = await test.post<Post>('/v1/posts', draft, { key: await test.newKey('draft') });
    await page.goto(`/posts/${body.id}`);
    await tabTo('form[action$="/approve"] button.main');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo('dialog button.main');
    await page.keyboard.press('Enter');
    // The next test opens a page, which this navigation would interrupt.
    await page.waitForURL(/[?]decided=/);
    await expect
      .poll(async () => (await test.get<Post>(`/v1/posts/${body.id}`)).body.status)
      .toBe('published');
  });

  it('goes to pages, searches and writes by single keys, which can be listed and switched off', async () => {
    const at = () => new URL(page.url()).pathname;
    await page.goto('/');
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.waitForURL('**/posts');
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.type')).toBe('search');
    await page.keyboard.type('c?');
    expect(at()).toBe('/posts');
    await page.goto('/posts');
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.waitFor();
    await page.keyboard.press('c');
    expect(await accessibilityIssues(page)).toEqual([]);
    await dialog.getByLabel('Use single keys in this browser').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('c');
    expect(at()).toBe('/posts');
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await dialog.getByLabel('Use single keys in this browser').check();
    await page.keyboard.press('Escape');
    await page.keyboard.press('c');
    await expect.poll(at).toBe('/posts/new');
  });

  it('keeps the focus while the page updates', async () => {
    const { page: lively } = await signedInPage(browser, test);
    await openLive(lively, '/posts');
    const link = lively.locator('[data-row] a').nth(2);
    await link.focus();
    await test.post('/v1/posts', { text: 'Newly drafted', scheduleMode: 'draft' });
    await lively.getByText('Newly drafted').waitFor();
    expect(await lively.evaluate("document.activeElement.closest('[data-row]') !== null")).toBe(true);
    await lively.context().close();
  });
});

/** Tabs from the focus to the end of the page. @returns controls that were not reached, or not visible when focused */
async function walk(page: Page): Promise<string[]> {
  await page.evaluate(WALK);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate<boolean>('window.stepped()')) break;
  }
  return page.evaluate<string[]>('window.walkedPast()');
}

/** Runs in the page: records focused elements. */
const WALK = `
  window.reached = new Set();
  const content = document.querySelector('#page, main.plain');
  window.unseen = [];
  const nameOf = (one) => one.tagName + ' ' + (one.id || one.name || one.textContent.trim()).slice(0, 60);
  window.stepped = () => {
    const one = document.activeElement;
    if (!one || one === document.body || !content.contains(one)) return true;
    if (window.reached.has(one)) return false;
    window.reached.add(one);
    const style = getComputedStyle(one);
    const box = one.getBoundingClientRect();
    const isMarked = (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
    const isInSight = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    if (!isMarked) window.unseen.push('no mark: ' + nameOf(one));
    if (!isInSight) window.unseen.push('out of sight: ' + nameOf(one));
    return false;
  };
  window.walkedPast = () => {
    const usable = [...content.querySelectorAll(
      'a[href], button, input:not([type=hidden]), select, textarea, summary',
    )].filter((one) => one.checkVisibility() && !one.disabled && one.tabIndex >= 0);
    const isReached = (one) =>
      window.reached.has(one) ||
      (one.type === 'radio' && [...window.reached].some((other) => other.type === 'radio' && other.name === one.name));
    return [...window.unseen, ...usable.filter((one) => !isReached(one)).map((one) => 'not reached: ' + nameOf(one))];
  };
`;
