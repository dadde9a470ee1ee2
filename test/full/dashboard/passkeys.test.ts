import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, type TestPerson } from '../../support/people.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { launchBrowser, noBrowser } from '../support/browser.js';

const SETTINGS = '/settings/sign-in';
const MINUTE_MS = 60_000;

let test: BackendUnderTest;
let browser: Browser;

/** A browser on a device with a fingerprint reader, which recognizes its user. */
interface Device {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
  /** What the pages complain about. */
  readonly faults: string[];
}

async function newDevice(): Promise<Device> {
  const page = await (await browser.newContext()).newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { page, cdp, authenticatorId, faults };
}

/** Browsers have no passkeys for an IP address. */
const at = (path: string) => `http://localhost:${test.backend.port}${path}`;
const signOut = (page: Page) => page.context().clearCookies();

async function enterPassword({ page }: Device, person: TestPerson): Promise<void> {
  await page.goto(at('/sign-in'));
  await page.getByLabel('Name').fill(person.credentials.name);
  await page.getByLabel('Password').fill(person.credentials.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Adds a passkey under a name. @returns the recovery codes that are shown for the first one */
async function addPasskey({ page }: Device, name: string): Promise<string[]> {
  await page.goto(at(SETTINGS));
  await page.locator('#passkeys').getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page
    .getByText(/I have saved them|Added/)
    .first()
    .waitFor();
  return (await page.content()).match(/\b(?:[0-9a-z]{4}-){3}[0-9a-z]{4}\b/g) ?? [];
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();

describe.skipIf(noBrowser)('passkeys in a browser', () => {
  beforeAll(async () => {
    test = await BackendUnderTest.start();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await test?.close();
  });

  it('sign in alone, are a second step, answer when asked again, and can be removed', async () => {
    const person = await addPerson(test, { name: 'ann', role: 'owner' });
    const device = await newDevice();
    const { page } = device;
    await enterPassword(device, person);
    await page.waitForURL(at('/'));
    expect(new Set(await addPasskey(device, 'Laptop')).size).toBe(10);
    await page.goto(at(SETTINGS));
    expect(await page.getByRole('list', { name: 'Passkeys' }).textContent()).toContain('Laptop');

    await signOut(page);
    await page.goto(at('/sign-in?next=/posts'));
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL(at('/posts'));

    await signOut(page);
    await enterPassword(device, person);
    await page.waitForURL(at('/sign-in/second-factor**'));
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL(at('/'));

    test.clock.advance(10 * MINUTE_MS);
    await page.goto(at('/settings/keys/new'));
    await page.locator('#label').fill('for a script');
    await page.getByRole('button', { name: 'Create key' }).click();
    expect(await heading(page)).toBe('Confirm that it is you');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('Copy this key now').waitFor();

    await page.goto(at(SETTINGS));
    await page.locator('#passkeys').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('list', { name: 'Passkeys' }).waitFor({ state: 'detached' });
    await signOut(page);
    await enterPassword(device, person);
    await page.waitForURL(at('/'));
    expect(device.faults).toEqual([]);
  });

  it('do nothing for somebody whom the device does not recognize', async () => {
    const person = await addPerson(test, { name: 'bo', role: 'editor' });
    const device = await newDevice();
    const { page, cdp, authenticatorId } = device;
    await enterPassword(device, person);
    await page.waitForURL(at('/'));
    await addPasskey(device, 'Phone');
    await signOut(page);
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.goto(at('/sign-in'));
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    expect(await heading(page)).toBe('Sign in');
    expect(device.faults).toEqual([]);
  });

  it('are refused once they were removed, with a copied answer, and for somebody without access', async () => {
    const person = await addPerson(test, { name: 'cy', role: 'editor' });
    const device = await newDevice();
    const { page } = device;
    await enterPassword(device, person);
    await page.waitForURL(at('/'));
    await addPasskey(device, 'Key');
    const signIn = async () => {
      await signOut(page);
      await page.goto(at('/sign-in'));
      const sent = page.waitForRequest(
        (request) => request.method() === 'POST' && request.url() === at('/sign-in/passkey'),
      );
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      const request = await sent;
      await page.waitForLoadState();
      return request;
    };
    const request = await signIn();
    await page.waitForURL(at('/'));
    const again = await fetch(at('/sign-in/passkey'), {
      method: 'POST',
      body: request.postData(),
      redirect: 'manual',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: (await request.allHeaders())['cookie'] ?? '',
      },
    });
    expect(again.status).toBe(403);

    const { db } = test.backend.services.store;
    const disable = (at: number | null) =>
      db.updateTable('people').set({ disabled_at: at }).where('id', '=', person.acting.id).execute();
    await disable(1);
    await signIn();
    await page.getByText('You no longer have access').waitFor();
    await disable(null);
    await db.deleteFrom('passkeys').where('person_id', '=', person.acting.id).execute();
    const other = await addPerson(test, { name: 'di', role: 'editor' });
    const elsewhere = await newDevice();
    await enterPassword(elsewhere, other);
    await elsewhere.page.waitForURL(at('/'));
    await addPasskey(elsewhere, 'Other');
    await signIn();
    await page.getByText('This passkey is not known here').waitFor();
  });
});
