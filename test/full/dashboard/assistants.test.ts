import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OAuthProgram } from '../../oauth/support/oauth-program.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { launchBrowser, noBrowser, signedInPage } from '../support/browser.js';

const APP = 'https://app.example';

describe.skipIf(noBrowser)('connecting an assistant in a browser', () => {
  let test: BackendUnderTest;
  let browser: Browser;
  let page: Page;
  let context: BrowserContext;
  let program: OAuthProgram;
  /** The address of the page that asks. */
  let asking: string;
  beforeAll(async () => {
    test = await BackendUnderTest.start();
    browser = await launchBrowser();
    ({ page } = await signedInPage(browser, test));
    context = page.context();
    program = await OAuthProgram.registered(test, { redirect_uris: [`${APP}/callback`] });
    asking = `${test.backend.url}${program.authorizePath()}`;
  });
  afterAll(async () => {
    await browser?.close();
    await test?.close();
  });

  /** Serves a page of another site. */
  const foreign = (path: string, body: string) =>
    context.route(`${APP}${path}`, (route) => route.fulfill({ contentType: 'text/html', body }));

  const connections = async () =>
    (
      await test.backend.services.store.db
        .selectFrom('api_keys')
        .select('id')
        .where('kind', '=', 'connection')
        .execute()
    ).length;

  it('cannot be framed by another site', async () => {
    await foreign('/frame', `<iframe src="${asking.replaceAll('&', '&amp;')}"></iframe>`);
    const visit = await context.newPage();
    await visit.goto(`${APP}/frame`);
    const [, frame] = visit.frames();
    await frame?.waitForLoadState();
    expect(await frame?.locator('button').count()).toBe(0);
    await visit.close();
  });

  it('cannot be decided by the form of another site', async () => {
    await page.goto(asking);
    const request = await page.locator('input[name=request]').inputValue();
    const fields = { request, decision: 'approve', preset: 'full' };
    const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
    const form = `<form method="post" action="${test.backend.url}/authorize">${inputs.join('')}<button>x</button></form>`;
    await foreign('/form', form);
    const visit = await context.newPage();
    await visit.goto(`${APP}/form`);
    const [answer] = await Promise.all([
      visit.waitForResponse((response) => response.url().endsWith('/authorize')),
      visit.locator('button').click(),
    ]);
    expect([answer.status(), await connections()]).toEqual([403, 0]);
    await visit.close();
  });

  it('moves on to the assistant, which still knows the window that it opened', async () => {
    await foreign('/start', 'An assistant');
    await context.route(`${APP}/callback?*`, (route) =>
      route.fulfill({ contentType: 'text/html', body: 'Back at the assistant' }),
    );
    const visit = await context.newPage();
    await visit.goto(`${APP}/start`);
    const [popup] = await Promise.all([
      visit.waitForEvent('popup'),
      visit.evaluate(`window.open(${JSON.stringify(asking)}) && undefined`),
    ]);
    await popup.getByRole('button', { name: 'Connect' }).click();
    await popup.waitForURL(`${APP}/callback?*`);
    expect(new URL(popup.url()).searchParams.get('iss')).toBe(test.backend.url);
    expect(await popup.evaluate('window.opener !== null')).toBe(true);
    expect(await connections()).toBe(1);
  });
});
