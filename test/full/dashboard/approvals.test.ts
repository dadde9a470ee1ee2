import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PostPage } from '../../../src/contract/posts/posts.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { launchBrowser, noBrowser, type SignedInPage, signedInPage } from '../support/browser.js';

/** More than any page of a list has. */
const NEWER_DRAFTS = 300;

const WAITING = 'Doors open at nine';

describe.skipIf(noBrowser)('an approval among many drafts', () => {
  let test: BackendUnderTest;
  let browser: Browser;
  let seen: SignedInPage;
  beforeAll(async () => {
    test = await BackendUnderTest.start();
    const proposed = { scheduleMode: 'schedule', scheduledAt: '2030-01-07T09:00:00Z' };
    await test.post('/v1/posts', { text: WAITING, platform: 'bluesky', scheduleMode: 'draft', proposed });
    test.clock.advance(60_000);
    for (let made = 0; made < NEWER_DRAFTS; made += 20) {
      const posts = Array.from({ length: 20 }, (_, n) => ({
        text: `Idea ${made + n}`,
        platform: 'bluesky',
        scheduleMode: 'draft',
      }));
      expect((await test.post('/v1/posts/batch', { posts })).status).toBe(201);
    }
    browser = await launchBrowser();
    seen = await signedInPage(browser, test, { isQuiet: true });
  });
  afterAll(async () => {
    await browser?.close();
    await test?.close();
  });

  it('stays on Today, under “Need you” and in the counts', async () => {
    const { page, faults } = seen;
    await page.goto('/');
    await page.getByRole('list', { name: 'Posts waiting for you' }).getByText(WAITING).waitFor();
    expect(await page.locator('#nav a', { hasText: 'Posts' }).locator('.count').textContent()).toBe(
      '1 waiting',
    );
    await page.getByRole('link', { name: 'All that need you' }).click();
    await page.getByRole('link', { name: WAITING }).waitFor();
    const tab = page.getByRole('navigation', { name: 'Filter posts' }).locator('[aria-current=page]');
    expect(await tab.textContent()).toBe('Need you 1');
    expect(faults).toEqual([]);
  });

  it('and drafts are selected by ranges, and changed together', async () => {
    const { page, faults } = seen;
    await page.goto('/posts?status=draft&text=Idea');
    const boxes = page.locator('[data-pick]');
    await boxes.nth(1).check();
    await boxes.nth(4).click({ modifiers: ['Shift'] });
    await page.getByText('4 selected').waitFor();
    const bar = page.getByRole('toolbar', { name: 'Selected posts' });
    // None of these drafts has a time or a proposal.
    expect(await bar.getByRole('button').allTextContents()).toEqual(['Label', 'Delete…', 'Clear']);
    await bar.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete 4 drafts' }).click();
    await page.getByRole('heading', { name: 'Deleted or cancelled: 4 posts' }).waitFor();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page
      .getByText(`All ${NEWER_DRAFTS - 4}`, { exact: true })
      .last()
      .waitFor({ state: 'attached' });
    expect(new URL(page.url()).search).toBe('?status=draft&text=Idea');
    expect(faults).toEqual([]);
  });

  it('is found while somebody types, and the address says so', async () => {
    const { page } = seen;
    await page.goto('/posts');
    await page.getByRole('searchbox').pressSequentially('doors open');
    await page.waitForURL('**/posts?text=doors+open');
    await expect.poll(() => page.locator('[data-row]').count()).toBe(1);
    expect(await page.getByRole('combobox', { name: 'Order' }).locator(':checked').textContent()).toBe(
      'Latest first',
    );
  });

  it('is one filter of the API', async () => {
    const { body } = await test.get<PostPage>('/v1/posts?status=approval');
    expect(body.data.map(({ text }) => text)).toEqual([WAITING]);
    expect(body.nextCursor).toBeNull();
  });
});
