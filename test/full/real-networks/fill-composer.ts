import type { Page } from 'playwright-core';
import { fieldsOf, mediaFiles, type WalkPost } from './walk-post.js';

/** Fills the composer with a post for the only channel. @param cover the storage key of the cover */
export async function fillComposer(page: Page, post: WalkPost, cover: string | null): Promise<void> {
  await page.locator('.channel-choice label').first().click();
  await page.getByLabel('What do you want to say?').fill(post.text);
  const files = mediaFiles(post);
  if (files.length > 0) {
    await page.getByLabel('Add files').setInputFiles(files);
    await page
      .locator('[data-medium]')
      .nth(files.length - 1)
      .waitFor();
  }
  const fields = { ...post.fields, ...fieldsOf(post, cover) };
  const thread = post.thread ?? [];
  if (Object.keys(fields).length + thread.length > 0) await page.locator('.tab').nth(1).click();
  for (const [name, value] of Object.entries(fields)) await fillField(page, name, value);
  for (const [place, text] of thread.entries()) {
    await page.getByRole('button', { name: 'Add a post to the thread' }).click();
    await page.locator('textarea[name$=".thread"]').nth(place).fill(text);
  }
}

/** Fills an option of the channel, by its name. A value that is one of a choice is chosen. */
async function fillField(page: Page, name: string, value: string): Promise<void> {
  const field = page.locator(`[id^="o."][id$=".${name}"]`);
  if (!(await field.isVisible())) await page.locator('details.account-options > summary').click();
  const isChoice = (await field.evaluate((element) => element.tagName)) === 'SELECT';
  await (isChoice ? field.selectOption(value) : field.fill(value));
}
