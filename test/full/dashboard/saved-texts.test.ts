import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InboxScene } from '../../support/inbox-scene.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { launchBrowser, noBrowser, signedInPage } from '../support/browser.js';

describe.skipIf(noBrowser)('what is chosen instead of typed', () => {
  let test: BackendUnderTest;
  let browser: Browser;

  beforeAll(async () => {
    test = await BackendUnderTest.start();
    browser = await launchBrowser();
    for (const [kind, text] of [
      ['post', '#bakery #berlin'],
      ['reply', 'Thank you, we open at ten.'],
    ])
      await test.post('/v1/saved-texts', { name: 'Usual', kind, text });
    for (const name of ['Spring', 'Summer']) await test.post('/v1/labels', { name });
  });
  afterAll(async () => {
    await browser?.close();
    await test?.close();
  });

  it('a saved text is inserted at the caret of a post, and taken out with Undo', async () => {
    const { page, faults } = await signedInPage(browser, test, { isQuiet: true });
    await page.goto('/posts/new');
    const text = page.getByLabel('What do you want to say?');
    await text.fill('Fresh bread:  Come by.');
    await text.evaluate('document.getElementById("text").setSelectionRange(13, 13)');
    await page.getByText('Insert a saved text').click();
    await page.getByRole('button', { name: 'Usual' }).click();
    expect(await text.inputValue()).toBe('Fresh bread: #bakery #berlin Come by.');
    await page.keyboard.press('Control+z');
    expect(await text.inputValue()).toBe('Fresh bread:  Come by.');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('a saved reply is inserted at the caret of a reply, and taken out with Undo', async () => {
    const scene = await InboxScene.of(test);
    const post = await scene.published(await scene.account('facebook'));
    const comment = await scene.commentOn(post, { text: 'When do you open?' });
    const { page, faults } = await signedInPage(browser, test, { isQuiet: true });
    await page.goto(`/inbox/comments/${comment}`);
    const reply = page.getByRole('textbox', { name: /reply/i }).first();
    await reply.fill('Hello Mia, ');
    await page.getByRole('button', { name: 'Insert' }).first().click();
    expect(await reply.inputValue()).toBe('Hello Mia, Thank you, we open at ten.');
    await page.keyboard.press('Control+z');
    expect(await reply.inputValue()).toBe('Hello Mia, ');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('each label of a list with commas is completed, and none is offered twice', async () => {
    const { page } = await signedInPage(browser, test, { isQuiet: true });
    await page.goto('/posts/new');
    const offered = () =>
      page
        .locator('#label-names option')
        .evaluateAll((options) =>
          options.map((option) => [option.getAttribute('value'), option.hasAttribute('disabled')]),
        );
    const field = page.getByLabel('Add labels, separated by commas');
    await field.fill('Spring, S');
    expect(await offered()).toEqual([
      ['Spring, Spring', true],
      ['Spring, Summer', false],
    ]);
    await field.fill('S');
    expect(await offered()).toEqual([
      ['Spring', false],
      ['Summer', false],
    ]);
    await page.context().close();
  });
});
