import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '../../support/mcp-session.js';
import { picture } from '../../support/media/pictures.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { launchBrowser, noBrowser, openLive, signedInPage, untilSwapped } from '../support/browser.js';
import { watch } from '../support/watched-page.js';

let test: BackendUnderTest;
let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), 'postrider-'));

describe.skipIf(noBrowser)('the dashboard in a browser', () => {
  beforeAll(async () => {
    test = await BackendUnderTest.start();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await test?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('goes from the sign-in link to a post that an agent drafts and the user approves', async () => {
    const { page } = await signedInPage(browser, test);
    const seen = await watch(page, test.backend.url);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Create API key' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Claude Desktop');
    await page.getByText('Draft only').click();
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.getByLabel('API key', { exact: true }).textContent()) ?? '';
    expect(key).toMatch(/^postrider_api_/);

    await openLive(page, '/posts');
    await page.getByText('No posts yet').waitFor();
    const home = await page.context().newPage();
    const seenAtHome = await watch(home, test.backend.url);
    await openLive(home, '/');
    await home.getByText('Nothing is waiting for you').waitFor();

    const env = { POSTRIDER_API_KEY: key, POSTRIDER_BASE_URL: test.backend.url };
    const agent = await openSession({ env });
    const drafted = await agent.call('postrider_create_post', {
      text: 'Fresh beans from Fernhill Coffee',
      platform: 'bluesky',
      scheduleMode: 'draft',
      proposed: { scheduleMode: 'now' },
    });
    expect(drafted.text).toContain('post_');
    await home.getByRole('link', { name: 'Fresh beans from Fernhill Coffee' }).waitFor();
    await page.bringToFront();
    await page.getByRole('link', { name: 'Fresh beans from Fernhill Coffee' }).click();

    await page.getByRole('button', { name: 'Approve and publish now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve and publish now' }).click();
    const seeIt = page.getByRole('link', { name: 'View on Bluesky' });
    await seeIt.waitFor();
    const [published] = await Promise.all([page.waitForEvent('popup'), seeIt.click()]);
    await published.getByText('Fresh beans from Fernhill Coffee').first().waitFor();

    await page.goto('/activity');
    const row = page.getByRole('listitem').filter({ hasText: 'postrider_create_post' }).first();
    await expect.poll(() => row.textContent()).toContain('Claude Desktop');
    expect([...seen, ...seenAtHome]).toEqual([]);
    await page.context().close();
  });

  it('uploads images with alt texts, in order', async () => {
    const { page } = await signedInPage(browser, test);
    const seen = await watch(page, test.backend.url);
    const files = await Promise.all(
      ['red', 'green'].map(async (colour) => {
        const path = join(folder, `${colour} beans.jpg`);
        await writeFile(path, await picture('jpeg', { colour }));
        return path;
      }),
    );
    const notes = join(folder, 'notes.txt');
    await writeFile(notes, 'no picture');
    await page.goto('/posts/new');
    await page.getByLabel('What do you want to say?').fill('Two colours');
    await page.locator('.channel-choice label').first().click();
    await page.getByLabel('Add files').setInputFiles([...files, notes]);
    await page.locator('[data-medium]').nth(1).waitFor();
    await page
      .getByText(/JPEG|PNG/)
      .first()
      .waitFor();
    await page.locator('[data-media-list] .too-long').waitFor();
    await page.getByRole('button', { name: 'Remove', exact: true }).last().click();
    await page.getByRole('button', { name: 'Move up: green beans.jpg' }).click();
    await page.getByLabel('Alt text').first().fill('Unroasted beans');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('img', { name: 'Unroasted beans' }).first().waitFor();
    const names = await page.locator('.post-media figcaption .one-line').allTextContents();
    expect(names.map((name) => name.split(',')[0])).toEqual(['green beans.jpg', 'red beans.jpg']);
    const loaded = await page
      .locator('.post-media img')
      .evaluateAll((images) => images.map((image) => 'naturalWidth' in image && image.naturalWidth !== 0));
    expect(loaded).toEqual([true, true]);
    // The browser logs the refused file.
    expect(seen.filter((line) => !line.includes('415'))).toEqual([]);
    await page.context().close();
  });

  it('keeps what the user types while the page updates', async () => {
    const { page } = await signedInPage(browser, test);
    const key = await test.newKey('draft');
    const draft = { text: 'To be rejected', platform: 'bluesky', proposed: { scheduleMode: 'now' } };
    const { body } = await test.post('/v1/posts', draft, { key });
    await openLive(page, `/posts/${body['id']}`);
    await page.getByText('Reject', { exact: true }).first().click();
    await page.getByLabel('Reason').fill('Too long');
    await untilSwapped(page, () =>
      test.post('/v1/posts', { text: 'Another', scheduleMode: 'draft' }, { key }),
    );
    expect(await page.getByLabel('Reason').inputValue()).toBe('Too long');
    expect(await page.getByLabel('Reason').isVisible()).toBe(true);
    await page.context().close();
  });

  it('keeps extended lists and updates the counts while the page updates', async () => {
    const { page } = await signedInPage(browser, test);
    const key = await test.newKey('draft');
    for (let number = 0; number < 45; number += 1) {
      await test.post('/v1/posts', { text: `Of the series ${number}`, scheduleMode: 'draft' });
    }
    await openLive(page, '/posts?text=of+the+series');
    const rows = page.locator('[data-row]');
    const more = page.getByRole('link', { name: 'Show more' });
    await expect.poll(() => rows.count()).toBe(30);
    await more.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => rows.count()).toBe(45);
    const draft = { text: 'Of the series, the last', platform: 'bluesky', proposed: { scheduleMode: 'now' } };
    const waiting = page.locator('#nav .count').first();
    const before = Number.parseInt((await waiting.textContent()) ?? '', 10);
    await test.post('/v1/posts', draft, { key });
    await expect.poll(() => rows.count()).toBe(46);
    await expect.poll(async () => Number.parseInt((await waiting.textContent()) ?? '', 10)).toBe(before + 1);
    expect(page.url()).toContain('rows=60');
    await page.context().close();
  });
});
