import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureBytes } from '../../../../test/support/http/page-site.js';
import { INGEST_PATH, IngestHarness } from '../../../../test/support/ingest-harness.js';
import { writePdf } from '../../../../test/support/pdf/write-pdf.js';
import type { Problem } from '../../../contract/errors.js';
import { PLATFORMS } from '../../../contract/platforms.js';
import type { Post } from '../../../contract/posts/posts.js';
import type { Source, SourcePage } from '../../../contract/sources/sources.js';
import { countText } from '../../../networks/count/count.js';
import { RULES } from '../../../networks/rules.js';

let harness: IngestHarness;

beforeAll(async () => {
  harness = await IngestHarness.open();
});
afterAll(() => harness.close());

describe('an article', () => {
  it('is fetched, extracted, stored, and returned again', async () => {
    const source = await harness.ingest({ url: `${harness.site.origin}/news` });
    expect(source).toMatchObject({
      kind: 'article',
      url: `${harness.site.origin}/news`,
      canonicalUrl: 'https://gazette.example/news/harbour-bridge-reopens',
      title: 'Harbour bridge reopens after two years of repairs',
      siteName: 'Northport Gazette',
      images: [{ from: 'open_graph' }, { from: 'article' }],
      media: [],
      warnings: [{ code: 'canonical_elsewhere' }],
    });
    expect(source.text).toMatch(/^Traffic crossed the harbour bridge/);
    const { body } = await harness.service.get<Source>(`/v1/sources/${source.id}`);
    expect(body).toEqual(source);
  });

  it('can be redirected, compressed, and in another encoding', async () => {
    const url = harness.site.on('/moved', (_request, response) =>
      response.writeHead(301, { location: '/packed' }).end(),
    );
    harness.site.on('/packed', (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip', 'x-robots-tag': 'noai' })
        .end(gzipSync(fixtureBytes('russian'))),
    );
    const source = await harness.ingest({ url });
    expect(source).toMatchObject({
      url: `${harness.site.origin}/packed`,
      title: 'Мельница открыта по воскресеньям',
      robots: { noAi: true, noIndex: false, directives: ['noai'] },
      warnings: [{ code: 'robots_noai' }],
    });
  });

  it('is written in the form that was asked for, and keeps the date of the page', async () => {
    const url = harness.site.on('/linked', (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<title>Mill</title><time datetime="2026-11-30T09:00:00+01:00"></time><article><h2>Flour</h2><p>${'See <a href="/wheel">the wheel</a>, not [this](/that). '.repeat(9)}</p></article>`,
        ),
    );
    const read = async (format?: string): Promise<Source> => harness.ingest({ url, format });
    const markdown = await read('markdown');
    expect(markdown).toMatchObject({
      format: 'markdown',
      publishedDate: '2026-11-30T09:00:00+01:00',
      publishedAt: '2026-11-30T08:00:00.000Z',
    });
    const link = `[the wheel](${harness.site.origin}/wheel)`;
    expect(markdown.text).toMatch(/^## Flour\n\n/);
    expect(markdown.text).toContain(`See ${link}, not \\[this\\](/that).`);
    expect((await read('text')).text).toMatch(/^Flour\n\nSee the wheel, not \[this\]/);
    expect((await read()).format).toBe('simple');
  });

  it('can be chosen from a feed, to which posts do not link', async () => {
    const url = harness.site.on('/feed', (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/rss+xml' })
        .end(
          '<rss><channel><title>Notes</title><item><title>News</title><link>/news</link></item></channel></rss>',
        ),
    );
    const feed = await harness.ingest({ url });
    expect(feed).toMatchObject({
      kind: 'feed',
      title: 'Notes',
      suggestions: [],
      warnings: [{ code: 'is_feed' }],
    });
    expect(feed.entries).toEqual([
      { title: 'News', url: `${harness.site.origin}/news`, publishedDate: null, summary: '' },
    ]);
    const post = await harness.service.post<Post>('/v1/posts', {
      platform: 'bluesky',
      text: 'See the feed',
      sourceId: feed.id,
    });
    expect([post.status, post.body.link]).toEqual([201, null]);
  });

  it('can be a PDF, in the form that was asked for', async () => {
    const lines = [
      'The mill on the river grinds from December on,',
      'and on Sundays the *first* flour is free.',
    ];
    const texts = lines.map((text, index) => ({ text, x: 50, y: 700 - index * 12 }));
    const url = harness.site.on('/report.pdf', (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/pdf' })
        .end(writePdf({ pages: [texts], info: { Title: 'A report', Author: 'Ada Holt' }, language: 'en' })),
    );
    expect(await harness.ingest({ url, format: 'markdown' })).toMatchObject({
      ...{ kind: 'article', url, title: 'A report', byline: 'Ada Holt', language: 'en', format: 'markdown' },
      text: lines.join(' ').replaceAll('*', '\\*'),
    });
  });

  it('includes facts for each network, in the network’s own units', async () => {
    const { suggestions } = await harness.ingest({ url: `${harness.site.origin}/shop` });
    expect(suggestions.map(({ platform }) => platform)).toEqual([...PLATFORMS]);
    for (const { platform, skeleton, used, max, room, unit } of suggestions) {
      expect(skeleton).toBe(`Huila single origin, 250 g\n\n${harness.site.origin}/shop`);
      expect([unit, max]).toEqual([RULES[platform].text.unit, RULES[platform].text.max.value]);
      expect(used).toBe(countText(skeleton, RULES[platform].text.unit));
      expect(room).toBe(max - used);
    }
    const needs = new Map(suggestions.map(({ platform, needs }) => [platform, needs]));
    expect(needs.get('bluesky')).toEqual([]);
    expect(needs.get('instagram')).toEqual([{ what: 'image_or_video', met: true }]);
    expect(needs.get('pinterest')).toContainEqual({ what: 'boardId', met: false });
    expect(needs.get('youtube')).toContainEqual({ what: 'video', met: false });
  });
});

describe('pages that cannot be read', () => {
  const statuses: readonly [status: number, code: string, problem: string][] = [
    [401, 'page_needs_login', 'url_unreadable'],
    [402, 'paywalled', 'url_unreadable'],
    [403, 'page_forbidden', 'url_unreadable'],
    [404, 'page_not_found', 'url_unreadable'],
    [410, 'page_gone', 'url_unreadable'],
    [418, 'page_refused', 'url_unreadable'],
    [429, 'page_rate_limited', 'url_unavailable'],
    [451, 'page_forbidden', 'url_unreadable'],
    [500, 'page_server_error', 'url_unavailable'],
    [503, 'page_server_error', 'url_unavailable'],
  ];

  it.each(statuses)('with status %i', async (status, code, problem) => {
    const url = harness.site.on(`/status-${status}`, (_request, response) =>
      response.writeHead(status).end('no'),
    );
    const { status: ours, body } = await harness.service.post<Problem>(INGEST_PATH, { url });
    expect(ours).toBe(422);
    expect(body).toMatchObject({ code: problem, errors: [{ code, pointer: '/url' }] });
    expect(body.retryable).toBe(problem === 'url_unavailable');
  });

  it.each([
    ['a redirect loop', '/circle', 'redirects_exceeded', 'url_unreadable'],
    ['a page of 6 MB', '/huge', 'too_large', 'url_unreadable'],
    ['a PDF that is damaged', '/pdf', 'pdf_damaged', 'url_unreadable'],
    ['an image', '/image', 'type_unsupported', 'url_unreadable'],
    ['a page rendered by scripts', '/shell', 'script_only', 'url_unreadable'],
    ['a page behind a paywall', '/paywall', 'paywalled', 'url_unreadable'],
  ])('%s', async (_what, path, code, problem) => {
    harness.site.on('/circle', (_request, response) =>
      response.writeHead(302, { location: '/circle' }).end(),
    );
    harness.site.on('/huge', (_request, response) => response.end(Buffer.alloc(6_000_000, 'a ')));
    harness.site.on('/pdf', (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7'),
    );
    harness.site.on('/image', (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end('\x89PNG'),
    );
    const { body } = await harness.service.post<Problem>(INGEST_PATH, {
      url: `${harness.site.origin}${path}`,
    });
    expect(body).toMatchObject({ code: problem, errors: [{ code, pointer: '/url' }] });
  });

  it.each([
    ['another port of this machine', 'http://127.0.0.1:1/'],
    ['a name of this machine', 'http://localhost:1/'],
    ['cloud metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['a file', 'file:///etc/passwd'],
    ['no URL', 'sunday opening'],
  ])('%s', async (_what, url) => {
    const { status, body } = await harness.service.post<Problem>(INGEST_PATH, { url });
    expect(status).toBe(422);
    expect(body.code).toBe('url_refused');
    const isLocal = /127\.0\.0\.1|localhost/.test(url);
    expect(body.detail.includes('--allow-fetch-origin http')).toBe(isLocal);
  });

  it('include an allowed origin outside a sandbox', async () => {
    const before = harness.site.asked.length;
    const { body } = await harness.service.post<Problem>(
      INGEST_PATH,
      { url: `${harness.site.origin}/news` },
      { key: await harness.otherWorkspaceKey() },
    );
    expect(body).toMatchObject({ code: 'url_refused', errors: [{ code: 'address_refused' }] });
    expect(harness.site.asked).toHaveLength(before);
  });

  it('store nothing', async () => {
    const count = async (): Promise<number> =>
      (await harness.service.get<SourcePage>('/v1/sources?limit=100')).body.data.length;
    const before = await count();
    await harness.service.post(INGEST_PATH, { url: `${harness.site.origin}/not-there` });
    expect(await count()).toBe(before);
  });
});

describe('an image of the page', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  /** A page with two images, the second of which is invalid. */
  function pageWithImages(): string {
    harness.site.on('/mill.png', (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(PNG),
    );
    harness.site.on('/broken.png', (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end('no'),
    );
    return harness.site.on('/with-image', (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<meta property="og:image" content="/mill.png"><meta name="twitter:image" content="/broken.png"><article><p>${'The mill opens on Sundays. '.repeat(20)}</p></article>`,
        ),
    );
  }

  it('is imported as media in the same call, and can be posted', async () => {
    const source = await harness.ingest({ url: pageWithImages(), takeImage: true });
    expect(source.media).toEqual([
      { key: expect.stringMatching(/^med_/), imageUrl: `${harness.site.origin}/mill.png` },
    ]);
    const key = source.media[0]?.key ?? '';
    expect((await harness.service.get(`/v1/media/${key}`)).body).toMatchObject({
      key,
      contentType: 'image/png',
    });
    const post = await harness.service.post('/v1/posts', {
      text: 'Sundays.',
      sourceId: source.id,
      mediaUrls: [key],
    });
    expect(post.status).toBe(201);
  });

  it.each([
    ['one that is not an image', 1],
    ['one that is not on the page', 7],
  ])('is refused, with all of it: %s', async (_what, takeImage) => {
    const url = pageWithImages();
    const before = (await harness.service.get<SourcePage>('/v1/sources?limit=100')).body.data.length;
    const { status, body } = await harness.service.post<Problem>(INGEST_PATH, { url, takeImage });
    expect([status, body.code]).toEqual([422, 'image_unavailable']);
    expect(body.errors?.[0]?.pointer).toBe('/takeImage');
    expect((await harness.service.get<SourcePage>('/v1/sources?limit=100')).body.data).toHaveLength(before);
  });
});
