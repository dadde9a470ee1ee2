import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../../src/contract/accounts/accounts.js';
import type { Comment } from '../../../src/contract/inbox/comments.js';
import type { CreatedPost, Post } from '../../../src/contract/posts/posts.js';
import { InboxScene } from '../../support/inbox-scene.js';
import { picture } from '../../support/media/pictures.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { launchBrowser, noBrowser, signedInPage } from '../support/browser.js';
import { type Hands, KEYBOARD, MOUSE, NO_SCRIPT, PHONE } from '../support/hands.js';

const MINUTE_MS = 60_000;

/** What waits for a person in the morning. */
interface Morning {
  readonly test: BackendUnderTest;
  readonly proposal: string;
  readonly failed: string;
  readonly comment: string;
}

async function morning(): Promise<Morning> {
  const test = await BackendUnderTest.start();
  const scene = await InboxScene.of(test);
  const { sandboxKey } = scene;
  const account = { platform: 'x', handle: '@harbour' };
  const { id } = (
    await test.request<Account>('POST', '/v1/test/accounts', { key: sandboxKey, body: account })
  ).body;
  const mastodon = await scene.account('mastodon');
  const post = async (body: object, key?: string): Promise<string> =>
    (await test.post<CreatedPost>('/v1/posts', body, key === undefined ? undefined : { key })).body.id;
  const at = (minutes: number): string => new Date(test.clock.now() + minutes * MINUTE_MS).toISOString();
  const proposal = await post(
    {
      text: 'Market day at the harbour',
      accountIds: [mastodon.id],
      proposed: { scheduleMode: 'schedule', scheduledAt: at(2 * 24 * 60) },
    },
    await test.newKey('draft'),
  );
  const failed = await post({ text: 'The ferry runs again', accountIds: [id], scheduledAt: at(1) });
  for (const text of ['A first thought', 'A second thought']) await post({ text, scheduleMode: 'draft' });
  await test.request('POST', `/v1/test/accounts/${id}/expire`, { key: sandboxKey, body: {} });
  await test.clock.advance(MINUTE_MS);
  await expect
    .poll(async () => (await test.get<Post>(`/v1/posts/${failed}`)).body.status, { timeout: 10_000 })
    .toBe('failed');
  const facebook = await scene.account('facebook');
  const comment = await scene.commentOn(await scene.published(facebook), {
    text: 'When do you open on Sunday?',
  });
  return { test, proposal, failed, comment };
}

