import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MediaPage } from '../../../src/contract/media/media.js';
import type { Post } from '../../../src/contract/posts/posts.js';
import { picture } from '../../support/media/pictures.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { accessibilityIssues, launchBrowser, noBrowser, signedInPage } from '../support/browser.js';

const NETWORKS = ['LinkedIn', 'X', 'Bluesky'] as const;
const COLOURS = { common: '#aa0000', own: '#0000aa' } as const;
const OTHER_IMAGES = 'Use other images and videos here';
const RESET = 'Reset to All images and videos';

describe.skipIf(noBrowser)('a channel’s own images and videos', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-'));
  const fileOf = (name: keyof typeof COLOURS) => join(folder, `${name}.png`);
  let test: BackendUnderTest;
  let browser: Browser;

  beforeAll(async () => {
    test = await BackendUnderTest.start();
    browser = await launchBrowser();
    for (const name of ['common', 'own'] as const) {
      const bytes = await picture('png', { colour: COLOURS[name], width: 1200, height: 800 });
      await writeFile(fileOf(name), bytes);
    }
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
  const panel = (page: Page) => page.locator('.tab-panel:visible');
  const shared = (page: Page) => panel(page).locator('.shared-media img');
  const names = (page: Page) => panel(page).locator('.media-title strong').allTextContents();
  const keyOf = async (filename: string) =>
    (await test.get<MediaPage>('/v1/media')).body.data.find((one) => one.filename === filename)?.key ?? '';
  const read = async (page: Page) => {
    await page.waitForURL('**/posts/post_*');
    return (await test.get<Post>(`/v1${new URL(page.url()).pathname}`)).body;
  };
  const mediaOf = ({ overrides }: Post) =>
    overrides.map(({ mediaUrls, altTexts }) => ({ mediaUrls, altTexts }));
  const saved = async (page: Page, button: string) => {
    await page.getByRole('button', { name: button }).click();
    return read(page);
  };

  it('begin with those of all channels, are cropped alone, kept when editing, and reset', async () => {
    const { page, faults } = await signedInPage(browser, test, { width: 1440, height: 900 });
    await page.goto('/posts/new');
    for (const network of NETWORKS) await chip(page, network).click();
    await page.getByLabel('What do you want to say?').fill('New beans are in.');
    await panel(page).getByLabel('Add files').setInputFiles(fileOf('common'));
    await panel(page).getByLabel('Alt text').fill('Beans in a bowl');
    await tab(page, 'X').click();
    // The tab follows the common files.
    await expect.poll(() => shared(page).count()).toBe(1);
    await page.getByRole('button', { name: OTHER_IMAGES }).click();
    await expect.poll(() => names(page)).toEqual(['common.png']);
    expect(await panel(page).getByLabel('Alt text').inputValue()).toBe('Beans in a bowl');
    const reset = panel(page).getByRole('button', { name: RESET });
    expect(await reset.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    await panel(page).getByLabel('Add files').setInputFiles(fileOf('own'));
    await expect.poll(() => names(page)).toEqual(['common.png', 'own.png']);
    await panel(page).getByLabel('Alt text').nth(1).fill('A cup');
    await panel(page).getByRole('button', { name: 'Move up: own.png' }).click();
    await panel(page).getByRole('button', { name: 'Crop common.png' }).click();
    await page.getByRole('button', { name: 'Save as a new file' }).click();
    await expect.poll(() => names(page)).toEqual(['own.png', expect.stringMatching(/^common-\d+x\d+\.png$/)]);
    expect(await accessibilityIssues(page)).toEqual([]);
    const cropped = (await names(page))[1] ?? '';
    await panel(page).getByRole('button', { name: 'From library' }).click();
    await page.getByRole('button', { name: 'Add common.png' }).click();
    await expect.poll(() => names(page)).toEqual(['own.png', cropped, 'common.png']);
    await page.getByRole('button', { name: 'Close' }).click();
    // Another channel’s tab, and a change of the channels, leave the tray as it is.
    await tab(page, 'Bluesky').click();
    expect(await shared(page).count()).toBe(1);
    await chip(page, 'LinkedIn').click();
    await tab(page, 'LinkedIn').waitFor({ state: 'detached' });
    await chip(page, 'LinkedIn').click();
    await tab(page, 'LinkedIn').waitFor();
    await page.getByText('All channels', { exact: true }).click();
    expect(await names(page)).toEqual(['common.png']);
    await page.locator('.compose-foot .fits').waitFor();
    const post = await saved(page, 'Save draft');
    const [common, own, part] = await Promise.all(['common.png', 'own.png', cropped].map(keyOf));
    expect([post.mediaUrls, post.altTexts]).toEqual([[common], ['Beans in a bowl']]);
    const x = post.targets.find(({ platform }) => platform === 'x')?.accountId;
    expect(post.overrides).toEqual([
      { target: x, mediaUrls: [own, part, common], altTexts: ['A cup', 'Beans in a bowl', ''] },
    ]);

    await page.goto(`/posts/${post.id}/edit`);
    await page.getByLabel('What do you want to say?').fill('Newer beans.');
    await tab(page, 'X').click();
    expect(await names(page)).toEqual(['own.png', cropped, 'common.png']);
    await panel(page).getByRole('button', { name: 'Remove: common.png' }).click();
    const edited = await saved(page, 'Save changes');
    expect(mediaOf(edited)).toEqual([{ mediaUrls: [own, part], altTexts: ['A cup', 'Beans in a bowl'] }]);

    await page.goto(`/posts/${post.id}/edit`);
    await tab(page, 'X').click();
    await panel(page).getByRole('button', { name: RESET }).click();
    await expect.poll(() => shared(page).count()).toBe(1);
    const back = await saved(page, 'Save changes');
    expect([back.overrides, back.mediaUrls]).toEqual([[], [common]]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('are dropped on the open tab, and survive a change of its thread while they are uploaded', async () => {
    const { page, faults } = await signedInPage(browser, test, { width: 390, height: 844 });
    await page.goto('/posts/new');
    await chip(page, 'X').click();
    await tab(page, 'X').click();
    await panel(page).getByText('No images or videos in All channels.').waitFor();
    await page.getByRole('button', { name: OTHER_IMAGES }).click();
    await panel(page).getByRole('button', { name: RESET }).waitFor();
    const base64 = Buffer.from(await picture('png', { colour: '#00aa00' })).toString('base64');
    const held: Route[] = [];
    await page.route('**/media?tray=*', (route) => {
      held.push(route);
    });
    await page.evaluate(`{
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(${JSON.stringify(base64)}), (one) => one.charCodeAt(0));
      data.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }));
      document.querySelector('h1').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
    }`);
    await panel(page).locator('[data-uploading]').waitFor();
    await panel(page).getByRole('button', { name: 'Add a post to the thread' }).click();
    await panel(page).getByLabel('Post 2 for X').waitFor();
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.continue();
    await panel(page).locator('[data-medium]').waitFor();
    expect(await names(page)).toEqual(['dropped.png']);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await accessibilityIssues(page)).toEqual([]);
    expect(await page.locator('[name="media"]').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('work without scripts', async () => {
    const { page } = await signedInPage(browser, test, { javaScriptEnabled: false });
    const [common, own] = await Promise.all(['common.png', 'own.png'].map(keyOf));
    await page.goto(`/posts/new?media=${common}`);
    for (const network of NETWORKS) await chip(page, network).click();
    await page.getByLabel('What do you want to say?').fill('Beans without scripts.');
    await page.getByRole('button', { name: 'Update the preview' }).click();
    await tab(page, 'X').click();
    expect(await shared(page).count()).toBe(1);
    await page.getByRole('button', { name: OTHER_IMAGES }).click();
    expect(await names(page)).toEqual(['common.png']);
    await panel(page).getByRole('button', { name: 'From library' }).click();
    await page.getByRole('button', { name: 'Add own.png' }).click();
    expect(await names(page)).toEqual(['common.png', 'own.png']);
    await page.getByRole('button', { name: 'Close' }).click();
    await panel(page).getByRole('button', { name: 'Remove: common.png' }).click();
    await panel(page).getByLabel('Alt text').fill('A cup');
    const post = await saved(page, 'Save draft');
    expect(post.mediaUrls).toEqual([common]);
    expect(mediaOf(post)).toEqual([{ mediaUrls: [own], altTexts: ['A cup'] }]);

    await page.goto(`/posts/${post.id}/edit`);
    await tab(page, 'X').click();
    expect(await panel(page).getByLabel('Alt text').inputValue()).toBe('A cup');
    // None at all is a choice too.
    await panel(page).getByRole('button', { name: 'Remove: own.png' }).click();
    expect(await panel(page).getByRole('button', { name: RESET }).isVisible()).toBe(true);
    expect(mediaOf(await saved(page, 'Save changes'))).toEqual([{ mediaUrls: [], altTexts: [] }]);
    await page.goto(`/posts/${post.id}/edit`);
    await tab(page, 'X').click();
    await panel(page).getByRole('button', { name: RESET }).click();
    expect(await shared(page).count()).toBe(1);
    expect((await saved(page, 'Save changes')).overrides).toEqual([]);
    await page.context().close();
  });
});
