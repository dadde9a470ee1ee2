import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type Figure, median } from './figures.js';
import { start } from './started.js';

const LAUNCHER = join(import.meta.dirname, '../bin/postrider.cjs');
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const ROUNDS = 9;

/** A slow phone. */
const SLOWDOWN = 4;

/**
 * What the composer weighs, and how long a slow machine takes to make it usable, in Chromium. Its yardstick is an empty
 * page of the same server.
 */
export async function composerPage(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  const backend = await start([
    process.execPath,
    LAUNCHER,
    ...['serve', '--port', '0', '--data', folder, '--json', '--log-level', 'silent'],
  ]);
  let browser: Browser | null = null;
  try {
    const link = execFileSync(process.execPath, [LAUNCHER, 'dashboard', '--data', folder, '--quiet'], {
      encoding: 'utf8',
    }).trim();
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: backend.url });
    await page.goto(link, { waitUntil: 'load' });
    const weight = await weightOf(page, '/posts/new');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const [composer, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      composer.push(await timeToUse(page, '/posts/new'));
      bare.push(await timeToUse(page, '/healthz'));
    }
    return [
      {
        name: 'composer, scripts and styles as sent',
        value: weight / 1000,
        unit: 'KB',
        budget: { atMost: 90 },
      },
      {
        name: `composer, usable on a ${SLOWDOWN}x slower processor`,
        value: median(composer),
        unit: 'ms',
        budget: { atMost: 1000 },
      },
      { name: '… an empty page', value: median(bare), unit: 'ms' },
    ];
  } finally {
    await browser?.close();
    await backend.stopped();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The compressed bytes of the scripts and style sheets of a page. */
async function weightOf(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'load' });
  return page.evaluate<number>(
    `performance.getEntriesByType('resource')
      .filter(({ name }) => /\\/assets\\/.*\\.(js|css)\\b/.test(name))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  );
}

/** From the first byte until its scripts have run and it listens. In milliseconds. */
async function timeToUse(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'load' });
  return page.evaluate<number>(
    `(([{ responseStart, domContentLoadedEventEnd }]) => domContentLoadedEventEnd - responseStart)(
      performance.getEntriesByType('navigation'))`,
  );
}
