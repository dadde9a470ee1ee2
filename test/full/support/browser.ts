import { existsSync } from 'node:fs';
import axe, { type AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Clock } from '../../../src/backend/base/clock.js';
import { createSignInLink } from '../../../src/backend/domain/access/sign-in-links.js';
import type { BackendUnderTest } from '../../support/running-backend.js';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Without Chromium, what needs it is left out; where `CI` is set, it fails instead. */
export const noBrowser = !existsSync(CHROMIUM) && !process.env['CI'];

/** The system's Chromium, without a window and without talking to anybody. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A page, and what went wrong on it. */
export interface SignedInPage {
  readonly page: Page;
  /** Errors of the console and of scripts, in their order. */
  readonly faults: string[];
}

interface Circumstances {
  readonly width?: number;
  readonly height?: number;
  /** The browser's own time zone: pages must not show it. */
  readonly timezoneId?: string;
  readonly javaScriptEnabled?: boolean;
  /** No news reach its pages: news in the midst of a test's steps would make them a matter of luck. */
  readonly isQuiet?: boolean;
}

/** A stream of events that ends at once, and is asked for again in ten minutes. */
const NO_NEWS = { contentType: 'text/event-stream', body: 'retry: 600000\n\n' };

type Place = Pick<BackendUnderTest<Clock>, 'backend' | 'workspace' | 'clock'>;

export async function signedInPage(
  browser: Browser,
  test: Place,
  circumstances: Circumstances = {},
): Promise<SignedInPage> {
  const { services } = test.backend;
  const opened = await strangersPage(browser, test, circumstances);
  const token = await createSignInLink(services.store, test.workspace.id, test);
  await opened.page.goto(`/sign-in?token=${token}`);
  return opened;
}

/** A page of somebody who is not signed in. */
export async function strangersPage(
  browser: Browser,
  test: Place,
  { width = 1280, height = 900, isQuiet = false, ...circumstances }: Circumstances = {},
): Promise<SignedInPage> {
  const { url } = test.backend;
  const context = await browser.newContext({ baseURL: url, viewport: { width, height }, ...circumstances });
  if (isQuiet) await context.route('**/live', (route) => route.fulfill(NO_NEWS));
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => faults.push(error.message));
  return { page, faults };
}

/** Opens a page and waits for its event stream: a page does not see changes made before its stream is open. */
export async function openLive(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/live');
  await page.goto(path);
  await stream;
}

/** Runs `change` and waits until the page has swapped in what it read because of it. */
export async function untilSwapped(page: Page, change: () => Promise<unknown>): Promise<void> {
  const swapped = page.evaluate(
    `new Promise((done) => document.addEventListener('htmx:after:swap', () => done(true), { once: true }))`,
  );
  await change();
  await swapped;
}

/** What is different in the dark: the colours, and nothing else. */
const RULES = { light: '', dark: `{ runOnly: ['color-contrast', 'link-in-text-block'] }` } as const;

/** What stands in the way of people with disabilities, in light and in dark: rule and place of each. */
export async function hindrances(
  page: Page,
  schemes: readonly (keyof typeof RULES)[] = ['light', 'dark'],
): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The page's policy lets nothing be added to it: this comes from the outside, as the browser's own tools do.
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<AxeResults>(`axe.run(${RULES[colorScheme]})`);
    for (const { id, nodes } of violations) {
      found.push(
        ...nodes.map(
          ({ target, failureSummary }) => `${colorScheme} ${id} ${target.join(' ')}: ${failureSummary}`,
        ),
      );
    }
  }
  return found;
}
