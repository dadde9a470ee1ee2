import { existsSync } from 'node:fs';
import axe, { type AxeResults } from 'axe-core';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Clock } from '../../../src/backend/base/clock.js';
import { createSignInLink } from '../../../src/backend/domain/access/sign-in-links.js';
import type { BackendUnderTest } from '../../support/running-backend.js';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Tests that need Chromium are skipped without it, unless `CI` is set. */
export const noBrowser = !existsSync(CHROMIUM) && !process.env['CI'];

/** The system’s Chromium, headless and without background requests. */
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

/** A page and its errors. */
export interface SignedInPage {
  readonly page: Page;
  /** Console and script errors, in order. */
  readonly faults: string[];
}

interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  /** The browser’s own time zone, which pages must not show. */
  readonly timezoneId?: string;
  readonly javaScriptEnabled?: boolean;
  /** Disables live updates, which would make the steps of a test a race. */
  readonly isQuiet?: boolean;
}

/** An event stream that ends immediately, and retries after ten minutes. */
const EMPTY_STREAM = { contentType: 'text/event-stream', body: 'retry: 600000\n\n' };

type Place = Pick<BackendUnderTest<Clock>, 'backend' | 'workspace' | 'clock'>;

export async function signedInPage(
  browser: Browser,
  test: Place,
  options: PageOptions = {},
): Promise<SignedInPage> {
  const { services } = test.backend;
  const opened = await signedOutPage(browser, test, options);
  const token = await createSignInLink(services.store, test.workspace.id, test);
  await opened.page.goto(`/sign-in?token=${token}`);
  return opened;
}

/** A page without a session. */
export async function signedOutPage(
  browser: Browser,
  test: Place,
  { width = 1280, height = 900, isQuiet = false, ...options }: PageOptions = {},
): Promise<SignedInPage> {
  const { url } = test.backend;
  const context = await browser.newContext({ baseURL: url, viewport: { width, height }, ...options });
  if (isQuiet) await context.route('**/live', (route) => route.fulfill(EMPTY_STREAM));
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

/** The dark scheme differs only in colours. */
const RULES = { light: '', dark: `runOnly: ['color-contrast', 'link-in-text-block'],` } as const;

type Violations = AxeResults['violations'];

/** Accessibility violations, in light and dark: rule and element. */
export async function accessibilityIssues(
  page: Page,
  schemes: readonly (keyof typeof RULES)[] = ['light', 'dark'],
): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // The page’s policy blocks added scripts; `evaluate` bypasses it, as developer tools do.
    if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(axe.source);
    // What passed is neither described nor brought here: a long page has thousands of elements that pass.
    const violations = await page.evaluate<Violations>(
      `axe.run({ ${RULES[colorScheme]} resultTypes: ['violations'] }).then(({ violations }) => violations)`,
    );
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
