import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession } from '../../support/mcp-session.js';
import { picture } from '../../support/pictures.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { launchBrowser, noBrowser, signedInPage } from '../support/browser.js';
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

  it('leads from the first link to a post that an agent drafted and a person approved', async () => {
    const { page } = await signedInPage(browser, test);
    const seen = await watch(page, test.backend.url);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Make a key' }).first().click();
    await page.getByLabel('What is it for?').fill('Claude Desktop');
    await page.getByText('Draft only').click();
    await page.getByRole('button', { name: 'Make the key' }).click();
    const key = (await page.getByLabel('The key', { exact: true }).textContent()) ?? '';
    expect(key).toMatch(/^postrider_api_/);

    await page.goto('/posts');
    await page.getByText('There is no post yet').waitFor();
    const home = await page.context().newPage();
    const seenAtHome = await watch(home, test.backend.url);
    await home.goto('/');
    await home.getByText('Nothing waits for you').waitFor();

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

    await page.getByRole('button', { name: 'Approve it', exact: true }).click();
    const seeIt = page.getByRole('link', { name: 'See it on Bluesky' });
    await seeIt.waitFor();
    const [published] = await Promise.all([page.waitForEvent('popup'), seeIt.click()]);
    await published.getByText('Fresh beans from Fernhill Coffee').first().waitFor();

    await page.goto('/activity');
    const row = page.getByRole('listitem').filter({ hasText: 'postrider_create_post' }).first();
    await expect.poll(() => row.textContent()).toContain('Claude Desktop');
    expect([...seen, ...seenAtHome]).toEqual([]);
    await page.context().close();
  });

  it('takes pictures that are chosen, with words, in an order', async () => {
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
    await page.getByRole('button', { name: 'Leave it out', exact: true }).last().click();
    await page.getByRole('button', { name: 'Up: green beans.jpg' }).click();
    await page.getByLabel('In words').first().fill('Unroasted beans');
    await page
      .getByRole('button', { name: 'Save it, or send' })
      .or(page.getByRole('button', { name: /^Save/ }))
      .click();
    await page.getByRole('img', { name: 'Unroasted beans' }).waitFor();
    const names = await page.locator('.post-media figcaption .one-line').allTextContents();
    expect(names.map((name) => name.split(',')[0])).toEqual(['green beans.jpg', 'red beans.jpg']);
    const loaded = await page
      .locator('.post-media img')
      .evaluateAll((images) => images.map((image) => 'naturalWidth' in image && image.naturalWidth !== 0));
    expect(loaded).toEqual([true, true]);
    // The refused file is told in the console by the browser itself.
    expect(seen.filter((line) => !line.includes('415'))).toEqual([]);
    await page.context().close();
  });

  it('keeps what somebody is writing while the page changes under it', async () => {
    const { page } = await signedInPage(browser, test);
    const key = await test.newKey('draft');
    const wish = { text: 'To be rejected', platform: 'bluesky', proposed: { scheduleMode: 'now' } };
    const { body } = await test.post('/v1/posts', wish, { key });
    await page.goto(`/posts/${body['id']}`);
    await page.getByText('Reject it').first().click();
    await page.getByLabel('Why?').fill('Too long');
    const read = page.waitForResponse((answer) => answer.url().endsWith(`/posts/${body['id']}`));
    await test.post('/v1/posts', { text: 'Another', scheduleMode: 'draft' }, { key });
    await read;
    await page.waitForTimeout(200);
    expect(await page.getByLabel('Why?').inputValue()).toBe('Too long');
    expect(await page.getByLabel('Why?').isVisible()).toBe(true);
    await page.context().close();
  });

  it('keeps the rows that somebody asked for, and counts what waits, while the page changes', async () => {
    const { page } = await signedInPage(browser, test);
    const key = await test.newKey('draft');
    for (let number = 0; number < 45; number += 1) {
      await test.post('/v1/posts', { text: `Of the series ${number}`, scheduleMode: 'draft' });
    }
    await page.goto('/posts?text=of+the+series');
    const rows = page.locator('.post-row');
    const more = page.getByRole('link', { name: 'Show more' });
    expect(await rows.count()).toBe(30);
    await more.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => rows.count()).toBe(45);
    const wish = { text: 'Of the series, the last', platform: 'bluesky', proposed: { scheduleMode: 'now' } };
    const waiting = page.locator('#rooms .count').first();
    const before = Number.parseInt((await waiting.textContent()) ?? '', 10);
    await test.post('/v1/posts', wish, { key });
    await expect.poll(() => rows.count()).toBe(46);
    expect(Number.parseInt((await waiting.textContent()) ?? '', 10)).toBe(before + 1);
    expect(page.url()).toContain('rows=60');
    await page.context().close();
  });
});
