import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INGEST_PATH, IngestHarness } from '../../../../test/support/ingest-harness.js';
import type { Problem } from '../../../contract/errors.js';
import type { Source, SourcePage } from '../../../contract/sources/sources.js';
import { randomIds } from '../../base/ids.js';
import { createApiKey } from '../access/api-keys.js';

let harness: IngestHarness;

beforeAll(async () => {
  harness = await IngestHarness.open();
});
afterAll(() => harness.close());

describe('a text', () => {
  it('is stored with its title and excerpt', async () => {
    const source = await harness.ingest({ text: '# Sunday opening\n\nWe are open from nine to one.' });
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
    ['a form of a text', { text: 'x', format: 'text' }, 'only with `url`'],
    ['an image to import from a text', { text: 'x', takeImage: true }, 'only with `url`'],
  ])('is refused with %s', async (_what, body, words) => {
    const answer = await harness.service.post<Problem>(INGEST_PATH, body);
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body.errors)).toContain(words);
  });

  it('has its title truncated if it is too long', async () => {
    const title = 'Sunday '.repeat(60).trim();
    const { suggestions } = await harness.ingest({ text: 'We are open.', title });
    const bluesky = suggestions.find(({ platform }) => platform === 'bluesky');
    expect(bluesky?.skeleton).toMatch(/Sunday…$|Sun…$|S\w*…$/);
    expect(bluesky?.used).toBeLessThanOrEqual(300);
  });
});

describe('the list of sources', () => {
  it('is sorted newest first, filtered by text and URL, and paginated', async () => {
    const news = `${harness.site.origin}/news`;
    await harness.ingest({ url: news });
    for (const title of ['Lanterns one', 'Lanterns two', 'Lanterns three']) {
      harness.service.clock.advance(1000);
      await harness.ingest({ text: 'Of lamps.', title });
    }
    const first = await harness.service.get<SourcePage>('/v1/sources?text=lanterns&limit=2');
    expect(first.body.data.map(({ title }) => title)).toEqual(['Lanterns three', 'Lanterns two']);
    expect(first.body.data[0]).not.toHaveProperty('text');
    const next = await harness.service.get<SourcePage>(
      `/v1/sources?text=lanterns&limit=2&cursor=${first.body.nextCursor}`,
    );
    expect(next.body.data.map(({ title }) => title)).toEqual(['Lanterns one']);
    expect(next.body.nextCursor).toBeNull();
    const { body } = await harness.service.get<SourcePage>(`/v1/sources?url=${encodeURIComponent(news)}`);
    expect(body.data.map(({ url }) => url)).toEqual([news]);
    const percent = await harness.service.get<SourcePage>('/v1/sources?text=%25');
    expect(percent.body.data).toEqual([]);
  });
});

describe('a request under an idempotency key', () => {
  it('is performed once', async () => {
    const headers = { 'idempotency-key': 'once' };
    const url = `${harness.site.origin}/wiki`;
    const first = await harness.service.post<Source>(INGEST_PATH, { url }, { headers });
    const asked = harness.site.asked.length;
    const second = await harness.service.post<Source>(INGEST_PATH, { url }, { headers });
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(harness.site.asked).toHaveLength(asked);
  });
});

describe('permissions', () => {
  it('apply to sources and to importing an image', async () => {
    const read = await harness.service.newKey('read');
    const refused = await harness.service.post<Problem>(INGEST_PATH, { text: 'x' }, { key: read });
    expect(refused.body).toMatchObject({ code: 'scope_missing', requiredScope: 'sources:write' });
    const { text } = await createApiKey(
      harness.service.backend.services.store,
      harness.service.workspace,
      { label: 'sources', scopes: ['sources:read', 'sources:write'] },
      { clock: harness.service.clock, ids: randomIds },
    );
    const asked = harness.site.asked.length;
    const image = await harness.service.post<Problem>(
      INGEST_PATH,
      { url: `${harness.site.origin}/news`, takeImage: true },
      { key: text },
    );
    expect(image.body).toMatchObject({ code: 'scope_missing', requiredScope: 'media:write' });
    expect(harness.site.asked).toHaveLength(asked);
  });

  it('do not extend to another workspace', async () => {
    const { id } = await harness.ingest({ text: 'Ours.' });
    const key = await harness.otherWorkspaceKey();
    for (const method of ['GET', 'DELETE']) {
      const { status, body } = await harness.service.request(method, `/v1/sources/${id}`, { key });
      expect([status, body['code']]).toEqual([404, 'source_not_found']);
    }
    expect((await harness.service.get<SourcePage>('/v1/sources', { key })).body.data).toEqual([]);
    const post = await harness.service.post<Problem>('/v1/posts', { text: 'x', sourceId: id }, { key });
    expect(post.body.code).toBe('source_not_found');
  });
});

describe('a post', () => {
  it('names its source until the source is deleted', async () => {
    const { id } = await harness.ingest({ text: 'Of lamps.', title: 'Lamps' });
    const created = await harness.service.post<{ id: string; sourceId: string }>('/v1/posts', {
      text: 'Lamps.',
      sourceId: id,
    });
    expect(created.body.sourceId).toBe(id);
    const path = `/v1/posts/${created.body.id}`;
    const other = await harness.ingest({ text: 'Of oil.', title: 'Oil' });
    const changed = await harness.service.request('PATCH', path, { body: { sourceId: other.id } });
    expect(changed.body['sourceId']).toBe(other.id);
    const { body: kept } = await harness.service.get(path);
    expect(kept['history']).toMatchObject([{}, { changes: [{ field: 'sourceId', from: id, to: other.id }] }]);
    const gone = await harness.service.request('DELETE', `/v1/sources/${other.id}`);
    expect(gone.body).toEqual({ id: other.id, deleted: true });
    expect((await harness.service.get(path)).body['sourceId']).toBeNull();
    expect((await harness.service.get(`/v1/sources/${other.id}`)).status).toBe(404);
  });

  it('cannot name a source that does not exist', async () => {
    const { status, body } = await harness.service.post('/v1/posts', { text: 'x', sourceId: 'src_none' });
    expect([status, body['code']]).toEqual([404, 'source_not_found']);
  });
});
