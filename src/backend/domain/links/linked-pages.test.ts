import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IngestHarness } from '../../../../test/support/ingest-harness.js';
import { until } from '../../../../test/support/until.js';
import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import type { Post, PostValidation } from '../../../contract/posts/posts.js';
import type { OutboxPage } from '../../../contract/sandbox/sandbox.js';
import { forgetLinkedPages } from './repository.js';

/** One pixel, as a PNG. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const TITLE = 'The mill <b>opens</b>';
const HEAD = `<title>x</title><meta property="og:title" content="The mill &lt;b&gt;opens&lt;/b&gt;">
  <meta property="og:description" content="Every Sunday from December on."><meta property="og:image" content="/mill.png">`;

let harness: IngestHarness;

beforeAll(async () => {
  harness = await IngestHarness.open();
  harness.site.on('/mill.png', (_request, response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(PNG),
  );
});
afterAll(() => harness.close());

/** A page that has no text without scripts, and the number of requests for it. */
function millPage(path: string, body = '<div id="root"></div>'): { url: string; asked: () => number } {
  let asked = 0;
  const url = harness.site.on(path, (_request, response) => {
    asked += 1;
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<html><head>${HEAD}</head><body>${body}`);
  });
  return { url, asked: () => asked };
}

async function validated(body: object): Promise<PostValidation> {
  const answer = await harness.service.post<PostValidation>('/v1/posts/validate', body);
  expect(answer.status).toBe(200);
  return answer.body;
}

async function published(body: object): Promise<Post> {
  const made = await harness.service.post<Post>('/v1/posts', { scheduleMode: 'now', ...body });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  const path = `/v1/posts/${made.body.id}`;
  await until(async () => (await harness.service.get<Post>(path)).body.status === 'published');
  return (await harness.service.get<Post>(path)).body;
}

/** What the network received. */
async function received(platform: Platform, text: string): Promise<OutboxPage['data'][number]> {
  const key = await harness.service.newKey(['test:control']);
  const path = `/v1/test/outbox?platform=${platform}&text=${text}`;
  const { body } = await harness.service.request<OutboxPage>('GET', path, { key });
  const [post] = body.data;
  if (!post) throw new Error(`Nothing was published on ${platform}.`);
  return post;
}

async function pageOf({ url }: { readonly url: string | null }): Promise<string> {
  return (await fetch(url ?? '')).text();
}

describe('the card of a link', () => {
  it('shows in a dry run what the page declares, read once', async () => {
    const { url, asked } = millPage('/mill');
    const draft = { platforms: ['bluesky', 'linkedin', 'facebook', 'mastodon'], text: 'Look', link: url };
    const { targets } = await validated(draft);
    const said = { url, title: TITLE, description: 'Every Sunday from December on.' };
    expect(targets.map(({ card }) => card)).toMatchObject([said, said, said, said]);
    const image = await fetch(targets[0]?.card?.imageUrl ?? '');
    expect(Buffer.from(await image.arrayBuffer())).toEqual(PNG);
    await validated({ ...draft, platforms: ['x'], link: null, text: `Look ${url}` });
    expect(asked()).toBe(1);
  });

  it('is sent with title, description and picture, and drawn on the page of the post', async () => {
    const { url } = millPage('/sent');
    const post = await published({ platforms: ['bluesky', 'linkedin', 'x'], text: 'Sent', link: url });
    const bluesky = await received('bluesky', 'Sent');
    expect(bluesky.rawCall).toMatchObject({
      record: {
        embed: {
          $type: 'app.bsky.embed.external',
          external: {
            ...{ uri: url, title: TITLE, description: 'Every Sunday from December on.' },
            thumb: { $type: 'blob', mimeType: 'image/png', size: PNG.length },
          },
        },
      },
    });
    expect((await received('linkedin', 'Sent')).rawCall).toMatchObject({
      content: {
        article: {
          ...{ source: url, title: TITLE, description: 'Every Sunday from December on.' },
          thumbnail: expect.stringContaining('urn:li:image:'),
        },
      },
    });
    for (const target of post.targets) {
      expect(target.warnings).toBeUndefined();
      const html = await pageOf(target);
      const [, card = ''] = /class="card"(.*?)<\/a>/s.exec(html) ?? [];
      expect([target.platform, card]).toEqual([
        target.platform,
        expect.stringMatching(/<img src="\/media\/files\//),
      ]);
      expect(card).toContain('The mill &lt;b&gt;opens&lt;/b&gt;');
      expect(card.includes('Every Sunday')).toBe(target.platform === 'bluesky');
    }
  });

  it('keeps the title that the post sets', async () => {
    const { url } = millPage('/titled');
    const overrides = [{ target: 'bluesky', title: 'My title' }];
    const { targets } = await validated({ platform: 'bluesky', text: 'Look', link: url, overrides });
    expect(targets[0]?.card).toMatchObject({
      title: 'My title',
      description: expect.stringContaining('Sunday'),
    });
  });

  it('shows the host, and says so, if the page cannot be read', async () => {
    const url = `${harness.site.origin}/not-there`;
    const draft = { platforms: ['bluesky', 'linkedin'], text: 'Unread', link: url };
    const { ok, targets } = await validated({ ...draft, scheduleMode: 'now' });
    expect(ok).toBe(true);
    const { host } = new URL(url);
    for (const { card, warnings } of targets) {
      expect(card).toMatchObject({ title: host, description: null, imageUrl: null });
      expect(warnings.find(({ code }) => code === 'link_unread')?.message).toBe(
        `The page of the link could not be read: there is no page at this URL (404). The link card shows only its host, ${host}.`,
      );
    }
    const post = await published(draft);
    expect(post.targets.map(({ warnings }) => warnings?.map(({ code }) => code))).toEqual([
      ['link_unread'],
      ['link_unread'],
    ]);
  });

  it('has no picture if that is none', async () => {
    harness.site.on('/broken.png', (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end('no'),
    );
    const url = harness.site.on('/plain', (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>Plain</title><meta property="og:image" content="/broken.png"><p>Hello'),
    );
    const { targets } = await validated({ platform: 'bluesky', text: 'Look', link: url });
    expect(targets[0]?.card).toMatchObject({ title: 'Plain', imageUrl: null });
    expect(targets[0]?.warnings).toEqual([]);
  });

  it.each([
    ['bluesky', '/xrpc/com.atproto.repo.uploadBlob'],
    ['linkedin', '/rest/images'],
  ] as const)('is sent without a picture that %s refuses, and says so', async (platform, path) => {
    const { url } = millPage(`/refused-by-${platform}`);
    const key = await harness.service.newKey(['test:control']);
    const fault = { on: 'network', platform, path, does: { kind: 'status', status: 413, effect: 'before' } };
    expect((await harness.service.post('/v1/test/faults', fault, { key })).status).toBeLessThan(300);
    const text = `Refused by ${platform}`;
    const post = await published({ platform, text, link: url });
    await harness.service.request('DELETE', '/v1/test/faults', { key });
    expect(JSON.stringify((await received(platform, text.replaceAll(' ', '+'))).rawCall)).not.toMatch(
      /"thumb/,
    );
    expect(post.targets[0]?.warnings).toEqual([
      {
        code: 'link_picture_left_out',
        message: `The picture of the linked page could not be used, so the link card has none. ${PLATFORM_NAMES[platform]} refused the request.`,
        action: expect.stringContaining('attach an image'),
      },
    ]);
  });

  it('does not hold up a post whose page does not answer', async () => {
    const url = harness.site.on('/silent', () => undefined);
    const before = performance.now();
    const post = await published({ platform: 'bluesky', text: 'Silent', link: url });
    expect(performance.now() - before).toBeLessThan(6_000);
    expect(post.targets[0]?.warnings?.map(({ code }) => code)).toEqual(['link_unread']);
  });

  it('keeps its picture while a post that is not published yet links to it', async () => {
    const { url } = millPage('/kept');
    const { store } = harness.service.backend.services;
    const post = await harness.service.post<Post>('/v1/posts', {
      platform: 'bluesky',
      text: 'Kept',
      link: url,
    });
    const rows = () => store.db.selectFrom('linked_pages').select('url').where('url', '=', url).execute();
    await until(async () => (await rows()).length === 1);
    const readBefore = harness.service.clock.now() + 1;
    await forgetLinkedPages(store, readBefore);
    expect(await rows()).toHaveLength(1);
    await harness.service.request('DELETE', `/v1/posts/${post.body.id}`, {});
    await forgetLinkedPages(store, readBefore);
    expect(await rows()).toHaveLength(0);
  });
});
