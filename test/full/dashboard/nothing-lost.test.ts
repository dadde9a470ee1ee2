import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CreatedPost, Post, PostPage } from '../../../src/contract/posts/posts.js';
import { ManualClock } from '../../support/manual-clock.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { accessibilityIssues, launchBrowser, noBrowser, openLive, signedInPage } from '../support/browser.js';

describe.skipIf(noBrowser)('while the backend is away', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-'));
  const clock = new ManualClock();
  let test: BackendUnderTest;
  let browser: Browser;
  let page: Page;
  let port: number;

  beforeAll(async () => {
    test = await BackendUnderTest.startOn(clock, folder);
    port = test.backend.port;
    browser = await launchBrowser();
  });
  beforeEach(async () => {
    if (isAway) await startAgain();
    page = (await signedInPage(browser, test)).page;
    return () => page.context().close();
  });
  afterAll(async () => {
    await browser?.close();
    await test?.backend.close();
    rmSync(folder, { recursive: true, force: true });
  });

  let isAway = false;
  async function stop(): Promise<void> {
    await test.backend.close();
    isAway = true;
  }
  async function startAgain(): Promise<void> {
    test = await BackendUnderTest.startOn(clock, folder, { port });
    isAway = false;
  }
  const read = async (id: string) => (await test.get<Post>(`/v1/posts/${id}`)).body;
  const made = async (fields: Readonly<Record<string, unknown>>) =>
    (await test.post<CreatedPost>('/v1/posts', { platform: 'bluesky', ...fields })).body;
  const bar = () => page.locator('#connection');
  const lost = () => bar().getByText('Connection lost.').waitFor();
  const restored = () => bar().getByText('Connected again.').waitFor();

  it('keeps what is being written, saves it once, and says all the time what is saved', async () => {
    await openLive(page, '/posts/new');
    const text = page.getByLabel('What do you want to say?');
    await page
      .locator('.channel-choice label', { hasText: /bluesky/i })
      .first()
      .click();
    await text.fill('Open this Saturday');
    await page.getByText(/^Saved \d\d:\d\d$/).waitFor();
    await page.locator('#check .pill.good').first().waitFor();

    await stop();
    await lost();
    expect(await bar().textContent()).toMatch(/Connection lost\.\s*Trying again in \d s\.\s*Try now/);
    await text.fill(`Open this Saturday ${'x'.repeat(400)}`);
    await page.getByText('Checking…').waitFor();
    expect(await page.locator('#check .pill:visible').count()).toBe(0);
    await page.getByText('Not saved: no connection, kept in this browser').waitFor();
    await text.fill('Open this Sunday');
    expect(await accessibilityIssues(page)).toEqual([]);

    const save = page.getByRole('button', { name: 'Save draft' });
    await save.click();
    await page.getByText('Press “Save draft” again once you are connected').waitFor();
    expect(new URL(page.url()).pathname).toBe('/posts/new');
    expect(await text.inputValue()).toBe('Open this Sunday');

    await startAgain();
    await bar().getByRole('button', { name: 'Try now' }).click();
    await restored();
    await page.getByText(/^Saved \d\d:\d\d$/).waitFor();
    await page.locator('#check .pill.good').first().waitFor();
    await save.click();
    await page.waitForURL('**/posts/post_*');
    const { body } = await test.get<PostPage>('/v1/posts?text=Open+this');
    expect(body.data.map((post) => post.text)).toEqual(['Open this Sunday']);
    await page.goto('/posts/new');
    expect(await page.getByRole('link', { name: 'Continue' }).count()).toBe(0);
  });

  it('creates one post if only the answer was lost', async () => {
    await openLive(page, '/posts/new');
    await page.getByLabel('What do you want to say?').fill('Said once');
    await page.route('**/posts', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('it is never done twice').waitFor();
    await page.unroute('**/posts');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL('**/posts/post_*');
    const { body } = await test.get<PostPage>('/v1/posts?text=Said+once');
    expect(body.data).toHaveLength(1);
  });

  it('offers to continue what was never saved, written with or without a connection', async () => {
    await openLive(page, '/posts/new');
    await stop();
    await lost();
    await page.getByLabel('What do you want to say?').fill('Half a thought');
    await page.getByText('kept in this browser').waitFor();
    await startAgain();
    await page.goto('/posts/new');
    await page.getByText('“Half a thought”').waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();
    expect(await page.getByLabel('What do you want to say?').inputValue()).toBe('Half a thought');
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await page.goto('/posts/new');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.waitForLoadState();
    await expect.poll(() => page.getByRole('link', { name: 'Continue' }).count()).toBe(0);
  });

  it('never changes a scheduled post by keeping its form', async () => {
    const post = await made({ text: 'Doors at nine', scheduledAt: '2026-12-02T09:00:00Z' });
    await openLive(page, `/posts/${post.id}/edit`);
    await page.getByLabel('What do you want to say?').fill('Doors at ten');
    await page.getByText('Your changes are kept').waitFor();
    expect(await read(post.id)).toMatchObject({ text: 'Doors at nine', version: 1 });
    await page.goto(`/posts/${post.id}/edit`);
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.waitForURL(`**/posts/${post.id}`);
    expect((await read(post.id)).text).toBe('Doors at ten');
  });

  it('leaves nothing in the browser after signing out', async () => {
    await page.goto('/posts/new');
    await page.evaluate(`localStorage.setItem('postrider.form.abcdefgh', 'text=Secret')`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  it('puts a dragged post back, and keeps the whole week', async () => {
    const posts = [
      await made({ text: 'Guji is back', scheduledAt: '2026-12-02T09:30:00Z' }),
      await made({ text: 'Open roastery', scheduledAt: '2026-12-04T11:00:00Z' }),
    ];
    await openLive(page, '/calendar?date=2026-12-02');
    const boxOf = (post: Post | undefined) =>
      page.locator('#grid .ec-event', { has: page.locator(`a[href="/posts/${post?.id}"]`) });
    await boxOf(posts[1]).waitFor();
    await stop();
    await lost();
    const box = boxOf(posts[0]);
    await box.scrollIntoViewIfNeeded();
    const before = (await box.boundingBox()) ?? { x: 0, y: 0, width: 0 };
    await page.mouse.move(before.x + before.width / 2, before.y + 8);
    await page.mouse.down();
    await page.mouse.move(before.x + before.width * 1.5, before.y + 8, { steps: 4 });
    await page.mouse.move(before.x + before.width * 2.5, before.y + 8, { steps: 4 });
    await page.mouse.up();
    await page.getByText('The post is back at its old time').waitFor();
    await expect.poll(async () => (await box.boundingBox())?.x).toBeCloseTo(before.x, 0);
    expect(await boxOf(posts[1]).count()).toBe(1);
    await startAgain();
    await made({ text: 'Made meanwhile', scheduledAt: '2026-12-03T09:00:00Z' });
    await restored();
    await page.locator('#grid').getByText('Made meanwhile').waitFor();
  });

  it('stays on the page of an approval, and approves once', async () => {
    const proposed = { scheduleMode: 'schedule', scheduledAt: '2026-12-05T09:00:00Z' };
    const post = await made({ text: 'Approve me', scheduleMode: 'draft', proposed });
    await openLive(page, `/posts/${post.id}`);
    const approve = page.getByRole('button', { name: 'Approve for Sat 5 Dec' });
    await approve.waitFor();
    await stop();
    await lost();
    await approve.click();
    await page.getByText('it is never done twice').waitFor();
    expect(await approve.isVisible()).toBe(true);
    await startAgain();
    await restored();
    await approve.click();
    await page.getByText('approved the draft').waitFor();
    expect(await read(post.id)).toMatchObject({ status: 'scheduled', version: 2 });
  });
});
