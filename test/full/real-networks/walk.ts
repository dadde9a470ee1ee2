import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../../src/backend/base/clock.js';
import { run } from '../../../src/cli/main.js';
import { PLATFORM_NAMES } from '../../../src/contract/platforms.js';
import { dashboardRedirect, redirectsToRegister } from '../../../src/networks/access/redirects.js';
import { inPipe } from '../../cli/support/terminal.js';
import { AppSignIn } from '../../support/networks/sign-in/app-sign-in.js';
import type { SignInData } from '../../support/networks/sign-in/sign-in-data.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { accessibilityIssues, launchBrowser, noBrowser, signedInPage } from '../support/browser.js';

/** What is published on the way. */
interface WalkPost {
  readonly text: string;
  /** A file of the test's media, or several; absent: none. */
  readonly file?: string | readonly string[];
  /** What `--set` sets, as `x.replySettings=everyone`. */
  readonly set?: readonly string[];
  /** Fills the network's own fields in the composer. */
  readonly fill?: (page: Page) => Promise<void>;
}

export interface Walk {
  readonly signIn: SignInData;
  readonly posts: readonly WalkPost[];
  /** Answers the choice among several accounts; absent: the sign-in offers one. */
  readonly choose?: { readonly inPage: (page: Page) => Promise<void>; readonly inTerminal: string };
  /** Whether the network renews access; it is then tried. */
  readonly renews: boolean;
  /** A public address of the backend, where the network demands one. */
  readonly publicUrl?: string;
}

/** Published within this time, in milliseconds: a video has several steps. */
const PUBLISHED_WITHIN = { timeout: 20_000 } as const;

const mediaFiles = ({ file = [] }: Pick<WalkPost, 'file'>): string[] =>
  [file].flat().map((name) => join(import.meta.dirname, '../../fixtures/media', name));

interface Place {
  readonly signIn: AppSignIn;
  readonly test: BackendUnderTest<Clock>;
}

async function start({ signIn: data, publicUrl }: Walk): Promise<Place> {
  const signIn = await AppSignIn.start(data);
  const test = await BackendUnderTest.startOn(systemClock, ':memory:', {
    live: true,
    demo: false,
    networkTesting: { allowLoopback: true, reroute: signIn.reroute, settleDelay: 0, lateLooks: [] },
    ...(publicUrl !== undefined && { publicUrl }),
  });
  signIn.app.redirects.push(
    ...redirectsToRegister(signIn.access.redirect, test.backend.url).map(({ url }) => url),
  );
  return { signIn, test };
}

const publishedTexts = ({ signIn }: Place): readonly string[] =>
  signIn.network.scene.memory.posts.map(({ text }) => text);

/** Whether an address is one of the simulated network. */
const isAt = ({ reroute }: AppSignIn, address: string): boolean =>
  Object.values(reroute).includes(new URL(address).origin);

