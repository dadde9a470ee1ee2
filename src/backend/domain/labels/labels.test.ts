import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { EventPage } from '../../../contract/events/events.js';
import type { Label, LabelPage } from '../../../contract/labels/labels.js';
import { nameKey } from '../../../contract/labels/names.js';
import type { Post, PostCount, PostPage } from '../../../contract/posts/posts.js';

let service: BackendUnderTest;

beforeAll(async () => {
  service = await BackendUnderTest.start();
});
afterAll(() => service.close());
beforeEach(async () => {
  for (const { id } of await labels()) await service.request('DELETE', `/v1/labels/${id}`);
});

let texts = 0;

async function labelled(names: readonly string[], more: object = {}): Promise<Post> {
  texts += 1;
  const draft = { text: `A text with labels, number ${texts}.`, platform: 'bluesky', labels: names, ...more };
  const { status, body } = await service.post<Post>('/v1/posts', draft);
  expect([status, body]).toMatchObject([201, {}]);
  return body;
}

async function settled(id: string): Promise<Post> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { body } = await service.get<Post>(`/v1/posts/${id}`);
    if (body.status === 'published') return body;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('The post was not published.');
}

const labels = async (): Promise<readonly Label[]> =>
  (await service.get<LabelPage>('/v1/labels?limit=100')).body.data;

const list = async (query: string): Promise<readonly string[]> =>
  (await service.get<PostPage>(`/v1/posts?${query}`)).body.data.map(({ id }) => id);

const patch = (path: string, body: object) => service.request<Post>('PATCH', path, { body });

describe('labels of a post', () => {
  it('are created with the post, once each, and shown with it', async () => {
    const post = await labelled([' Launch ', 'Frühling', 'LAUNCH']);
    expect(post.labels).toEqual(['Launch', 'Frühling']);
    expect((await labelled(['launch'])).labels).toEqual(['Launch']);
    expect((await service.get<Post>(`/v1/posts/${post.id}`)).body.labels).toEqual(['Launch', 'Frühling']);
    expect(await labels()).toMatchObject([
      { name: 'Frühling', color: 'red', posts: { count: 1, isExact: true } },
      { name: 'Launch', color: 'gray', posts: { count: 2, isExact: true } },
    ]);
  });

  it.each([
    ['Stra\u00dfe', 'STRASSE'],
    ['Cafe\u0301', 'caf\u00e9'],
    ['Big  News', 'big news'],
  ])('compares %s and %s as equal', (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });

  it.each([[''], ['  '], ['a,b'], ['two\nlines'], ['hidden\u202e'], ['x'.repeat(41)]])(
    'refuses the name %j',
    async (name) => {
      const { status } = await service.post('/v1/posts', { text: 'x', platform: 'bluesky', labels: [name] });
      expect(status).toBe(422);
    },
  );

  it('can be changed alone at any status, with an entry in the history', async () => {
    const post = await labelled(['Launch'], { scheduleMode: 'now' });
    const published = await settled(post.id);
    const { status, body } = await patch(`/v1/posts/${post.id}`, { labels: ['Done'] });
    expect([status, body.status, body.labels]).toEqual([200, 'published', ['Done']]);
    expect(body.version).toBe(published.version);
    const { history } = (await service.get<Post>(`/v1/posts/${post.id}`)).body;
    expect(history?.at(-1)?.changes).toEqual([{ field: 'labels', from: ['Launch'], to: ['Done'] }]);

    const again = await patch(`/v1/posts/${post.id}`, { labels: ['done'] });
    expect(again.body.version).toBe(body.version);
    const both = await patch(`/v1/posts/${post.id}`, { labels: ['Later'], text: 'Changed' });
    expect([both.status, both.body]).toMatchObject([409, { code: 'state_conflict' }]);
  });

  it('are put on a post that somebody edits, who loses nothing by it', async () => {
    const post = await labelled(['Launch']);
    await patch(`/v1/posts/${post.id}`, { labels: ['Launch', 'Urgent'] });
    const { status, body } = await patch(`/v1/posts/${post.id}`, { version: post.version, text: 'Edited' });
    expect([status, body.text, body.labels]).toEqual([200, 'Edited', ['Launch', 'Urgent']]);
  });

  it('are in the events of posts, as they are then', async () => {
    const post = await labelled(['Launch'], { scheduledAt: '2026-12-24T09:00:00Z' });
    await patch(`/v1/posts/${post.id}`, { labels: ['Done'] });
    await service.request('DELETE', `/v1/posts/${post.id}`);
    const { data } = (await service.get<EventPage>('/v1/events?limit=100')).body;
    const ofPost = data.filter(({ data: about }) => 'postId' in about && about.postId === post.id);
    expect(ofPost.map((event) => [event.type, 'labels' in event.data && event.data.labels])).toEqual([
      ['post.scheduled', ['Launch']],
      ['post.cancelled', ['Done']],
    ]);
  });

  it('need only the scope of drafts', async () => {
    const post = await labelled([], { scheduledAt: '2026-12-24T09:00:00Z' });
    const key = await service.newKey(['posts:read', 'posts:write']);
    const change = (body: object) => service.request('PATCH', `/v1/posts/${post.id}`, { body, key });
    expect((await change({ labels: ['Launch'] })).status).toBe(200);
    expect((await change({ labels: ['Launch'], text: 'Other' })).status).toBe(403);
  });

  it('are changed with the content of a draft, and removed with an empty list', async () => {
    const post = await labelled(['Launch']);
    const { body } = await patch(`/v1/posts/${post.id}`, {
      text: 'A new text',
      labels: ['Spring', 'Launch'],
    });
    expect([body.text, body.labels]).toEqual(['A new text', ['Spring', 'Launch']]);
    expect((await patch(`/v1/posts/${post.id}`, { text: 'Other' })).body.labels).toEqual([
      'Spring',
      'Launch',
    ]);
    expect((await patch(`/v1/posts/${post.id}`, { labels: [] })).body.labels).toEqual([]);
  });

  it('make another request, but not another post', async () => {
    const body = { text: 'The same text', platform: 'bluesky', scheduledAt: '2026-12-25T09:00:00Z' };
    const send = (more: object, key?: string) =>
      service.request('POST', '/v1/posts', {
        body: { ...body, ...more },
        ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
      });
    expect((await send({ labels: ['Launch'] }, 'labels-1')).status).toBe(201);
    const reused = await send({ labels: ['Other'] }, 'labels-1');
    expect(reused.body).toMatchObject({ code: 'idempotency_key_reused' });
    expect((await send({ labels: ['Other'] })).body).toMatchObject({ code: 'duplicate_post' });
  });
});

