import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { LAUNCHER, Machine } from '../../cli/support/program.js';
import { accessibilityIssues, launchBrowser, noBrowser } from '../support/browser.js';

const Announcement = z.object({
  url: z.string(),
  dashboard: z.string(),
  networks: z.array(z.object({ clientId: z.string(), clientSecret: z.string(), url: z.string() })),
});

/** A comment arrives, and a post is published, within this time, in milliseconds. */
const ARRIVES_WITHIN = { timeout: 60_000, interval: 1000 } as const;

const machine = new Machine();
let child: ChildProcess;
let said: z.infer<typeof Announcement>;
let browser: Browser;
let page: Page;

describe.skipIf(noBrowser)('a rehearsal in a browser', () => {
  beforeAll(async () => {
    child = spawn(process.execPath, [LAUNCHER, 'rehearse', 'facebook', '--port', '0', '--json'], {
      env: machine.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let line = '';
    for await (const chunk of child.stdout ?? []) {
      line += String(chunk);
      if (line.endsWith('\n')) break;
    }
    said = Announcement.parse(JSON.parse(line));
    browser = await launchBrowser();
    page = await browser.newPage({ baseURL: said.url });
  });
  afterAll(async () => {
    await browser?.close();
    if (child?.exitCode === null) child.kill('SIGKILL');
    await machine.remove();
  });

  const press = (label: string | RegExp) => page.getByRole('button', { name: label }).first().click();
  const network = () => said.networks[0] ?? { clientId: '', clientSecret: '', url: '' };

  /** Nothing scrolls sideways, and axe finds nothing, on a phone and on a desk. */
  async function checkPage(): Promise<void> {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      expect([overflow, ...(await accessibilityIssues(page))]).toEqual([0]);
    }
  }

  it('connects a Page with the app that the command prints', async () => {
    await page.goto(said.dashboard);
    await page.goto('/channels/connect/facebook');
    await page.getByText('Rehearsal: Facebook is simulated on this machine.').waitFor();
    await page.getByText('Rehearsal: nothing is published').waitFor();
    await checkPage();
    await page.getByLabel('App ID', { exact: true }).fill(network().clientId);
    await page.getByLabel('App secret', { exact: true }).fill(network().clientSecret);
    await page.getByLabel(/^How far/).selectOption('development');
    await press('Save app');
    await press('Continue');
    await page.getByRole('link', { name: /^Continue to/ }).click();
    await page.getByText('Postrider simulates Facebook on this machine.').waitFor();
    await checkPage();
    await press('Allow');
    await page.locator('input[value="104862759130844"]').check();
    await press('Connect');
    await page.getByText(/^Connected @/).waitFor();
  });

  it('publishes, and says everywhere that it is a rehearsal', async () => {
    await page.goto('/posts/new');
    await page.locator('.channel-choice label').first().click();
    await page.getByLabel('What do you want to say?').fill('We are open on Sunday.');
    await page.getByText('Rehearsal: the networks are simulated on this machine').first().waitFor();
    await page.locator('.time-menu > summary').click();
    await page.getByText('Now', { exact: true }).click();
    await press('Publish now');
    await page.waitForURL('**/posts/post_*');
    const isPublished = async () => {
      await page.reload();
      return page.getByRole('link', { name: 'View on Facebook' }).isVisible();
    };
    await expect.poll(isPublished, ARRIVES_WITHIN).toBe(true);
    const address = await page.getByRole('link', { name: 'View on Facebook' }).getAttribute('href');
    expect(address?.startsWith(network().url)).toBe(true);
    await page.goto(address ?? '');
    await page.getByText('We are open on Sunday.').first().waitFor();
  });

  it('brings a comment that somebody writes at the network', async () => {
    await page.goto(network().url);
    await page.getByText('We are open on Sunday.').waitFor();
    await page.getByText('Comment as somebody').click();
    await checkPage();
    await page.getByLabel('Comment', { exact: true }).fill('From when on?');
    await press('Comment');
    await page.getByText('From when on?').waitFor();
    const isRead = async () => {
      await page.goto(`${said.url}/inbox`);
      return page.getByText('From when on?').first().isVisible();
    };
    await expect.poll(isRead, ARRIVES_WITHIN).toBe(true);
  });

  it('has to be connected again once access has ended at the network', async () => {
    await page.goto(network().url);
    await press('End access');
    await page.goto(`${said.url}/channels`);
    await press('Check now');
    await page.getByText('Needs reconnecting').first().waitFor();
  });

  it('ends with the command', async () => {
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
    await expect(fetch(network().url)).rejects.toThrow();
  });
});
