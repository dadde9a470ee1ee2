import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Problem } from '../../../contract/errors.js';
import type { CreatedPost, Post, PostPage, PostValidation } from '../../../contract/posts/posts.js';
import { randomIds } from '../../base/ids.js';
import { createWorkspace } from '../access/workspaces.js';

let backend: BackendUnderTest;
let count = 0;

beforeAll(async () => {
  backend = await BackendUnderTest.start();
});

afterAll(() => backend.close());

/** Returns text that no other test uses. */
const fresh = (words = 'Post') => {
  count += 1;
  return `${words} number ${count}`;
};

const create = (body: unknown, headers: Record<string, string> = {}) =>
  backend.post<CreatedPost>('/v1/posts', body, { headers });
const refused = (body: unknown) => backend.post<Problem>('/v1/posts', body);
const read = async (id: string) => (await backend.get<Post>(`/v1/posts/${id}`)).body;

async function settled(id: string): Promise<Post> {
  for (let tries = 0; tries < 200; tries += 1) {
    const post = await read(id);
    if (post.status !== 'queued' && post.status !== 'publishing') return post;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('The post did not reach a final status.');
}

describe('creating a post', () => {
  it('queues and publishes it, and returns a URL at the network that opens', async () => {
    const text = fresh();
    const { status, body } = await create({ platform: 'bluesky', text, mediaUrls: [], scheduleMode: 'now' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'queued',
      version: 1,
      ready: true,
      warnings: [],
      scheduleMode: 'now',
    });
    const post = await settled(body.id);
    expect(post).toMatchObject({ status: 'published', pollAfterSeconds: null });
    const [target] = post.targets;
    expect(target).toMatchObject({ platform: 'bluesky', status: 'published', text });
    expect(target?.attempts).toMatchObject([{ number: 1, outcome: 'published' }]);
    const page = await fetch(target?.url ?? '');
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(text);
  });

  it.each(['linkedin', 'x', 'threads', 'bluesky', 'mastodon', 'facebook'])(
    'publishes to %s',
    async (platform) => {
      const { body } = await create({ platform, text: fresh(), scheduleMode: 'now' });
      expect((await settled(body.id)).status).toBe('published');
    },
  );

  it.each(['instagram', 'tiktok', 'youtube', 'pinterest'])(
    'reports that %s needs media',
    async (platform) => {
      const { status, body } = await refused({ platform, text: fresh(), scheduleMode: 'now' });
      expect(status).toBe(422);
      expect(body.code).toBe('rules_violated');
      expect(body.errors?.map((issue) => issue.code)).toContain('media_required');
    },
  );
});

it('names each broken rule once', async () => {
  const text = fresh();
  const { body } = await refused({ platforms: ['instagram', 'tiktok'], text, scheduleMode: 'now' });
  expect(body.detail).toMatch(/^The post breaks \d rules of its networks\.$/);
  const messages = body.errors?.map(({ message }) => message) ?? [];
  expect(messages.length).toBeGreaterThan(1);
  expect(messages.filter((message) => body.detail.includes(message))).toEqual([]);
});

describe('the schedule mode', () => {
  it('is draft by default, and a draft may have no accounts', async () => {
    const { body } = await create({ text: fresh() });
    expect(body).toMatchObject({ status: 'draft', targets: [], when: null, pollAfterSeconds: null });
  });

  it('is draft with nothing in it yet, which is not ready and says what it needs', async () => {
    const { status, body } = await create({});
    expect([status, body.status, body.ready]).toEqual([201, 'draft', false]);
    expect(body.issues.map(({ code }) => code)).toEqual(['text_required', 'target_required']);
    const check = await backend.post<PostValidation>('/v1/posts/validate', {});
    expect(check.body).toMatchObject({ ok: true, errors: body.issues });
  });

  it('is draft without an account, which is ready once it has one', async () => {
    const { body } = await create({ text: fresh() });
    expect([body.ready, body.issues.map(({ code }) => code)]).toEqual([false, ['target_required']]);
    const bluesky = (await create({ platform: 'bluesky', text: fresh() })).body.targets[0]?.accountId;
    const version = body.version;
    const change = { version, accountIds: [bluesky] };
    const edit = await backend.request<Post>('PATCH', `/v1/posts/${body.id}`, { body: change });
    expect(edit.body).toMatchObject({ ready: true, issues: [] });
  });

  it('is schedule if the request has a time', async () => {
    const { body } = await create({ platform: 'x', text: fresh(), scheduledAt: '2026-12-02T09:00:00+01:00' });
    expect(body).toMatchObject({ status: 'scheduled', scheduledAt: '2026-12-02T08:00:00.000Z' });
    expect(body.when).toMatchObject({ relative: 'in 1 d' });
  });

  it('schedule requires a time, and now rejects one', async () => {
    expect((await refused({ platform: 'x', text: fresh(), scheduleMode: 'schedule' })).body.code).toBe(
      'time_required',
    );
    const both = { platform: 'x', text: fresh(), scheduleMode: 'now', scheduledAt: '2026-12-02T09:00:00Z' };
    expect((await refused(both)).body.code).toBe('validation_failed');
  });
});

describe('the account', () => {
  it('is required: nothing is published to all accounts by default', async () => {
    const { status, body } = await refused({ text: fresh(), scheduleMode: 'now' });
    expect(status).toBe(422);
    expect(body.code).toBe('target_required');
    expect(body.choices).toHaveLength(10);
  });

  it('can be several, each with its own status and URL', async () => {
    const { body } = await create({
      platforms: ['x', 'mastodon', 'bluesky'],
      text: fresh(),
      scheduleMode: 'now',
    });
    const post = await settled(body.id);
    expect(post.targets.map((target) => target.platform)).toEqual(['x', 'mastodon', 'bluesky']);
    expect(new Set(post.targets.map((target) => target.url)).size).toBe(3);
  });

  it('must be named if a platform has several accounts', async () => {
    const second = await BackendUnderTest.start();
    try {
      const { store } = second.backend.services;
      const [row] = await store.db.selectFrom('accounts').selectAll().where('platform', '=', 'x').execute();
      if (!row) throw new Error('no account');
      const other = { ...row, id: 'acc_second', network_user_id: '2', handle: 'second' };
      await store.write((trx) => trx.insertInto('accounts').values(other).execute());
      const answer = await second.post<Problem>('/v1/posts', {
        platform: 'x',
        text: 'Hello',
        scheduleMode: 'now',
      });
      expect(answer.body.code).toBe('account_ambiguous');
      expect(answer.body.choices?.map((choice) => choice.accountId).sort()).toEqual(
        [row.id, 'acc_second'].sort(),
      );
      const named = {
        platform: 'x',
        accountIds: ['acc_second'],
        text: 'Hello',
        scheduledAt: '2026-12-05T09:00:00Z',
      };
      const created = await second.post<CreatedPost>('/v1/posts', named);
      expect(created.body.targets.map((target) => target.accountId)).toEqual(['acc_second']);
    } finally {
      await second.close();
    }
  });

  it('of another workspace is not found, and neither are its posts', async () => {
    const { store } = backend.backend.services;
    const other = await createWorkspace(
      store,
      { name: 'Other', sandbox: true, timezone: 'UTC' },
      { clock: backend.clock, ids: randomIds },
    );
    const key = await backend.newKey('full', other);
    const { body: mine } = await create({ text: fresh() });
    expect((await backend.get(`/v1/posts/${mine.id}`, { key })).status).toBe(404);
    expect((await backend.get<PostPage>('/v1/posts', { key })).body.data).toEqual([]);
    const account = await store.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow();
    const theirs = await backend.post<Problem>('/v1/posts', { accountIds: [account.id], text: 'x' }, { key });
    expect(theirs.body.code).toBe('account_not_found');
  });
});

describe('the time', () => {
  it.each([
    ['a bare local time', { scheduledAt: '2026-12-02T09:00:00' }, 'time_required'],
    ['a past time', { scheduledAt: '2026-11-02T09:00:00Z' }, 'time_in_past'],
    [
      'an offset against the zone',
      { scheduledAt: '2026-12-02T09:00:00+05:00', timezone: 'Europe/Berlin' },
      'time_conflict',
    ],
    ['an unknown zone', { scheduledAt: '2026-12-02T09:00:00', timezone: 'Europe/Berln' }, 'zone_unknown'],
    ['not a time', { scheduledAt: 'soon' }, 'time_invalid'],
  ])('is rejected: %s', async (_, time, code) => {
    const { status, body } = await refused({ platform: 'x', text: fresh(), ...time });
    expect([status, body.code]).toEqual([422, code]);
    expect(body.errors?.[0]).toMatchObject({ code });
  });

  it('with a zone is local time in that zone, and is returned in it', async () => {
    const { body } = await create({
      platform: 'x',
      text: fresh(),
      scheduledAt: '2026-12-02T09:00',
      timezone: 'America/New_York',
    });
    expect(body.when).toMatchObject({ utc: '2026-12-02T14:00:00.000Z', timezone: 'America/New_York' });
    expect(body.when?.local).toContain('Wed 2026-12-02 09:00');
  });
});

describe('a post that breaks rules', () => {
  it('is rejected with all errors at once', async () => {
    const { body } = await refused({
      platforms: ['bluesky', 'instagram'],
      text: 'x'.repeat(2300),
      scheduleMode: 'now',
    });
    expect(body.errors?.map((issue) => [issue.platform, issue.code])).toEqual(
      expect.arrayContaining([
        ['bluesky', 'text_too_long'],
        ['instagram', 'text_too_long'],
        ['instagram', 'media_required'],
      ]),
    );
    const tooLong = body.errors?.find((issue) => issue.platform === 'bluesky');
    expect(tooLong).toMatchObject({
      actual: 2300,
      limit: 300,
      unit: 'graphemes',
      fitsUpTo: 300,
      pointer: '/text',
    });
  });

  it('can be a draft, which lists what is missing', async () => {
    const { status, body } = await create({ platform: 'instagram', text: fresh() });
    expect(status).toBe(201);
    expect(body.ready).toBe(false);
    expect(body.issues.map((issue) => issue.code)).toContain('media_required');
  });

  it('cannot use media that does not exist, even as a draft', async () => {
    const { body } = await refused({ platform: 'x', text: fresh(), mediaUrls: ['med_gone'] });
    expect(body.errors?.map((issue) => issue.code)).toEqual(['media_not_found']);
  });
});

describe('the same content again', () => {
  it('on the same account is rejected, with the existing post', async () => {
    const text = fresh('Opening hours');
    const { body: first } = await create({ platform: 'mastodon', text, scheduleMode: 'now' });
    await settled(first.id);
    const again = await refused({
      platform: 'mastodon',
      text: `  ${text.toUpperCase()} `,
      scheduleMode: 'now',
    });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({
      code: 'duplicate_post',
      existingPostId: first.id,
      existingStatus: 'published',
    });
  });

  it('is accepted with allowDuplicate, on another account, as a draft, or more than a day later', async () => {
    const text = fresh('Opening hours');
    await create({ platform: 'mastodon', text, scheduledAt: '2026-12-03T09:00:00Z' });
    const bodies = [
      { platform: 'mastodon', text, scheduledAt: '2026-12-03T09:00:00Z', allowDuplicate: true },
      { platform: 'x', text, scheduledAt: '2026-12-03T09:00:00Z' },
      { platform: 'mastodon', text },
      { platform: 'mastodon', text, scheduledAt: '2026-12-04T09:00:00.001Z' },
    ];
    for (const body of bodies) expect((await create(body)).status).toBe(201);
    const near = await refused({ platform: 'mastodon', text, scheduledAt: '2026-12-03T20:00:00Z' });
    expect(near.body.code).toBe('duplicate_post');
  });

  it('sent several times at the same instant is created once', async () => {
    const text = fresh('Race');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => create({ platform: 'x', text, scheduledAt: '2026-12-06T09:00:00Z' })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  it('with the same idempotency key returns the first response again', async () => {
    const body = { platform: 'x', text: fresh(), scheduledAt: '2026-12-06T09:00:00Z' };
    const headers = { 'idempotency-key': 'morning-1' };
    const first = await create(body, headers);
    const again = await create(body, headers);
    expect(again.body.id).toBe(first.body.id);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(first.body.idempotencyKey).toBe('morning-1');
    const found = await backend.get<PostPage>('/v1/posts?idempotencyKey=morning-1');
    expect(found.body.data.map((post) => post.id)).toEqual([first.body.id]);
  });
});

describe('validate', () => {
  const validate = (body: unknown) => backend.post<PostValidation>('/v1/posts/validate', body);

  it('returns what would be sent and how much space is left, and creates nothing', async () => {
    const before = (await backend.get<PostPage>('/v1/posts?limit=1')).body.data[0]?.id;
    const { status, body } = await validate({
      platforms: ['x', 'bluesky'],
      text: 'Hello',
      scheduleMode: 'now',
    });
    expect(status).toBe(200);
    expect(body.ok).toBe(true);
    expect(body.targets.map(({ platform, counts }) => [platform, counts[0]])).toEqual([
      ['x', expect.objectContaining({ used: 5, max: 280, room: 275 })],
      ['bluesky', expect.objectContaining({ used: 5, max: 300, room: 295 })],
    ]);
    expect((await backend.get<PostPage>('/v1/posts?limit=1')).body.data[0]?.id).toBe(before);
  });

  it.each([
    ['no target', { text: 'Hello', scheduleMode: 'now' }],
    ['a past time', { platform: 'x', text: 'Hello', scheduledAt: '2020-01-01T00:00:00Z' }],
    ['too long a text', { platform: 'bluesky', text: 'x'.repeat(301), scheduleMode: 'now' }],
    ['no media', { platform: 'instagram', text: 'Hello', scheduleMode: 'now' }],
  ])('reports the errors of create: %s', async (_, body) => {
    const dry = (await validate(body)).body;
    const real = (await refused(body)).body;
    expect(dry.ok).toBe(false);
    const found = [...dry.errors, ...dry.targets.flatMap((target) => target.errors)].map(
      (issue) => issue.code,
    );
    expect(found).toEqual(real.errors?.map((issue) => issue.code) ?? [real.code]);
  });

  it('names the post that this would duplicate', async () => {
    const post = { platform: 'x', text: fresh(), scheduledAt: '2026-12-06T09:00:00Z' };
    const { body } = await create(post);
    expect((await validate(post)).body).toMatchObject({
      ok: false,
      duplicateOf: { postId: body.id, status: 'scheduled' },
    });
  });
});

describe('a draft-only key', () => {
  it('creates drafts, and is refused to publish', async () => {
    const key = await backend.newKey('draft');
    const draft = await backend.post('/v1/posts', { platform: 'x', text: fresh() }, { key });
    expect(draft.status).toBe(201);
    for (const body of [
      { platform: 'x', text: fresh(), scheduleMode: 'now' },
      { platform: 'x', text: fresh(), scheduledAt: '2026-12-06T09:00:00Z' },
    ]) {
      const answer = await backend.post<Problem>('/v1/posts', body, { key });
      expect([answer.status, answer.body.code, answer.body.requiredScope]).toEqual([
        403,
        'scope_missing',
        'posts:publish',
      ]);
    }
  });
});

describe('the list of posts', () => {
  it('pages through everything once, while new posts arrive', async () => {
    const own = await BackendUnderTest.start();
    try {
      for (let index = 0; index < 25; index += 1) await own.post('/v1/posts', { text: `Draft ${index}` });
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const answer: { body: PostPage } = await own.get<PostPage>(
          `/v1/posts?limit=10${cursor && `&cursor=${cursor}`}`,
        );
        seen.push(...answer.body.data.map((post) => post.id));
        cursor = answer.body.nextCursor;
        own.clock.advance(1);
        await own.post('/v1/posts', { text: 'Another' });
      }
      expect(seen).toHaveLength(25);
      expect(new Set(seen).size).toBe(25);
    } finally {
      await own.close();
    }
  });

  it('filters by status, platform, account and text; upcoming posts are soonest first', async () => {
    const own = await BackendUnderTest.start();
    try {
      const at = (text: string, day: number, platform: string) =>
        own.post<CreatedPost>('/v1/posts', { platform, text, scheduledAt: `2026-12-${day}T09:00:00Z` });
      await at('Later 100% wool', 20, 'x');
      const soon = await at('Sooner', 10, 'mastodon');
      await own.post('/v1/posts', { text: 'A draft' });
      const texts = async (query: string) =>
        (await own.get<PostPage>(`/v1/posts?${query}`)).body.data.map((post) => post.text);
      expect(await texts('status=scheduled')).toEqual(['Sooner', 'Later 100% wool']);
      expect(await texts('status=scheduled&order=desc')).toEqual(['Later 100% wool', 'Sooner']);
      expect(await texts('status=scheduled,draft')).toEqual(['Later 100% wool', 'Sooner', 'A draft']);
      expect(await texts('platform=mastodon')).toEqual(['Sooner']);
      expect(await texts(`accountId=${soon.body.targets[0]?.accountId}`)).toEqual(['Sooner']);
      expect(await texts('text=100%25%20W')).toEqual(['Later 100% wool']);
      expect(await texts('status=published')).toEqual([]);
    } finally {
      await own.close();
    }
  });

  it('rejects a cursor of another list', async () => {
    await create({ text: fresh() });
    await create({ text: fresh() });
    const { body } = await backend.get<PostPage>('/v1/posts?limit=1');
    const other = await backend.get<Problem>(`/v1/posts?limit=1&status=draft&cursor=${body.nextCursor}`);
    expect([other.status, other.body.code]).toEqual([400, 'cursor_invalid']);
  });
});

describe('a waiting read', () => {
  it('returns as soon as the post changes', async () => {
    const { body } = await create({ platform: 'x', text: fresh(), scheduledAt: '2026-12-01T08:10:00Z' });
    const held = backend.get<Post>(`/v1/posts/${body.id}?wait=20`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    backend.clock.advance(10 * 60_000);
    const answer = await held;
    expect(answer.body.status).not.toBe('scheduled');
    expect((await settled(body.id)).status).toBe('published');
  });

  it('returns at once if the post will not change by itself', async () => {
    const { body } = await create({ text: fresh() });
    expect((await backend.get<Post>(`/v1/posts/${body.id}?wait=30`)).body.status).toBe('draft');
  });
});
