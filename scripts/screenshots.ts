/** Pictures of every page of the dashboard, light and dark, wide and narrow: `.demo/screenshots`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../src/contract/accounts.js';
import type { StoredMedia } from '../src/contract/media.js';
import type { Post } from '../src/contract/posts.js';
import type { Webhook } from '../src/contract/webhooks.js';
import { launchBrowser, signedInPage } from '../test/full/support/browser.js';
import { picture } from '../test/support/pictures.js';
import { BackendUnderTest } from '../test/support/running-backend.js';

const FOLDER = join(import.meta.dirname, '../.demo/screenshots');
const WIDTHS = { wide: 1280, narrow: 390 } as const;

const test = await BackendUnderTest.start();
const browser = await launchBrowser();
try {
  const pages = await lively();
  mkdirSync(FOLDER, { recursive: true });
  for (const [size, width] of Object.entries(WIDTHS)) {
    const { page } = await signedInPage(browser, test, { width });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(path);
        const file = join(FOLDER, `${name}-${size}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: true });
      }
    }
    await page.context().close();
  }
} finally {
  await browser.close();
  await test.close();
}

/** A workspace in which something happens. @returns the pages to look at, by name */
async function lively(): Promise<Record<string, string>> {
  const sandbox = await test.newKey('sandbox');
  const agent = await test.newKey('draft');
  const { data } = (await test.get<{ data: Account[] }>('/v1/accounts?limit=100')).body;
  const idOf = (platform: string) => data.find((account) => account.platform === platform)?.id ?? '';
  const uploaded = await fetch(`${test.backend.url}/v1/media`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sandbox}`,
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="beans.jpg"',
    },
    body: new Uint8Array(await picture('jpeg', { width: 1200, height: 900 })),
  });
  const { key } = (await uploaded.json()) as StoredMedia;
  const make = async (post: object, by = sandbox) =>
    (await test.post<Post>('/v1/posts', post, { key: by })).body;

  const shown = await make({
    text: 'New beans are in: a washed Ethiopian that tastes of peaches.',
    accountIds: [idOf('bluesky'), idOf('mastodon'), idOf('linkedin')],
    mediaUrls: [key],
    altTexts: ['Coffee beans in a wooden bowl'],
    scheduleMode: 'now',
  });
  for (const [platform, text, scheduledAt] of [
    ['x', 'Doors open at 7. Bring a friend, and the second cup is ours.', '2026-12-02T07:00:00Z'],
    ['threads', 'What goes into a good espresso? Four things, and patience.', '2026-12-02T15:30:00Z'],
    ['facebook', 'Our winter hours: open every day but the 25th.', '2026-12-03T09:00:00Z'],
  ] as const) {
    await make({ text, platform, scheduleMode: 'schedule', scheduledAt });
  }
  const failing = { platform: 'bluesky', handle: '@rejects-all' };
  await test.post('/v1/test/accounts', failing, { key: sandbox });
  const proposed = { scheduleMode: 'schedule', scheduledAt: '2026-12-04T08:00:00Z' };
  const draft = await make(
    { text: 'Roasting day: come and smell it.', accountIds: [idOf('bluesky')], proposed },
    agent,
  );
  await make({ text: 'A thought that is not finished', accountIds: [] }, agent);
  await test.post('/v1/posts', { text: 'Too bold', platform: 'x', scheduleMode: 'now' }, { key: agent });
  await test.post(`/v1/test/accounts/${idOf('tiktok')}/expire`, undefined, { key: sandbox });
  const url = 'https://shop.example/hooks/postrider';
  const hook = await test.post<Webhook>(
    '/v1/webhooks',
    { url, label: 'The shop’s backend' },
    { key: sandbox },
  );
  await test.post('/v1/test/trigger', { type: 'comment.received' }, { key: sandbox });

  return {
    today: '/',
    posts: '/posts',
    published: `/posts/${shown.id}`,
    approval: `/posts/${draft.id}`,
    compose: '/posts/new',
    edit: `/posts/${draft.id}/edit`,
    channels: '/channels',
    activity: '/activity',
    keys: '/settings/keys',
    'new-key': '/settings/keys/new',
    webhooks: '/settings/webhooks',
    webhook: `/settings/webhooks/${hook.body.id}`,
    'new-webhook': '/settings/webhooks/new',
  };
}
