import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../../src/contract/accounts/accounts.js';
import type { CreatedPost, Post } from '../../../src/contract/posts/posts.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { accessibilityIssues, launchBrowser, noBrowser, signedInPage } from '../support/browser.js';

const MINUTE_MS = 60_000;

describe.skipIf(noBrowser)('an account that has lost its access', () => {
  let test: BackendUnderTest;
  let browser: Browser;
  let page: Page;
  let faults: string[];
  let accountId: string;
  /** A key that may change simulated accounts. */
  let sandbox: string;

  beforeAll(async () => {
    test = await BackendUnderTest.start();
    browser = await launchBrowser();
    ({ page, faults } = await signedInPage(browser, test, { isQuiet: true }));
    sandbox = await test.newKey('sandbox');
    const body = { platform: 'x', handle: '@harbour' };
    accountId = (await test.request<Account>('POST', '/v1/test/accounts', { key: sandbox, body })).body.id;
  });
  afterAll(async () => {
    await browser?.close();
    await test?.close();
  });

  const read = async (id: string) => (await test.get<Post>(`/v1/posts/${id}`)).body;

  /** Posts that were not published, because the account had no access. */
  async function stalled(...texts: readonly string[]): Promise<string[]> {
    const scheduledAt = new Date(test.clock.now() + MINUTE_MS).toISOString();
    const ids: string[] = [];
    for (const text of texts) {
      const fields = { accountIds: [accountId], text, scheduledAt };
      ids.push((await test.post<CreatedPost>('/v1/posts', fields)).body.id);
    }
    await test.request('POST', `/v1/test/accounts/${accountId}/expire`, { key: sandbox, body: {} });
    await test.clock.advance(MINUTE_MS);
    for (const id of ids) {
      await expect.poll(async () => (await read(id)).status, { timeout: 10_000 }).toBe('failed');
    }
    return ids;
  }

  async function checkPage(): Promise<void> {
    expect(await accessibilityIssues(page)).toEqual([]);
    const widths = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(widths)).toBeLessThanOrEqual(0);
  }

  async function reconnectHere(): Promise<void> {
    await page.getByRole('heading', { name: 'Reconnect @harbour' }).waitFor();
    await checkPage();
    await page.getByRole('button', { name: 'Reconnect' }).click();
    await page.getByText('Connected @harbour on X.').waitFor();
    await checkPage();
  }

  const isPublished = (id: string) =>
    expect.poll(async () => (await read(id)).status, { timeout: 10_000 }).toBe('published');

  it('is reconnected from the post that failed, which is then retried', async () => {
    const [id = ''] = await stalled('The ferry runs again');
    await page.goto(`/posts/${id}`);
    expect(await page.locator('.button.main').allTextContents()).toEqual(['Reconnect @harbour']);
    await checkPage();
    await page.getByRole('link', { name: 'Reconnect @harbour' }).click();
    await reconnectHere();
    expect(new URL(page.url()).pathname).toBe(`/posts/${id}`);
    await page.getByRole('button', { name: 'Retry on X @harbour' }).click();
    await isPublished(id);
  });

  it('is reconnected from Today, which leads to all posts that wait for it', async () => {
    const [first = '', last = ''] = await stalled('First ferry at six', 'Last ferry at nine');
    await page.goto('/');
    await page.getByRole('link', { name: 'Reconnect @harbour' }).click();
    await reconnectHere();
    const rows = page.getByRole('list', { name: 'Posts that were not published' }).getByRole('listitem');
    expect(await rows.count()).toBe(2);
    await rows.filter({ hasText: 'First ferry' }).getByRole('button', { name: 'Retry' }).click();
    await page.waitForURL(`**/posts/${first}`);
    await isPublished(first);
    await page.goto(`/posts/${last}`);
    await page.getByRole('button', { name: 'Retry on X @harbour' }).click();
    await isPublished(last);
  });

  it('is reconnected from its card', async () => {
    const [id = ''] = await stalled('No ferry tomorrow');
    await page.goto('/channels');
    const card = page.getByRole('article').filter({ hasText: '@harbour' });
    await card.getByRole('button', { name: 'Reconnect' }).click();
    await page.getByText('Connected @harbour on X.').waitFor();
    await page
      .getByRole('list', { name: 'Posts that were not published' })
      .getByRole('listitem')
      .filter({ hasText: 'No ferry' })
      .getByRole('button')
      .click();
    await isPublished(id);
    expect(faults).toEqual([]);
  });
});