describe('a list of posts', () => {
  it('is filtered and counted by label, with other filters and pages', async () => {
    const first = await labelled(['Launch'], { scheduledAt: '2026-12-20T09:00:00Z' });
    const second = await labelled(['Launch', 'Spring'], { scheduledAt: '2026-12-21T09:00:00Z' });
    const draft = await labelled(['launch']);
    await labelled(['Spring']);
    expect(await list('label=launch&status=scheduled')).toEqual([first.id, second.id]);
    expect(new Set(await list('label=LAUNCH'))).toEqual(new Set([first.id, second.id, draft.id]));
    expect(await list('label=launch&text=Nothing')).toEqual([]);
    expect(await list('label=launch&platform=x')).toEqual([]);
    const page = (await service.get<PostPage>('/v1/posts?label=launch&order=asc&limit=2')).body;
    const rest = await list(`label=launch&order=asc&limit=2&cursor=${page.nextCursor}`);
    expect(page.data.length + rest.length).toBe(3);
    const count = async (query: string) => (await service.get<PostCount>(`/v1/posts/count?${query}`)).body;
    expect(await count('label=launch')).toEqual({ count: 3, isExact: true });
    expect(await count('label=launch&status=draft')).toEqual({ count: 1, isExact: true });
    expect((await service.get('/v1/posts?label=nothing')).body).toMatchObject({ code: 'label_not_found' });
  });
});

describe('a label', () => {
  it('is renamed and recolored on all its posts', async () => {
    const post = await labelled(['Launch']);
    const [label] = await labels();
    const path = `/v1/labels/${label?.id}`;
    const { body } = await patch(path, { name: 'Spring launch', color: 'green' });
    expect(body).toMatchObject({ name: 'Spring launch', color: 'green', posts: { count: 1 } });
    expect((await service.get<Post>(`/v1/posts/${post.id}`)).body.labels).toEqual(['Spring launch']);
    expect((await patch(path, { name: 'SPRING LAUNCH' })).body).toMatchObject({ name: 'SPRING LAUNCH' });
  });

  it('has a name of its own', async () => {
    const made = await service.post<Label>('/v1/labels', { name: 'Launch', color: 'pink' });
    expect([made.status, made.body.posts]).toEqual([201, { count: 0, isExact: true }]);
    const taken = await service.post('/v1/labels', { name: 'launch' });
    expect([taken.status, taken.body['code']]).toEqual([409, 'name_taken']);
    const other = await service.post<Label>('/v1/labels', { name: 'Other' });
    expect((await patch(`/v1/labels/${other.body.id}`, { name: 'LAUNCH' })).body).toMatchObject({
      code: 'name_taken',
    });
  });

  it('leaves its posts when it is deleted, and posts leave it', async () => {
    const post = await labelled(['Launch', 'Spring']);
    const [launch, spring] = await labels();
    await service.request('DELETE', `/v1/labels/${launch?.id}`);
    expect((await service.get<Post>(`/v1/posts/${post.id}`)).body.labels).toEqual(['Spring']);
    await service.request('DELETE', `/v1/posts/${post.id}`);
    expect(await labels()).toMatchObject([{ id: spring?.id, posts: { count: 0 } }]);
    expect((await service.request('DELETE', `/v1/labels/${launch?.id}`)).body).toMatchObject({
      code: 'label_not_found',
    });
  });
});
