import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureBytes } from '../../../test/support/page-site.js';
import { ReadingRoom } from '../../../test/support/reading-room.js';
import type { Problem } from '../../contract/errors.js';
import { PLATFORMS } from '../../contract/platforms.js';
import type { Source, SourcePage } from '../../contract/sources.js';
import { countText } from '../../networks/count/count.js';
import { RULES } from '../../networks/rules.js';
import { createApiKey } from '../access/api-keys.js';
import { randomIds } from '../ids.js';

const INGEST = '/v1/sources/ingest';

let place: ReadingRoom;

beforeAll(async () => {
  place = await ReadingRoom.open();
});
afterAll(() => place.close());

async function ingested(body: unknown): Promise<Source> {
  const answer = await place.service.post<Source>(INGEST, body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** A key of another workspace. */
async function strangersKey(): Promise<string> {
  const { store } = place.service.backend.services;
  const workspace = {
    ...place.service.workspace,
    id: randomIds.next('workspace', place.service.clock.now()),
    sandbox: 0 as const,
  };
  await store.db.insertInto('workspaces').values(workspace).execute();
  const making = { clock: place.service.clock, ids: randomIds };
  return (await createApiKey(store, workspace, { label: 'other', scopes: 'full' }, making)).text;
}

describe('an article', () => {
  it('is fetched, read, kept, and read again', async () => {
    const source = await ingested({ url: `${place.site.origin}/news` });
    expect(source).toMatchObject({
      kind: 'article',
      url: `${place.site.origin}/news`,
      canonicalUrl: 'https://gazette.example/news/harbour-bridge-reopens',
      title: 'Harbour bridge reopens after two years of repairs',
      siteName: 'Northport Gazette',
      images: [{ from: 'open_graph' }, { from: 'article' }],
      media: [],
      warnings: [{ code: 'canonical_elsewhere' }],
    });
    expect(source.text).toMatch(/^Traffic crossed the harbour bridge/);
    const { body } = await place.service.get<Source>(`/v1/sources/${source.id}`);
    expect(body).toEqual(source);
  });

  it('comes after redirects, packed, and in its own encoding', async () => {
    const url = place.site.on('/moved', (_request, response) =>
      response.writeHead(301, { location: '/packed' }).end(),
    );
    place.site.on('/packed', (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip', 'x-robots-tag': 'noai' })
        .end(gzipSync(fixtureBytes('russian'))),
    );
    const source = await ingested({ url });
    expect(source).toMatchObject({
      url: `${place.site.origin}/packed`,
      title: 'Мельница открыта по воскресеньям',
      robots: { noAi: true, noIndex: false, directives: ['noai'] },
      warnings: [{ code: 'robots_noai' }],
    });
  });

  it('brings facts for each network, counted as it counts', async () => {
    const { suggestions } = await ingested({ url: `${place.site.origin}/shop` });
    expect(suggestions.map(({ platform }) => platform)).toEqual([...PLATFORMS]);
    for (const { platform, skeleton, used, max, room, unit } of suggestions) {
      expect(skeleton).toBe(`Huila single origin, 250 g\n\n${place.site.origin}/shop`);
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

  it('has its title shortened where it does not fit', async () => {
    const title = 'Sunday '.repeat(60).trim();
    const { suggestions } = await ingested({ text: 'We are open.', title });
    const bluesky = suggestions.find(({ platform }) => platform === 'bluesky');
    expect(bluesky?.skeleton).toMatch(/Sunday…$|Sun…$|S\w*…$/);
    expect(bluesky?.used).toBeLessThanOrEqual(300);
  });
});

describe('a text', () => {
  it('is kept with its title and excerpt', async () => {
    const source = await ingested({ text: '# Sunday opening\n\nWe are open from nine to one.' });
    expect(source).toMatchObject({
      kind: 'text',
      url: null,
      title: 'Sunday opening',
      excerpt: 'We are open from nine to one.',
      wordCount: 9,
    });
  });

  it.each([
    ['neither', {}, 'must name either `url` or `text`'],
    ['both', { url: 'https://example.org', text: 'x' }, 'must name either `url` or `text`'],
    ['an image to take from a text', { text: 'x', takeImage: true }, 'only from a `url`'],
  ])('is refused with %s', async (_what, body, words) => {
    const answer = await place.service.post<Problem>(INGEST, body);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body.errors)).toContain(words);
  });
});

describe('what cannot be read', () => {
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

  it.each(statuses)('an answer %i', async (status, code, problem) => {
    const url = place.site.on(`/status-${status}`, (_request, response) =>
      response.writeHead(status).end('no'),
    );
    const { status: ours, body } = await place.service.post<Problem>(INGEST, { url });
    expect(ours).toBe(422);
    expect(body).toMatchObject({ code: problem, errors: [{ code, pointer: '/url' }] });
    expect(body.retryable).toBe(problem === 'url_unavailable');
  });

  it.each([
    ['a circle of redirects', '/circle', 'redirects_exceeded', 'url_unreadable'],
    ['a page of 6 MB', '/huge', 'too_large', 'url_unreadable'],
    ['a PDF', '/pdf', 'type_unsupported', 'url_unreadable'],
    ['a page that scripts fill', '/shell', 'script_only', 'url_unreadable'],
    ['a page that has to be paid for', '/paywall', 'paywalled', 'url_unreadable'],
  ])('%s', async (_what, path, code, problem) => {
    place.site.on('/circle', (_request, response) => response.writeHead(302, { location: '/circle' }).end());
    place.site.on('/huge', (_request, response) => response.end(Buffer.alloc(6_000_000, 'a ')));
    place.site.on('/pdf', (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7'),
    );
    const { body } = await place.service.post<Problem>(INGEST, { url: `${place.site.origin}${path}` });
    expect(body).toMatchObject({ code: problem, errors: [{ code, pointer: '/url' }] });
  });

  it.each([
    ['another port of this machine', 'http://127.0.0.1:1/'],
    ['cloud metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['a file', 'file:///etc/passwd'],
    ['no address', 'sunday opening'],
  ])('%s', async (_what, url) => {
    const { status, body } = await place.service.post<Problem>(INGEST, { url });
    expect(status).toBe(422);
    expect(body.code).toBe('url_refused');
  });

  it('an allowed origin, by a workspace that is no sandbox', async () => {
    const before = place.site.asked.length;
    const { body } = await place.service.post<Problem>(
      INGEST,
      { url: `${place.site.origin}/news` },
      { key: await strangersKey() },
    );
    expect(body).toMatchObject({ code: 'url_refused', errors: [{ code: 'address_refused' }] });
    expect(place.site.asked).toHaveLength(before);
  });

  it('and then nothing is kept', async () => {
    const count = async (): Promise<number> =>
      (await place.service.get<SourcePage>('/v1/sources?limit=100')).body.data.length;
    const before = await count();
    await place.service.post(INGEST, { url: `${place.site.origin}/not-there` });
    expect(await count()).toBe(before);
  });
});

describe('the list of sources', () => {
  it('goes from the newest back, filtered by words and address, page by page', async () => {
    for (const title of ['Lanterns one', 'Lanterns two', 'Lanterns three']) {
      place.service.clock.advance(1000);
      await ingested({ text: 'Of lamps.', title });
    }
    const first = await place.service.get<SourcePage>('/v1/sources?text=lanterns&limit=2');
    expect(first.body.data.map(({ title }) => title)).toEqual(['Lanterns three', 'Lanterns two']);
    expect(first.body.data[0]).not.toHaveProperty('text');
    const next = await place.service.get<SourcePage>(
      `/v1/sources?text=lanterns&limit=2&cursor=${first.body.nextCursor}`,
    );
    expect(next.body.data.map(({ title }) => title)).toEqual(['Lanterns one']);
    expect(next.body.nextCursor).toBeNull();
    const { body } = await place.service.get<SourcePage>(
      `/v1/sources?url=${encodeURIComponent(`${place.site.origin}/news`)}`,
    );
    expect(body.data.length).toBeGreaterThan(0);
    expect(new Set(body.data.map(({ url }) => url))).toEqual(new Set([`${place.site.origin}/news`]));
    const percent = await place.service.get<SourcePage>('/v1/sources?text=%25');
    expect(percent.body.data).toEqual([]);
  });
});

describe('a request under an idempotency key', () => {
  it('is carried out once', async () => {
    const headers = { 'idempotency-key': 'once' };
    const url = `${place.site.origin}/wiki`;
    const first = await place.service.post<Source>(INGEST, { url }, { headers });
    const asked = place.site.asked.length;
    const second = await place.service.post<Source>(INGEST, { url }, { headers });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(place.site.asked).toHaveLength(asked);
  });
});

describe('permissions', () => {
  it('hold for sources, and for taking an image', async () => {
    const read = await place.service.newKey('read');
    const refused = await place.service.post<Problem>(INGEST, { text: 'x' }, { key: read });
    expect(refused.body).toMatchObject({ code: 'scope_missing', requiredScope: 'sources:write' });
    const { text } = await createApiKey(
      place.service.backend.services.store,
      place.service.workspace,
      { label: 'sources', scopes: ['sources:read', 'sources:write'] },
      { clock: place.service.clock, ids: randomIds },
    );
    const asked = place.site.asked.length;
    const image = await place.service.post<Problem>(
      INGEST,
      { url: `${place.site.origin}/news`, takeImage: true },
      { key: text },
    );
    expect(image.body).toMatchObject({ code: 'scope_missing', requiredScope: 'media:write' });
    expect(place.site.asked).toHaveLength(asked);
  });

  it('do not reach into another workspace', async () => {
    const { id } = await ingested({ text: 'Ours.' });
    const key = await strangersKey();
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await place.service.request(method, `/v1/sources/${id}`, { key });
      expect([status, body['code']]).toEqual([404, 'source_not_found']);
    }
    expect((await place.service.get<SourcePage>('/v1/sources', { key })).body.data).toEqual([]);
    const post = await place.service.post<Problem>('/v1/posts', { text: 'x', sourceId: id }, { key });
    expect(post.body.code).toBe('source_not_found');
  });
});

describe('an image of the page', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  /** A page with two images, of which the second is none. */
  function pageWithImages(): string {
    place.site.on('/mill.png', (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(PNG),
    );
    place.site.on('/broken.png', (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end('no'),
    );
    return place.site.on('/with-image', (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<meta property="og:image" content="/mill.png"><meta name="twitter:image" content="/broken.png"><article><p>${'The mill opens on Sundays. '.repeat(20)}</p></article>`,
        ),
    );
  }

  it('is taken over as media in the same call, and can be posted', async () => {
    const source = await ingested({ url: pageWithImages(), takeImage: true });
    expect(source.media).toEqual([
      { key: expect.stringMatching(/^med_/), imageUrl: `${place.site.origin}/mill.png` },
    ]);
    const key = source.media[0]?.key ?? '';
    expect((await place.service.get(`/v1/media/${key}`)).body).toMatchObject({
      key,
      contentType: 'image/png',
    });
    const post = await place.service.post('/v1/posts', {
      text: 'Sundays.',
      sourceId: source.id,
      mediaUrls: [key],
    });
    expect(post.status).toBe(201);
  });

  it.each([
    ['one that is no image', 1],
    ['one that the page does not name', 7],
  ])('is refused, with all of it: %s', async (_what, takeImage) => {
    const url = pageWithImages();
    const before = (await place.service.get<SourcePage>('/v1/sources?limit=100')).body.data.length;
    const { status, body } = await place.service.post<Problem>(INGEST, { url, takeImage });
    expect([status, body.code]).toEqual([422, 'image_unavailable']);
    expect(body.errors?.[0]?.pointer).toBe('/takeImage');
    expect((await place.service.get<SourcePage>('/v1/sources?limit=100')).body.data).toHaveLength(before);
  });
});

describe('a post', () => {
  it('says what it was made from, until the source is deleted', async () => {
    const { id } = await ingested({ text: 'Of lamps.', title: 'Lamps' });
    const created = await place.service.post<{ id: string; sourceId: string }>('/v1/posts', {
      text: 'Lamps.',
      sourceId: id,
    });
    expect(created.body.sourceId).toBe(id);
    const path = `/v1/posts/${created.body.id}`;
    const other = await ingested({ text: 'Of oil.', title: 'Oil' });
    const changed = await place.service.request('PATCH', path, { body: { sourceId: other.id } });
    expect(changed.body['sourceId']).toBe(other.id);
    const { body: kept } = await place.service.get(path);
    expect(kept['history']).toMatchObject([{}, { changes: [{ field: 'sourceId', from: id, to: other.id }] }]);
    const gone = await place.service.request('DELETE', `/v1/sources/${other.id}`);
    expect(gone.body).toEqual({ id: other.id, deleted: true });
    expect((await place.service.get(path)).body['sourceId']).toBeNull();
    expect((await place.service.get(`/v1/sources/${other.id}`)).status).toBe(404);
  });

  it('cannot name a source that is not there', async () => {
    const { status, body } = await place.service.post('/v1/posts', { text: 'x', sourceId: 'src_none' });
    expect([status, body['code']]).toEqual([404, 'source_not_found']);
  });
});
