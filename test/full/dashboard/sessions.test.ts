import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../support/running-backend.js';
import { launchBrowser, noBrowser, openLive, signedInPage } from '../support/browser.js';

const PASSWORD = 'a kettle, two cups and no sugar';

let test: BackendUnderTest;
let browser: Browser;

describe.skipIf(noBrowser)('sessions in a browser', () => {
  beforeAll(async () => {
    test = await BackendUnderTest.start();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await test?.close();
  });

  it('are signed out elsewhere, where the next click leads to the sign-in page', async () => {
    const [{ page: here, faults }, { page: there }] = await Promise.all([
      signedInPage(browser, test),
      signedInPage(browser, test),
    ]);
    await openLive(there, '/posts');
    await here.getByRole('link', { name: 'Settings' }).click();
    await here.getByRole('link', { name: 'Account' }).click();
    const rows = here.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    expect(await rows.count()).toBe(2);
    expect(await rows.first().textContent()).toContain('Chrome on Linux');
    expect(await rows.first().textContent()).toContain('This browser');

    await here.getByRole('button', { name: 'Sign out everywhere else' }).click();
    const asked = here.getByRole('dialog', { name: 'Sign out all browsers except this one?' });
    await here.keyboard.press('Escape');
    await asked.waitFor({ state: 'detached' });
    expect(await rows.count()).toBe(2);
    // The focus is back on the button.
    await here.keyboard.press('Enter');
    await asked.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect.poll(() => rows.count()).toBe(1);
    await there.getByRole('link', { name: 'Channels' }).click();
    await there.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  it('end with a new password, except the one that sets it, and the browser then signs in with it', async () => {
    const [{ page: here }, { page: there }] = await Promise.all([
      signedInPage(browser, test),
      signedInPage(browser, test),
    ]);
    await here.goto('/settings/sign-in');
    await here.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await here.getByLabel('Repeat the new password').fill(PASSWORD);
    await here.getByRole('button', { name: 'Set password' }).click();
    await here.getByText('Your password was set').waitFor();
    await there.goto('/posts');
    await there.getByLabel('Admin password').fill(PASSWORD);
    await there.getByRole('button', { name: 'Sign in' }).click();
    await there.waitForURL('**/posts');
  });
});
