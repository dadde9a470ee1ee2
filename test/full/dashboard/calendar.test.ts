import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Post } from '../../../src/contract/posts/posts.js';
import { SlotScene } from '../../support/slot-scene.js';
import {
  accessibilityIssues,
  launchBrowser,
  noBrowser,
  type SignedInPage,
  signedInPage,
} from '../support/browser.js';

/** Far from the workspace's Berlin, and with changes of the clocks on other days. */
const ELSEWHERE = 'America/Los_Angeles';

const MAX_PAGE_BYTES = 100_000;

describe.skipIf(noBrowser)('the calendar in a browser', () => {
  let scene: SlotScene;
  let browser: Browser;
  let seen: SignedInPage;
  let page: Page;
  beforeAll(async () => {
    scene = await SlotScene.start();
    browser = await launchBrowser();
    await scene.schedule({ label: 'Mornings', accountIds: [scene.bluesky, scene.mastodon] });
  });
  beforeEach(async () => {
    seen = await signedInPage(browser, scene.test, { timezoneId: ELSEWHERE, isQuiet: true });
    page = seen.page;
    return () => page.context().close();
  });
  afterAll(async () => {
    await browser?.close();
    await scene?.close();
  });

  const read = (id: string) => scene.get<Post>(`/v1/posts/${id}`);
  const boxOf = (post: Post) =>
    page.locator('#grid .ec-event', { has: page.locator(`a[href="/posts/${post.id}"]`) });
  /** The grid reloads its entries after a drop; until then, an event shows the drop position. */
  const shows = (post: Post, time: string) => boxOf(post).locator('time', { hasText: time }).waitFor();
  const localOf = async (post: Post) => (await read(post.id)).when?.local.slice(4, 20);
  const corner = () => page.locator('#toasts [data-toast]');

  async function open(path: string): Promise<void> {
    await page.goto(path);
    await page.locator('#grid .ec-event').first().waitFor();
  }

  async function drag(box: Locator, across: number, down: number): Promise<void> {
    await box.scrollIntoViewIfNeeded();
    const { x, y, width } = (await box.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    const from = { x: x + width / 2, y: y + 8 };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + across / 2, from.y + down / 2, { steps: 4 });
    await page.mouse.move(from.x + across, from.y + down, { steps: 4 });
    await page.mouse.up();
  }

  async function dayWidth(): Promise<number> {
    return (await page.locator('#grid .ec-body .ec-day').first().boundingBox())?.width ?? 0;
  }

  it('moves a post that is dragged to another day, in the workspace’s zone', async () => {
    const { post } = await scene.made({ text: 'Guji is back', scheduledAt: '2026-12-02T09:30:00Z' });
    await open('/calendar?date=2026-12-02');
    await shows(post, '10:30');
    await drag(boxOf(post), 2 * (await dayWidth()), 0);
    await corner().getByText('Moved to Fri 4 Dec, 10:30').waitFor();
    expect(await localOf(post)).toBe('2026-12-04 10:30');
    expect(new URL(page.url()).pathname).toBe('/calendar');
    await page.keyboard.press('Control+z');
    await corner().getByText('Scheduled again for Wed 2 Dec, 10:30').waitFor();
    expect(await localOf(post)).toBe('2026-12-02 10:30');
    await shows(post, '10:30');
    expect(seen.faults).toEqual([]);
  });

  it('moves it in steps of 15 minutes, and by days in the month view', async () => {
    const { post } = await scene.made({ text: 'Open roastery', scheduledAt: '2026-12-10T13:00:00Z' });
    await open('/calendar?date=2026-12-10');
    await drag(boxOf(post), 0, 46 * 1.25);
    await corner().getByText('Moved to Thu 10 Dec, 15:15').waitFor();
    await open('/calendar?view=month&date=2026-12-10');
    await drag(boxOf(post), await dayWidth(), 0);
    await corner().getByText('Moved to Fri 11 Dec, 15:15').waitFor();
    expect(await localOf(post)).toBe('2026-12-11 15:15');
    expect(seen.faults).toEqual([]);
  });

  it('shows a day with a clock change in the workspace’s zone, not the browser’s', async () => {
    const { post } = await scene.made({ text: 'Late roast', scheduledAt: '2027-03-27T00:30:00Z' });
    await open('/calendar?date=2027-03-27');
    await drag(boxOf(post), await dayWidth(), 46);
    await corner().getByText('Moved to Sun 28 Mar 2027, 03:30').waitFor();
    expect(await corner().textContent()).toContain('02:30');
    await shows(post, '03:30');
    expect(seen.faults).toEqual([]);
  });

  it('returns a post that somebody else has changed, and says why', async () => {
    const { post } = await scene.made({ text: 'Decaf', scheduledAt: '2026-12-16T11:00:00Z' });
    await open('/calendar?date=2026-12-16');
    await scene.test.request('PATCH', `/v1/posts/${post.id}`, {
      body: { version: 1, text: 'Decaf, and good' },
    });
    const before = await boxOf(post).boundingBox();
    await drag(boxOf(post), await dayWidth(), 0);
    await corner().getByText('changed this in the meantime').first().waitFor();
    await page.getByText('Decaf, and good').first().waitFor();
    await expect.poll(async () => (await boxOf(post).boundingBox())?.x).toBeCloseTo(before?.x ?? 0, 0);
    expect(await localOf(post)).toBe('2026-12-16 12:00');
  });

  it('sends no request for a time in the past', async () => {
    const { post } = await scene.made({ text: 'Cupping', scheduledAt: '2026-12-01T13:00:00Z' });
    await open('/calendar?date=2026-12-01');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await drag(boxOf(post), -(await dayWidth()), 0);
    await corner().getByText('This time has passed').waitFor();
    await shows(post, '14:00');
    expect(sent).toEqual([]);
    expect(seen.faults).toEqual([]);
  });

  it('opens a post, an open slot and an empty hour, with the keyboard too', async () => {
    const { post } = await scene.made({ text: 'Winter blend', scheduledAt: '2026-12-22T13:00:00Z' });
    await open('/calendar?date=2026-12-22');
    await boxOf(post).locator('a').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/posts/${post.id}`);
    await open('/calendar?date=2026-12-22');
    await page.locator('#grid .ec-event.slot a').first().click();
    await page.waitForURL('**/posts/new?slot=*');
    expect(await page.locator('input[name="when"]:checked').getAttribute('value')).toBe('queue');
    await open('/calendar?date=2026-12-22');
    const day = page.locator('#grid .ec-body .ec-day').nth(2);
    await day.click({ position: { x: 20, y: 46 * 16 + 4 } });
    await page.waitForURL('**/posts/new?at=*');
    expect(await page.locator('#scheduledAt').inputValue()).toBe('2026-12-23T16:00');
    expect(seen.faults).toEqual([]);
  });

  it('reloads the grid when something changes', async () => {
    await open('/calendar?date=2027-01-05');
    await scene.made({ text: 'Fresh from the roaster', scheduledAt: '2027-01-06T09:00:00Z' });
    await page.evaluate("document.body.dispatchEvent(new CustomEvent('changed'))");
    await page.locator('#grid').getByText('Fresh from the roaster').waitFor();
  });

  it.each([
    ['/calendar?date=2026-12-02', 1280],
    ['/calendar?view=month&date=2026-12-02', 1280],
    ['/calendar?view=list&date=2026-12-02', 1280],
    ['/calendar?date=2026-12-02', 390],
    ['/schedules', 1280],
    ['/schedules/new', 390],
  ])('%s at %d pixels is accessible, light and dark', async (path, width) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    if (width > 700 && path.startsWith('/calendar') && !path.includes('list')) {
      await page.locator('#grid .ec-event').first().waitFor();
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await accessibilityIssues(page)).toEqual([]);
    expect(seen.faults).toEqual([]);
  });

  it('shows the list of days on narrow screens and without scripts', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/calendar?date=2026-12-08');
    await page.locator('#day-list').getByText('Tuesday 8 December').waitFor();
    expect(await page.locator('#grid .ec').count()).toBe(0);
    const { page: plain } = await signedInPage(browser, scene.test, { javaScriptEnabled: false });
    await plain.goto('/calendar?date=2026-12-08');
    await plain.locator('#day-list').getByText('Tuesday 8 December').waitFor();
    await plain.getByRole('link', { name: 'Next week' }).click();
    await plain.locator('#day-list').getByText('Tuesday 15 December').waitFor();
    await plain.context().close();
  });

  it('loads less than 100 KB in total', async () => {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await open('/calendar?view=month&date=2026-12-02');
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(MAX_PAGE_BYTES);
  });
});