/** Connects, publishes, renews, reconnects and disconnects: once in the dashboard, once in a terminal. */
export function walkNetwork(walk: Walk): void {
  const { platform } = walk.signIn;
  const name = PLATFORM_NAMES[platform];

  describe.skipIf(noBrowser)(`${name} in the dashboard`, () => {
    let place: Place;
    let browser: Browser;
    let page: Page;
    let faults: string[];
    beforeAll(async () => {
      place = await start(walk);
      browser = await launchBrowser();
      ({ page, faults } = await signedInPage(browser, place.test, { isQuiet: true }));
    });
    afterAll(async () => {
      await browser?.close();
      await place?.test.close();
      await place?.signIn.close();
    });

    const press = (label: string | RegExp) => page.getByRole('button', { name: label }).first().click();
    const follow = (label: string | RegExp) => page.getByRole('link', { name: label }).first().click();

    async function checkPage(): Promise<void> {
      const found: string[] = [];
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        if (overflow > 0) found.push(`${width}: scrolls sideways by ${overflow}`);
        found.push(...(await accessibilityIssues(page)));
      }
      expect(found).toEqual([]);
    }

    /** Answers at the network. The browser comes back by itself, or the person pastes the address that it ends on. */
    async function answer(what: 'Authorize' | 'Deny'): Promise<void> {
      const { signIn, test } = place;
      if (dashboardRedirect(signIn.access.redirect, test.backend.url) !== null) {
        await follow(/^Continue to/);
        await press(what);
        return;
      }
      const [popup] = await Promise.all([page.waitForEvent('popup'), follow(/^Open /)]);
      const [ended] = await Promise.all([
        popup.waitForRequest((request) => /[?&]state=/.test(request.url()) && !isAt(signIn, request.url())),
        popup.getByRole('button', { name: what }).click(),
      ]);
      await popup.close();
      await page.getByLabel('Address').fill(ended.url());
      await press('Connect');
    }

    async function authorize(): Promise<void> {
      await press('Continue');
      await answer('Authorize');
      if (walk.choose) {
        await page.getByText('Your sign-in gives access to several accounts.').waitFor();
        await walk.choose.inPage(page);
        await press('Connect');
      }
      await page.getByText(/^Connected @/).waitFor();
    }

    it('says what to know, takes the app, and connects the account, also after access was denied', async () => {
      await page.goto('/channels');
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByText(place.signIn.access.cost.text).waitFor();
      await checkPage();
      const { idName, secretName } = place.signIn.access;
      const { clientId, clientSecret } = place.signIn.app;
      await page.getByLabel(idName, { exact: true }).fill(clientId);
      await page.getByLabel(secretName, { exact: true }).fill(clientSecret ?? '');
      const { review } = walk.signIn;
      if (review !== undefined) await page.getByLabel(/^How far/).selectOption(review);
      await press('Save app');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect(await page.content()).not.toContain(clientSecret ?? '');
      await checkPage();
      await press('Continue');
      await page.getByRole('link', { name: /^(Continue to|Open) / }).waitFor();
      await checkPage();
      await answer('Deny');
      await page.getByText('Access was not allowed at the network.').waitFor();
      await follow('Begin again');
      await authorize();
      await checkPage();
    });

    it.each(walk.posts)('publishes $text', async ({ text, fill, ...post }) => {
      await page.goto('/posts/new');
      await page.locator('.channel-choice label').first().click();
      await page.getByLabel('What do you want to say?').fill(text);
      const files = mediaFiles(post);
      if (files.length > 0) {
        await page.getByLabel('Add files').setInputFiles(files);
        await page
          .locator('[data-medium]')
          .nth(files.length - 1)
          .waitFor();
      }
      await fill?.(page);
      await page.locator('.time-menu > summary').click();
      await page.getByText('Now', { exact: true }).click();
      await press(/^Publish now/);
      await page.waitForURL('**/posts/post_*');
      await expect.poll(() => publishedTexts(place), PUBLISHED_WITHIN).toContain(text);
    });

    it('renews access, says when it has ended, and connects the same account again', async () => {
      const { signIn } = place;
      if (walk.renews) {
        await signIn.expireAccess();
        await page.goto('/channels');
        await press('Check now');
        await page.getByText(/^Access to @\S+ works\./).waitFor();
        expect(signIn.renewals).toBe(1);
      }
      await signIn.endAccess();
      await page.goto('/channels');
      await press('Check now');
      await page.getByText('Needs reconnecting').first().waitFor();
      await checkPage();
      await follow('Reconnect');
      await authorizeAgain();
      expect(await page.getByRole('article').count()).toBe(1);
    });

    /** Whoever reconnects an account is not asked which. */
    async function authorizeAgain(): Promise<void> {
      await press('Continue');
      await answer('Authorize');
      await page.getByText(/^Connected @/).waitFor();
    }

    it('ends access', async () => {
      await page.goto('/channels');
      await follow('Disconnect');
      await press('Disconnect');
      const { revokeUrl, endedByOwner } = place.signIn.access;
      const said = endedByOwner ? `Disconnected here. ${endedByOwner.text}` : 'Disconnected';
      await page.getByText(said).first().waitFor();
      if (revokeUrl !== undefined) {
        await page.getByText('Disconnected.', { exact: true }).waitFor();
        expect(place.signIn.revoked).not.toEqual([]);
      }
      expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
    });
  });

  describe(`${name} in a terminal`, () => {
    let place: Place;
    let env: Record<string, string>;
    beforeAll(async () => {
      place = await start(walk);
      env = {
        POSTRIDER_API_KEY: place.test.key,
        POSTRIDER_BASE_URL: `http://127.0.0.1:${place.test.backend.port}`,
      };
    });
    afterAll(async () => {
      await place?.test.close();
      await place?.signIn.close();
    });

    /** Plays the person who opens the printed address, allows access, and pastes where the browser ended. */
    async function connect(more: readonly string[] = []): Promise<string> {
      const stdin = Object.assign(new PassThrough(), { isTTY: true });
      const screen = () => Object.assign(new PassThrough(), { isTTY: true, columns: 100 });
      const [stdout, stderr] = [screen(), screen()];
      let shown = '';
      let pasted = false;
      stdout.resume();
      stderr.on('data', (chunk: Buffer) => {
        shown += chunk.toString();
        const address = /^ {2}(http\S+)\r?\n/m.exec(shown)?.[1];
        if (address === undefined || pasted || !shown.includes('Address: ')) return;
        pasted = true;
        stdin.write(`${place.signIn.allow(address)}\n`);
      });
      const chosen = walk.choose && more.length === 0 ? ['--choose', walk.choose.inTerminal] : [];
      const args = ['accounts', 'connect', platform, '--method', 'paste', ...chosen, ...more];
      const code = await run(args, {
        env: { NO_COLOR: '1', ...env },
        stdin: stdin as unknown as NodeJS.ReadStream,
        stdout,
        stderr,
        signal: new AbortController().signal,
      });
      expect([code, shown]).toEqual([0, shown]);
      const listed = await inPipe(['accounts', '--platform', platform, '--quiet'], env);
      return listed.stdout.trim();
    }

    it('says how to get an app, takes it, and goes from connecting to disconnecting', async () => {
      const missing = await inPipe(['accounts', 'connect', platform, '--method', 'paste'], env);
      expect(missing.code).not.toBe(0);
      expect(missing.stderr).toContain(place.signIn.access.consoleUrl);
      const { clientId, clientSecret } = place.signIn.app;
      const set = await inPipe(
        [
          ...['apps', 'set', platform, '--client-id', clientId, '--client-secret', '-'],
          ...(walk.signIn.review === undefined ? [] : ['--review', walk.signIn.review]),
        ],
        env,
        clientSecret ?? '',
      );
      expect([set.code, set.stdout.includes(clientSecret ?? '')]).toEqual([0, false]);
      const id = await connect();
      for (const { text, set: options = [], ...post } of walk.posts) {
        const { code, stderr } = await inPipe(
          [
            ...['posts', 'create', '--account', id, '--text', text, '--now', '--yes', '--wait', '20'],
            ...mediaFiles(post).flatMap((path) => ['--media', path]),
            ...options.flatMap((one) => ['--set', one]),
          ],
          env,
        );
        expect([text, code, code === 0 ? '' : stderr]).toEqual([text, 0, '']);
      }
      expect(publishedTexts(place)).toEqual(walk.posts.map(({ text }) => text));
      if (walk.renews) {
        await place.signIn.expireAccess();
        expect((await inPipe(['accounts', 'check', id], env)).stdout).toContain('healthy');
      }
      await place.signIn.endAccess();
      expect((await inPipe(['accounts', 'check', id], env)).stdout).toContain('reconnect_required');
      expect(await connect(['--account', id])).toBe(id);
      expect((await inPipe(['accounts', 'check', id], env)).stdout).toContain('healthy');
      expect((await inPipe(['accounts', 'disconnect', id, '--yes'], env)).code).toBe(0);
    });
  });
}