describe.skipIf(noBrowser)('a day’s work', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-'));
  const image = join(folder, 'beans.jpg');
  let browser: Browser;
  beforeAll(async () => {
    writeFileSync(image, await picture('jpeg', { width: 1200, height: 800 }));
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each<[string, Hands]>([
    ['with a mouse', MOUSE],
    ['with the keyboard alone', KEYBOARD],
    ['on a phone', PHONE],
    ['without scripts', NO_SCRIPT],
  ])(
    'is done %s',
    async (_, hands) => {
      const { test, ...waiting } = await morning();
      const { page, faults } = await signedInPage(browser, test, { ...hands.context, isQuiet: true });
      try {
        page.setDefaultTimeout(30_000);
        await workThrough(page, hands, { test, image, ...waiting });
        expect(faults).toEqual([]);
      } finally {
        await page.context().close();
        await test.close();
      }
    },
    // On a machine that does much else, every press of Tab takes a tenth of a second.
    300_000,
  );
});

async function workThrough(
  page: Page,
  { context, press, type, attach, undo }: Hands,
  { test, image, ...waiting }: Morning & { readonly image: string },
): Promise<void> {
  const read = async (id: string) => (await test.get<Post>(`/v1/posts/${id}`)).body;
  const becomes = (id: string, status: string) =>
    expect.poll(async () => (await read(id)).status, { timeout: 30_000 }).toBe(status);
  const link = (name: string | RegExp) => page.getByRole('link', { name });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const goTo = (name: string) =>
    press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }));
  // What was pressed may have led to another page, which is read again then.
  const fits = (): Promise<void> =>
    expect
      .poll(
        () =>
          page
            .locator('body')
            .evaluate((body) => body.scrollWidth - body.ownerDocument.documentElement.clientWidth),
        { timeout: 30_000 },
      )
      .toBeLessThanOrEqual(0);

  // What an assistant proposed.
  await press(link(/Market day at the harbour/).first());
  await fits();
  await press(button(/^Approve/));
  await becomes(waiting.proposal, 'scheduled');

  // What failed, because an account lost its access.
  await goTo('Today');
  await press(link('Reconnect @harbour'));
  await press(button('Reconnect'));
  await page.getByText('Connected @harbour on X.').waitFor();
  await fits();
  await press(button(/^Retry/).first());
  await becomes(waiting.failed, 'published');

  // A post with an image for two networks, and a text of its own for one of them.
  await goTo('Posts');
  await press(link('Write a post').first());
  for (const network of ['Bluesky', 'Facebook']) {
    await press(
      page
        .locator('.chip', { has: page.locator(`.net[title="${network}"]`) })
        .first()
        .locator('input'),
    );
  }
  await type(page.getByLabel('What do you want to say?'), 'New beans are in');
  if (context.javaScriptEnabled === false) {
    // Without scripts, files are uploaded on a page of their own.
    await press(button('From library'));
    const [library] = await Promise.all([
      page.waitForEvent('popup'),
      press(link('Upload files to the library')),
    ]);
    await attach(library.getByLabel('Add files', { exact: true }), image);
    await press(library.getByRole('button', { name: 'Upload' }));
    await library.getByRole('link', { name: 'beans.jpg' }).first().waitFor();
    await library.close();
    await press(button('Search'));
    await press(button('Add beans.jpg'));
  } else await attach(page.getByLabel('Add files'), image);
  // With scripts, the tabs of the channels appear as soon as they are chosen.
  if (context.javaScriptEnabled === false) await press(button('Update the preview'));
  await press(page.getByRole('radio', { name: /Bluesky/ }));
  await type(page.getByLabel(/^Text for Bluesky/), 'New beans, at last');
  await fits();
  await press(page.locator('.time-menu > summary'));
  await press(page.getByLabel('Tomorrow morning'));
  await press(page.locator('[data-main]'));
  await page.waitForURL('**/posts/post_*');
  const written = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const first = await read(written);
  expect(first).toMatchObject({ status: 'scheduled', text: 'New beans are in' });
  expect(first.overrides.map(({ text }) => text)).toEqual(['New beans, at last']);
  expect(first.mediaUrls).toHaveLength(1);

  // A change of mind, twice.
  const timeOf = async () => (await read(written)).when?.local;
  await press(page.getByText('Reschedule or publish now'));
  await type(page.getByLabel('Date and time'), '2026-12-24T10:30');
  await press(button(/^Reschedule/));
  await expect.poll(timeOf).toContain('2026-12-24');
  await undo(page);
  await expect.poll(timeOf).toBe(first.when?.local);
  // The page shows what it changed a moment later.
  const { version } = await read(written);
  await page
    .locator(`form[action$="/delete"] input[name="version"][value="${version}"]`)
    .waitFor({ state: 'attached' });
  await press(button('Cancel post'));
  await becomes(written, 'cancelled');
  await undo(page);
  await becomes(written, 'scheduled');

  // Drafts that nobody needs.
  await goTo('Posts');
  await press(link(/^Drafts/));
  for (const text of ['A first thought', 'A second thought'])
    await press(page.getByRole('checkbox', { name: text }));
  await press(button(/^Delete/));
  await fits();

  // A question below a post.
  await goTo('Inbox');
  await press(link(/When do you open on Sunday/).first());
  await type(page.getByRole('textbox', { name: /reply/i }).first(), 'At ten, as always.');
  await press(page.getByRole('button', { name: 'Reply', exact: true }));
  await fits();
  const comment = async () => (await test.get<Comment>(`/v1/comments/${waiting.comment}`)).body;
  await expect.poll(async () => (await comment()).awaitingReply, { timeout: 30_000 }).toBe(false);

  // Where everything is.
  await goTo('Calendar');
  await page.getByText('New beans are in').first().waitFor();
  await fits();
}
