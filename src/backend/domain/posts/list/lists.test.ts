import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../../test/support/running-backend.js';
import type { Problem } from '../../../../contract/errors.js';
import type { CreatedPost, PostCount, PostPage } from '../../../../contract/posts/posts.js';
import type { PostStatus, TargetStatus } from '../../../../contract/posts/status.js';
import { countMatches } from './index-scans.js';

let backend: BackendUnderTest;

/** The posts of the workspace, each named for its status, with its effective time. */
const POSTS: readonly (readonly [string, PostStatus, TargetStatus, string])[] = [
  ['proposed', 'draft', 'pending', '2026-11-29T12:00:00Z'],
  ['draft', 'draft', 'pending', '2026-11-30T12:00:00Z'],
  ['late evening', 'published', 'published', '2026-12-01T04:59:59Z'],
  ['morning', 'published', 'published', '2026-12-01T05:00:00Z'],
  ['incomplete', 'published', 'published', '2026-12-01T14:00:00Z'],
  ['partly', 'partially_published', 'published', '2026-12-01T15:00:00Z'],
  ['failed', 'failed', 'failed', '2026-12-02T04:59:59Z'],
  ['unknown', 'unknown', 'unknown', '2026-12-02T05:00:00Z'],
  ['missed', 'missed', 'missed', '2026-12-03T05:00:00Z'],
  ['cancelled', 'cancelled', 'cancelled', '2026-12-04T05:00:00Z'],
  ['soon', 'scheduled', 'pending', '2026-12-05T05:00:00Z'],
];

beforeAll(async () => {
  backend = await BackendUnderTest.start();
  const { store } = backend.backend.services;
  await store.write((trx) => trx.updateTable('workspaces').set({ timezone: 'America/New_York' }).execute());
  for (const [text, status, targetStatus, at] of POSTS) {
    const overrides = text === 'incomplete' ? [{ target: 'x', firstComment: 'More' }] : [];
    const platform = text === 'soon' ? 'mastodon' : 'x';
    const { body } = await backend.post<CreatedPost>('/v1/posts', { platform, text, overrides });
    const [target] = body.targets;
    const effective_at = Date.parse(at);
    await store.write(async (trx) => {
      const kind = text === 'morning' ? 'image' : text === 'missed' ? 'video' : 'text';
      const incomplete = text === 'incomplete' ? 1 : 0;
      const proposed_json =
        text === 'proposed' ? '{"scheduleMode":"now","scheduledAt":null,"timezone":"UTC"}' : null;
      const set = { status, effective_at, kind, incomplete, proposed_json } as const;
      await trx.updateTable('posts').set(set).where('id', '=', body.id).execute();
      await trx
        .updateTable('targets')
        .set({ status: targetStatus, listed_at: effective_at })
        .where('id', '=', target?.id ?? '')
        .execute();
      await trx
        .updateTable('target_parts')
        .set({ status: 'failed' })
        .where('target_id', '=', target?.id ?? '')
        .execute();
    });
  }
});

afterAll(() => backend.close());

const textsOf = async (query: string): Promise<string[]> => {
  const { body } = await backend.get<PostPage>(`/v1/posts?${query}`);
  return body.data.map((post) => post.text);
};

describe('the list of posts', () => {
  it.each([
    ['status=attention', ['missed', 'unknown', 'failed', 'partly', 'incomplete']],
    ['status=attention,draft', ['missed', 'unknown', 'failed', 'partly', 'incomplete', 'draft', 'proposed']],
    ['status=attention&platform=mastodon', []],
    ['status=approval', ['proposed']],
    ['status=approval,missed', ['missed', 'proposed']],
    ['status=approval&platform=x&text=prop', ['proposed']],
    ['status=approval&platform=mastodon', []],
    ['status=scheduled', ['soon']],
    ['platform=mastodon', ['soon']],
    ['kind=image', ['morning']],
    ['kind=image,video', ['missed', 'morning']],
    ['kind=text&status=published', ['incomplete', 'late evening']],
    ['text=EVENING', ['late evening']],
    // A date means a day in the workspace's zone, which begins at 05:00 UTC.
    ['from=2026-12-01&to=2026-12-01', ['failed', 'partly', 'incomplete', 'morning']],
    ['from=2026-12-03', ['soon', 'cancelled', 'missed']],
    ['to=2026-11-30&order=asc', ['proposed', 'draft', 'late evening']],
    ['from=2026-12-02T05:00:00Z&to=2026-12-03T05:00:00Z', ['unknown']],
    ['from=2026-12-02T00:00:00-05:00&to=2026-12-02', ['unknown']],
  ])('%s', async (query, expected) => {
    expect(await textsOf(query)).toEqual(expected);
  });

  it.each([
    ['from=tomorrow', 'from', 'time_invalid'],
    ['to=2026-12-01T09:00', 'to', 'time_required'],
    ['from=2026-12-02&to=2026-12-01', 'to', 'time_invalid'],
    ['kind=gif', 'kind', 'value_invalid'],
    ['status=lost', 'status', 'value_invalid'],
    ['order=up', 'order', 'value_not_allowed'],
    ['sort=asc', 'sort', 'field_unknown'],
  ])('rejects %s', async (query, field, code) => {
    const { status, body } = await backend.get<Problem>(`/v1/posts?${query}`);
    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect(body.errors).toMatchObject([{ field, code }]);
  });

  it('pages through every filter in order, each post once', async () => {
    for (const filter of ['', 'status=attention&', 'from=2026-12-01&order=asc&', 'kind=text&']) {
      const all = await textsOf(`${filter}limit=100`);
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: { body: PostPage } = await backend.get<PostPage>(
          `/v1/posts?${filter}limit=2${cursor && `&cursor=${cursor}`}`,
        );
        seen.push(...page.body.data.map((post) => post.text));
        cursor = page.body.nextCursor;
      }
      expect(seen).toEqual(all);
    }
  });

  it.each([
    '',
    'status=attention',
    'status=attention,draft',
    'status=approval',
    'status=approval,draft,attention',
    'platform=x',
    'text=EVENING',
    'kind=text&from=2026-12-01',
  ])('counts what the list with %s has', async (query) => {
    const { body } = await backend.get<PostCount>(`/v1/posts/count?${query}`);
    expect(body).toEqual({ count: (await textsOf(`${query}&limit=100`)).length, isExact: true });
  });

  it('counts up to a limit, and says that there are more', async () => {
    const { db } = backend.backend.services.store;
    const count = (most: number) => countMatches(db, { workspaceId: backend.workspace.id }, most);
    expect(await count(POSTS.length - 1)).toEqual({ count: POSTS.length - 1, isExact: false });
    expect(await count(POSTS.length)).toEqual({ count: POSTS.length, isExact: true });
  });

  it('marks incomplete posts', async () => {
    const { body } = await backend.get<PostPage>('/v1/posts?text=incomplete');
    expect(body.data[0]).toMatchObject({ incomplete: true });
    expect(body.data[0]?.history).toBeUndefined();
  });
});
