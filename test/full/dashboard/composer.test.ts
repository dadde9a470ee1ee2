import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Post } from '../../../src/contract/posts/posts.js';
import { picture } from '../../support/media/pictures.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { accessibilityIssues, launchBrowser, noBrowser, signedInPage } from '../support/browser.js';

/** Clicks, typed fields and chosen files: what a person does. */
const MAX_ACTS = 12;

describe.skipIf(noBrowser)('the composer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-'));
  let test: BackendUnderTest;
  let browser: Browser;

  beforeAll(async () => {
    test = await BackendUnderTest.start();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await test?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const chip = (page: Page, network: string) =>
    page.locator('.chip', { has: page.locator(`.net[title="${network}"]`) });
  const tab = (page: Page, network: string) =>
    page.locator('.tab', { has: page.locator(`.net[title="${network}"]`) });

  it('schedules for three networks, with an image and a text of its own for X, in a few acts', async () => {
    const { page, faults } = await signedInPage(browser, test, { width: 1440, height: 900 });
    const file = join(folder, 'beans.jpg');
    await writeFile(file, await picture('jpeg', { width: 1200, height: 800 }));
    let acts = 0;
    const act = async (one: Promise<unknown>): Promise<void> => {
      acts += 1;
      await one;
      expect(await page.evaluate('[scrollX, scrollY]')).toEqual([0, 0]);
    };
    await page.goto('/posts/new');
    for (const network of ['LinkedIn', 'X', 'Bluesky']) await act(chip(page, network).click());
    await act(page.getByLabel('What do you want to say?').fill('New beans are in. '.repeat(16)));
    await act(page.getByLabel('Add files').setInputFiles(file));
    await act(page.getByLabel('Alt text').fill('Beans in a bowl'));
    await act(tab(page, 'X').click());
    const own = page.getByLabel(/^Text for X/);
    expect(await own.inputValue()).toBe('New beans are in. '.repeat(16));
    await page.locator('.counter.over:visible', { hasText: '−8' }).first().waitFor();
    expect(await page.locator('[data-excess] mark').allTextContents()).toContain(
      'New beans are in. '.repeat(16).slice(280),
    );
    await act(own.fill('New beans are in.'));
    await page.locator('.if-own:visible').waitFor();
    await act(page.locator('.time-menu > summary').click());
    await act(page.getByText('In 1 hour').click());
    await page.locator('.compose-foot .fits').waitFor();
    const main = page.getByRole('button', { name: 'Schedule for Tue 1 Dec, 09:00' });
    // It leaves the page.
    acts += 1;
    await main.click();
    await page.waitForURL('**/posts/post_*');
    expect(acts).toBeLessThanOrEqual(MAX_ACTS);

    const { body } = await test.get<Post>(`/v1/posts/${new URL(page.url()).pathname.split('/').at(-1)}`);
    expect(body).toMatchObject({ status: 'scheduled', altTexts: ['Beans in a bowl'] });
    expect(body.targets.map(({ platform }) => platform).sort()).toEqual(['bluesky', 'linkedin', 'x']);
    expect(body.overrides.map(({ text }) => text)).toEqual(['New beans are in.']);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('leads from a problem to its field, and resets a text of its own', async () => {
    const { page } = await signedInPage(browser, test, { width: 390, height: 844 });
    await page.goto('/posts/new');
    const text = page.getByLabel('What do you want to say?');
    await text.fill('Fits everywhere');
    for (const network of ['X', 'YouTube']) await chip(page, network).click();
    await tab(page, 'X').click();
    const own = page.getByLabel(/^Text for X/);
    await own.fill('x'.repeat(290));
    await page.getByText('X: 10 too long').waitFor();
    await page.getByText('All channels', { exact: true }).click();
    await text.fill('Still fits everywhere');
    await page.getByText('X: 10 too long').click();
    expect(await page.evaluate('document.activeElement.dataset.ownText !== undefined')).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await accessibilityIssues(page)).toEqual([]);
    await page.getByRole('button', { name: 'Reset to All' }).click();
    expect(await own.inputValue()).toBe('Still fits everywhere');
    await page.getByText('X: 10 too long').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('splits a long text into a thread, and a post at the cursor', async () => {
    const { page, faults } = await signedInPage(browser, test, { width: 390, height: 844 });
    await page.goto('/posts/new');
    await chip(page, 'X').click();
    const sentence = 'Nothing is cut in the middle.';
    await page.getByLabel('What do you want to say?').fill(`${`${sentence} `.repeat(12)}`.trim());
    await page.getByRole('button', { name: 'Split into 2 posts' }).first().click();
    const posts = page.locator('.thread-post textarea');
    const texts = () =>
      page.evaluate<string[]>(
        "[...document.querySelectorAll('.thread-post textarea')].map(({ value }) => value)",
      );
    await expect.poll(() => posts.count()).toBe(2);
    expect((await texts()).join(' ')).toBe(`${sentence} `.repeat(12).trim());
    await page.locator('.compose-foot .fits').waitFor();
    await posts.nth(1).fill('One two');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+Shift+Enter');
    await expect.poll(texts).toEqual([expect.any(String), 'One', 'two']);
    expect(await page.evaluate('document.activeElement.value')).toBe('two');
    await page.getByRole('button', { name: 'Move up: post 3' }).click();
    await expect.poll(texts).toEqual([expect.any(String), 'two', 'One']);
    await page.getByRole('button', { name: 'Remove: post 2' }).click();
    await expect.poll(texts).toEqual([expect.any(String), 'One']);
    await page.getByRole('button', { name: 'Remove: post 1' }).click();
    await expect.poll(texts).toEqual(['One']);
    expect(await accessibilityIssues(page, ['light'])).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(texts).toEqual([expect.any(String), 'One']);
    await page.getByText('Post 1 removed').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(texts).toEqual([expect.any(String), 'two', 'One']);
    expect(await page.locator('[data-toast]').count()).toBe(0);
    const kept = `/posts/new?kept=${await page.locator('#compose [name=formId]').inputValue()}`;
    await page.locator('#kept', { hasText: 'Saved' }).waitFor();
    await expect
      .poll(async () => {
        await page.goto(kept);
        return texts();
      })
      .toEqual([expect.any(String), 'two', 'One']);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await accessibilityIssues(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('takes files from the library and by dropping, puts them in order, and retries a lost upload', async () => {
    const { page, faults } = await signedInPage(browser, test, { width: 1440, height: 900 });
    const colours = ['#aa0000', '#00aa00', '#0000aa'];
    const [red, green, blue] = await Promise.all(
      colours.map(async (colour) => Buffer.from(await picture('png', { colour })).toString('base64')),
    );
    const drop = (base64: string | undefined, name: string) =>
      page.evaluate(`{
        const data = new DataTransfer();
        const bytes = Uint8Array.from(atob(${JSON.stringify(base64)}), (one) => one.charCodeAt(0));
        data.items.add(new File([bytes], ${JSON.stringify(name)}, { type: 'image/png' }));
        document.querySelector('h1').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
      }`);
    const names = () => page.locator('.media-title strong').allTextContents();
    await page.goto('/posts/new');
    await drop(red, 'red.png');
    await drop(green, 'green.png');
    await expect.poll(names).toEqual(['red.png', 'green.png']);
    await page.reload();
    await page.getByRole('button', { name: 'From library' }).click();
    await page.getByRole('searchbox', { name: 'Search the library' }).fill('green');
    await page.getByRole('button', { name: 'Add red.png' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add green.png' }).click();
    await expect.poll(names).toEqual(['green.png']);
    expect(await accessibilityIssues(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.route('**/media', (route) => route.abort(), { times: 1 });
    await drop(blue, 'blue.png');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(names).toEqual(['green.png', 'blue.png']);
    await page.locator('.media-item .thumb').nth(1).hover();
    await page.mouse.down();
    await page.locator('.media-item .thumb').first().hover();
    await page.mouse.up();
    await expect.poll(names).toEqual(['blue.png', 'green.png']);
    await chip(page, 'Bluesky').click();
    await page.getByLabel('What do you want to say?').fill('Our menu: https://fernhill.example/menu');
    await page.getByRole('button', { name: 'Attach as card' }).click();
    await page.getByText('No card: the files take its place.').waitFor();
    for (const file of ['blue.png', 'green.png']) {
      await page.getByRole('button', { name: `Remove: ${file}` }).click();
    }
    await page.locator('#check .card', { hasText: 'fernhill.example' }).waitFor();
    expect(await accessibilityIssues(page)).toEqual([]);
    expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([]);
    await page.context().close();
  });
});
