import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Media, MediaPage } from '../../../src/contract/media/media.js';
import type { Post } from '../../../src/contract/posts/posts.js';
import { picture } from '../../support/media/pictures.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { accessibilityIssues, launchBrowser, noBrowser, signedInPage } from '../support/browser.js';

const WIDTH = 1200;
const HEIGHT = 800;

describe.skipIf(noBrowser)('cropping a picture', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-'));
  const file = join(folder, 'beans.jpg');
  let test: BackendUnderTest;
  let browser: Browser;

  beforeAll(async () => {
    test = await BackendUnderTest.start();
    browser = await launchBrowser();
    await writeFile(file, await picture('jpeg', { width: WIDTH, height: HEIGHT }));
  });
  afterAll(async () => {
    await browser?.close();
    await test?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const stored = async () => (await test.get<MediaPage>('/v1/media')).body.data;
  const side = (page: Page, name: string) => page.getByLabel(name, { exact: true }).inputValue();
  const frameOf = async (page: Page) => {
    const box = await page.getByRole('application').boundingBox();
    if (!box) throw new Error('The frame is not shown.');
    return box;
  };
  const drag = async (page: Page, from: { x: number; y: number }, right: number, down: number) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + right, from.y + down, { steps: 4 });
    await page.mouse.up();
  };

  it('with a mouse replaces it in the post, with its alt text, and keeps the original', async () => {
    const { page, faults } = await signedInPage(browser, test, { width: 1440, height: 900 });
    await page.goto('/posts/new');
    await page.locator('.chip', { has: page.locator('.net[title="Instagram"]') }).click();
    await page.getByLabel('What do you want to say?').fill('New beans are in.');
    await page.getByLabel('Add files').setInputFiles(file);
    await page.getByLabel('Alt text').fill('Beans in a bowl');
    await page.getByRole('button', { name: 'Crop beans.jpg' }).click();
    // Instagram’s first ratio is chosen, and the frame is as large as it can be.
    expect(await page.getByRole('radio', { name: '4:5' }).isChecked()).toBe(true);
    expect([await side(page, 'Width'), await side(page, 'Height')]).toEqual(['640', '800']);
    expect(await side(page, 'Left')).toBe('280');
    expect(await accessibilityIssues(page)).toEqual([]);

    const frame = await frameOf(page);
    const scale = HEIGHT / frame.height;
    const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 };
    await drag(page, middle, -2000, 0);
    expect(await side(page, 'Left')).toBe('0');
    const moved = await frameOf(page);
    await drag(page, { x: moved.x + moved.width - 2, y: moved.y + moved.height - 2 }, 0, -moved.height / 2);
    const [width, height] = [Number(await side(page, 'Width')), Number(await side(page, 'Height'))];
    expect(Math.abs(height - HEIGHT / 2)).toBeLessThanOrEqual(4 * scale);
    expect(width / height).toBeCloseTo(4 / 5, 1);
    await page.getByRole('button', { name: 'Save as a new file' }).click();

    const name = `beans-${width}x${height}.jpg`;
    await page.locator('.media-title strong', { hasText: name }).waitFor();
    expect(await page.locator('.media-item').count()).toBe(1);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByLabel('Alt text').inputValue()).toBe('Beans in a bowl');
    const files = await stored();
    expect(files.map((one) => `${one.filename} ${one.width}x${one.height}`).sort()).toEqual([
      `${name} ${width}x${height}`,
      `beans.jpg ${WIDTH}x${HEIGHT}`,
    ]);
    await page.locator('.compose-foot .fits').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL('**/posts/post_*');
    const { body } = await test.get<Post>(`/v1/posts/${new URL(page.url()).pathname.split('/').at(-1)}`);
    expect(body.mediaUrls).toEqual(files.flatMap((one) => (one.filename === name ? [one.key] : [])));
    expect(body.altTexts).toEqual(['Beans in a bowl']);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('with the keyboard alone, from the page of the file, keeps its alt text in the library', async () => {
    const { page, faults } = await signedInPage(browser, test, { width: 390, height: 844 });
    const original = (await stored()).find(({ filename }) => filename === 'beans.jpg');
    if (!original) throw new Error('The file is not in the library.');
    await test.request('PATCH', `/v1/media/${original.key}`, { body: { altText: 'A bowl' } });
    await page.goto(`/media/${original.key}`);
    await page.getByRole('button', { name: 'Crop beans.jpg' }).focus();
    await page.keyboard.press('Enter');
    const frame = page.getByRole('application');
    await frame.waitFor();
    await expect.poll(() => frame.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await accessibilityIssues(page)).toEqual([]);

    await page.keyboard.press('Shift+Tab');
    for (let press = 0; !(await page.getByRole('radio', { name: 'Free' }).isChecked()); press += 1) {
      expect(press).toBeLessThan(12);
      await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('Tab');
    const before = [Number(await side(page, 'Width')), Number(await side(page, 'Left'))] as const;
    // Each step is a hundredth of the longer side.
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('Shift+ArrowLeft');
    for (let press = 0; press < 10; press += 1) await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('ArrowLeft');
    expect(await side(page, 'Width')).toBe(String(before[0] - 60));
    expect(await side(page, 'Height')).toBe(String(HEIGHT - 120));
    expect(await side(page, 'Left')).toBe(String(Math.max(0, before[1] - 12)));
    await page.getByLabel('Height', { exact: true }).fill('500');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Save as a new file' }).focus();
    await Promise.all([
      page.waitForURL((url) => !url.pathname.endsWith(original.key)),
      page.keyboard.press('Enter'),
    ]);

    const key = new URL(page.url()).pathname.split('/').at(-1);
    const { body } = await test.get<Media>(`/v1/media/${key}`);
    expect(body).toMatchObject({ width: before[0] - 60, height: 500, altText: 'A bowl' });
    expect((await test.get<Media>(`/v1/media/${original.key}`)).body).toMatchObject({ width: WIDTH });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('can be cancelled, and is not offered without scripts', async () => {
    const { page } = await signedInPage(browser, test);
    const [newest] = await stored();
    await page.goto(`/media/${newest?.key}`);
    const button = page.getByRole('button', { name: /^Crop/ });
    await button.click();
    await page.getByRole('application').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await button.evaluate((one) => one === one.ownerDocument.activeElement)).toBe(true);
    await page.context().close();
    const plain = await signedInPage(browser, test, { javaScriptEnabled: false });
    await plain.page.goto(`/media/${newest?.key}`);
    expect(await plain.page.getByRole('button', { name: 'Save alt text' }).isVisible()).toBe(true);
    expect(await plain.page.getByRole('button', { name: /^Crop/ }).isVisible()).toBe(false);
    await plain.page.context().close();
  });
});
