import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Problem } from '../../../contract/errors.js';
import type { ChangedPost, DeletedPost } from '../../../contract/posts/changes.js';
import type { CreatedPost, Post } from '../../../contract/posts/posts.js';

let backend: BackendUnderTest;
let count = 0;

beforeAll(async () => {
  backend = await BackendUnderTest.start();
});

afterAll(() => backend.close());

const fresh = () => {
  count += 1;
  return `Change ${count}`;
};

const create = async (body: Record<string, unknown>, key?: string) =>
  (await backend.post<CreatedPost>('/v1/posts', { text: fresh(), ...body }, key === undefined ? {} : { key }))
    .body;
const patch = <Body = ChangedPost>(id: string, body: unknown, key?: string) =>
  backend.request<Body>('PATCH', `/v1/posts/${id}`, { body, ...(key !== undefined && { key }) });
const act = <Body = ChangedPost>(id: string, action: string, body: unknown = {}) =>
  backend.post<Body>(`/v1/posts/${id}/${action}`, body);
const read = async (id: string) => (await backend.get<Post>(`/v1/posts/${id}`)).body;
const rowsOf = (id: string) =>
  backend.backend.services.store.db
    .selectFrom('targets')
    .selectAll()
    .where('post_id', '=', id)
    .orderBy('position')
    .execute();

async function settled(id: string): Promise<Post> {
  for (let tries = 0; tries < 200; tries += 1) {
    const post = await read(id);
    if (post.status !== 'queued' && post.status !== 'publishing') return post;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('The post did not reach a final status.');
}

const eventsOf = async (id: string) =>
  (
    await backend.backend.services.store.db
      .selectFrom('events')
      .select('type')
      .where('object_id', '=', id)
      .orderBy('seq')
      .execute()
  ).map((row) => row.type);

const LATER = '2026-12-05T09:00:00.000Z';
const LATEST = '2026-12-06T09:00:00.000Z';

describe('editing a scheduled post', () => {
  it('changes its text on every account, and checks the rules again', async () => {
    const post = await create({ platforms: ['x', 'bluesky'], scheduledAt: LATER });
    const text = fresh();
    const { body } = await patch(post.id, { version: 1, text });
    expect([body.version, body.text, body.targets.map((target) => target.text)]).toEqual([
      2,
      text,
      [text, text],
    ]);
    const refused = await patch<Problem>(post.id, { text: 'x'.repeat(290) });
    expect([refused.status, refused.body.code]).toEqual([422, 'rules_violated']);
    expect(refused.body.errors?.map((issue) => [issue.platform, issue.code])).toEqual([
      ['x', 'text_too_long'],
    ]);
    expect((await read(post.id)).version).toBe(2);
  });

  it('applies new overrides, threads and first comments', async () => {
    const post = await create({
      platform: 'x',
      scheduledAt: LATER,
      overrides: [{ target: 'x', thread: ['One', 'Two'] }],
    });
    expect(post.targets[0]?.parts.map(({ kind, index, status }) => [kind, index, status])).toEqual([
      ['main', 0, 'pending'],
      ['thread', 1, 'pending'],
      ['thread', 2, 'pending'],
    ]);
    const { body } = await patch(post.id, { overrides: [{ target: 'x', text: 'Own', thread: ['Three'] }] });
    expect(body.targets[0]).toMatchObject({ text: 'Own', parts: [{ kind: 'main' }, { kind: 'thread' }] });
    const [row] = await rowsOf(post.id);
    expect(JSON.parse(row?.content_json ?? '')).toMatchObject({ text: 'Own', thread: ['Three'] });
  });

  it('merges overrides by target, and resets what is null', async () => {
    const overrides = [
      { target: 'x', text: fresh(), thread: ['One'], options: { replySettings: 'following' } },
      { target: 'mastodon', text: fresh(), options: { contentWarning: 'Food', sensitive: true } },
    ];
    const post = await create({ platforms: ['x', 'mastodon'], scheduledAt: LATER, overrides });
    const own = fresh();
    const { body } = await patch(post.id, { overrides: [{ target: 'mastodon', text: own }] });
    expect(body.targets.map(({ text }) => text)).toEqual([overrides[0]?.text, own]);
    expect(body.overrides).toContainEqual(overrides[0]);
    const again = await patch(post.id, {
      overrides: [
        { target: 'mastodon', text: null, options: { contentWarning: null } },
        { target: 'x', options: null },
      ],
    });
    expect(again.body.targets.map(({ text }) => text)).toEqual([overrides[0]?.text, post.text]);
    expect(again.body.overrides).toHaveLength(2);
    expect(again.body.overrides).toContainEqual({ target: 'mastodon', options: { sensitive: true } });
    expect(again.body.overrides).toContainEqual({ target: 'x', text: overrides[0]?.text, thread: ['One'] });
    const same = await patch(post.id, { overrides: [{ target: 'x', thread: ['One'] }] });
    expect(same.body.version).toBe(again.body.version);
    const none = await patch(post.id, { overrides: null });
    expect([none.body.overrides, ...none.body.targets.map(({ text }) => text)]).toEqual([
      [],
      post.text,
      post.text,
    ]);
  });

  it('points at the override of the request that is refused', async () => {
    const post = await create({
      platforms: ['x', 'mastodon'],
      scheduledAt: LATER,
      overrides: [{ target: 'x', text: fresh() }],
    });
    const { body } = await patch<Problem>(post.id, {
      overrides: [{ target: 'mastodon', text: 'a'.repeat(501) }],
    });
    expect(body.errors?.map(({ pointer }) => pointer)).toEqual(['/overrides/0/text']);
  });

  it('changes its time', async () => {
    const post = await create({ platform: 'x', scheduledAt: LATER });
    const { body } = await patch(post.id, { scheduledAt: '2026-12-06T10:00', timezone: 'Europe/Berlin' });
    expect(body).toMatchObject({ scheduledAt: LATEST, timezone: 'Europe/Berlin', status: 'scheduled' });
    const [row] = await rowsOf(post.id);
    const at = Date.parse(LATEST);
    expect(row).toMatchObject({ scheduled_at: at, due_at: at, wake_at: at, latest_at: at + 3_600_000 });
    expect(await eventsOf(post.id)).toEqual(['post.scheduled', 'post.scheduled']);
  });

  it('gives one target its own time', async () => {
    const post = await create({
      platforms: ['x', 'mastodon'],
      scheduledAt: LATER,
      overrides: [{ target: 'mastodon', scheduledAt: LATEST }],
    });
    expect(post.targets.map((target) => target.scheduledAt)).toEqual([LATER, LATEST]);
    expect(post.when?.utc).toBe(LATER);
    const { body } = await patch(post.id, {
      overrides: [
        { target: 'x', scheduledAt: LATEST },
        { target: 'mastodon', scheduledAt: null },
      ],
    });
    expect(body.targets.map((target) => target.scheduledAt)).toEqual([LATEST, LATER]);
  });

  it('adds and removes accounts', async () => {
    const post = await create({ platforms: ['x', 'bluesky'], scheduledAt: LATER });
    const { body } = await patch(post.id, { platforms: ['bluesky', 'mastodon'] });
    expect(body.targets.map(({ platform, scheduledAt }) => [platform, scheduledAt])).toEqual([
      ['bluesky', LATER],
      ['mastodon', LATER],
    ]);
    const none = await patch<Problem>(post.id, { accountIds: [] });
    expect([none.status, none.body.code]).toEqual([422, 'target_required']);
  });

  it('does not turn it into a duplicate unless allowDuplicate is set', async () => {
    const first = await create({ platform: 'x', scheduledAt: LATER });
    const second = await create({ platform: 'x', scheduledAt: LATER });
    const refused = await patch<Problem>(second.id, { text: first.text });
    expect([refused.status, refused.body.existingPostId]).toEqual([409, first.id]);
    expect((await patch(second.id, { text: first.text, allowDuplicate: true })).status).toBe(200);
    // A duplicate that was allowed once is not checked again.
    expect((await patch(second.id, { timezone: 'Asia/Tokyo' })).status).toBe(200);
  });

  it('keeps the version if nothing changes', async () => {
    const post = await create({ platform: 'x', scheduledAt: LATER });
    expect((await patch(post.id, { text: post.text })).body.version).toBe(1);
  });

  it.each([
    ['a proposal', { proposed: { scheduleMode: 'now' } }, 'only allowed for drafts'],
    ['no time', { scheduledAt: null }, 'needs a time'],
  ])('refuses %s', async (_, body, words) => {
    const post = await create({ platform: 'x', scheduledAt: LATER });
    const answer = await patch<Problem>(post.id, body);
    expect([answer.status, answer.body.code]).toEqual([409, 'state_conflict']);
    expect(answer.body.detail).toContain(words);
  });

  it('accepts one of several concurrent edits of the same version', async () => {
    const post = await create({ platform: 'x', scheduledAt: LATER });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => patch<Problem>(post.id, { version: 1, text: fresh() })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'version_conflict',
      current: { version: 2, status: 'scheduled' },
    });
  });

  it('fails once publishing has begun, and the post shows what was published', async () => {
    const own = await BackendUnderTest.start();
    try {
      for (let round = 0; round < 8; round += 1) {
        const soon = new Date(own.clock.now() + 60_000).toISOString();
        const body = { platform: 'mastodon', text: `Before ${round}`, scheduledAt: soon };
        const { id } = (await own.post<Post>('/v1/posts', body)).body;
        own.clock.advance(60_000);
        own.backend.services.wakePublisher();
        if (round % 2 === 1) await new Promise((resolve) => setImmediate(resolve));
        const edit = await own.request<Problem>('PATCH', `/v1/posts/${id}`, {
          body: { text: `After ${round}` },
        });
        expect([200, 409]).toContain(edit.status);
        let post = (await own.get<Post>(`/v1/posts/${id}`)).body;
        while (post.status !== 'published') post = (await own.get<Post>(`/v1/posts/${id}?wait=1`)).body;
        expect(post.text).toBe(edit.status === 200 ? `After ${round}` : `Before ${round}`);
        const sent = await own.backend.services.store.db.selectFrom('network_posts').select('text').execute();
        expect(sent.map((row) => row.text)).toContain(post.text);
        expect(sent).toHaveLength(round + 1);
      }
    } finally {
      await own.close();
    }
  });
});

describe('cancelling', () => {
  it('stops targets that are not published, and the post can be published afterwards', async () => {
    const post = await create({ platform: 'x', scheduledAt: LATER });
    const { body } = await backend.request<DeletedPost>('DELETE', `/v1/posts/${post.id}?version=1`);
    expect(body).toMatchObject({ outcome: 'cancelled', post: { status: 'cancelled', version: 2 } });
    expect(await eventsOf(post.id)).toEqual(['post.scheduled', 'post.cancelled']);
    expect(await rowsOf(post.id)).toMatchObject([{ due_at: null, wake_at: null, latest_at: null }]);
    const again = await backend.request<DeletedPost>('DELETE', `/v1/posts/${post.id}`);
    expect([again.status, again.body.post.version]).toEqual([200, 2]);
    await act(post.id, 'publish', { scheduleMode: 'now' });
    expect((await settled(post.id)).status).toBe('published');
  });

  it('deletes a draft permanently', async () => {
    const post = await create({ platform: 'x', overrides: [{ target: 'x', thread: ['More'] }] });
    const { body } = await backend.request<DeletedPost>('DELETE', `/v1/posts/${post.id}`);
    expect([body.outcome, body.post.id]).toEqual(['deleted', post.id]);
    expect((await backend.get(`/v1/posts/${post.id}`)).status).toBe(404);
    expect(await rowsOf(post.id)).toEqual([]);
  });

  it('does not stop a target that is being sent', async () => {
    const post = await create({ platform: 'x', scheduledAt: LATER });
    const { store } = backend.backend.services;
    await store.write(async (trx) => {
      const sending = { status: 'publishing', phase: 'sending', lease_until: 9e12, wake_at: 9e12 } as const;
      await trx.updateTable('targets').set(sending).where('post_id', '=', post.id).execute();
      await trx.updateTable('posts').set({ status: 'publishing' }).where('id', '=', post.id).execute();
    });
    const { status, body } = await backend.request<Problem>('DELETE', `/v1/posts/${post.id}`);
    expect([status, body.code]).toEqual([409, 'state_conflict']);
    expect((await patch<Problem>(post.id, { text: 'Too late' })).body.code).toBe('state_conflict');
  });
});

describe('publishing a draft', () => {
  it('publishes it now or at a time', async () => {
    const now = await create({ platform: 'x' });
    expect((await act(now.id, 'publish')).body.status).toMatch(/queued|publishing/);
    expect((await settled(now.id)).status).toBe('published');
    const later = await create({ platform: 'x' });
    const { body } = await act(later.id, 'publish', { scheduledAt: LATER });
    expect(body).toMatchObject({
      status: 'scheduled',
      scheduleMode: 'schedule',
      scheduledAt: LATER,
      version: 2,
    });
    expect(await eventsOf(later.id)).toEqual(['post.scheduled']);
  });

  it.each([
    ['no account', {}, { scheduleMode: 'now' }, 'target_required'],
    ['broken rules', { platform: 'instagram' }, { scheduleMode: 'now' }, 'rules_violated'],
    ['a past time', { platform: 'x' }, { scheduledAt: '2026-11-01T09:00:00Z' }, 'time_in_past'],
    ['no time', { platform: 'x' }, { scheduleMode: 'schedule' }, 'time_required'],
    ['both', { platform: 'x' }, { scheduleMode: 'now', scheduledAt: LATER }, 'validation_failed'],
  ])('is rejected with %s, as in create', async (_, draft, body, code) => {
    const post = await create(draft);
    const answer = await act<Problem>(post.id, 'publish', body);
    expect([answer.status, answer.body.code]).toEqual([422, code]);
    expect((await read(post.id)).status).toBe('draft');
  });

  it('happens once per idempotency key', async () => {
    const post = await create({ platform: 'x' });
    const headers = { 'idempotency-key': 'publish-1' };
    const path = `/v1/posts/${post.id}/publish`;
    const first = await backend.post<Post>(path, { scheduledAt: LATER }, { headers });
    const again = await backend.post<Post>(path, { scheduledAt: LATER }, { headers });
    expect([again.body, again.headers.get('idempotency-replayed')]).toEqual([first.body, 'true']);
  });
});

describe('a proposal', () => {
  const proposed = { scheduleMode: 'schedule', scheduledAt: LATER, timezone: 'UTC' };

  it('is created by a draft-only key, and approved in the version that was reviewed', async () => {
    const key = await backend.newKey('draft');
    const post = await create({ platform: 'x', proposed }, key);
    expect(post).toMatchObject({
      status: 'draft',
      proposed: { scheduleMode: 'schedule', scheduledAt: LATER },
    });
    await patch(post.id, { text: fresh() }, key);
    const stale = await act<Problem>(post.id, 'approve', { version: 1 });
    expect([stale.status, stale.body.code]).toEqual([409, 'version_conflict']);
    const { body } = await act(post.id, 'approve', { version: 2 });
    expect(body).toMatchObject({ status: 'scheduled', scheduledAt: LATER, proposed: null, version: 3 });
    const { history } = await read(post.id);
    expect(history?.map(({ action, by, version }) => [action, by?.label, version])).toEqual([
      ['created', 'draft', 1],
      ['updated', 'draft', 2],
      ['approved', 'full', 3],
    ]);
  });

  it('can be for now, and can be approved with another time', async () => {
    const now = await create({ platform: 'x', proposed: { scheduleMode: 'now' } });
    await act(now.id, 'approve', { version: 1 });
    expect((await settled(now.id)).status).toBe('published');
    const moved = await create({ platform: 'x', proposed });
    const { body } = await act(moved.id, 'approve', { version: 1, scheduledAt: LATEST });
    expect(body.scheduledAt).toBe(LATEST);
  });

  it('is required for an approval without a time; the version is always required', async () => {
    const post = await create({ platform: 'x' });
    expect((await act<Problem>(post.id, 'approve', { version: 1 })).body.code).toBe('state_conflict');
    expect((await act<Problem>(post.id, 'approve', {})).body.errors?.[0]?.pointer).toBe('/version');
    expect((await act(post.id, 'approve', { version: 1, scheduledAt: LATER })).body.status).toBe('scheduled');
  });

  it('is rejected with a note, and can be replaced', async () => {
    const post = await create({ platform: 'x', scheduleMode: 'draft', scheduledAt: LATER });
    expect(post.proposed).toMatchObject({ scheduleMode: 'schedule', scheduledAt: LATER });
    const { body } = await act(post.id, 'reject', { note: 'Name the hours.' });
    expect(body).toMatchObject({
      status: 'draft',
      proposed: null,
      reviewNote: 'Name the hours.',
      version: 2,
    });
    expect((await act<Problem>(post.id, 'reject')).body.code).toBe('state_conflict');
    const again = await patch(post.id, { text: fresh(), proposed });
    expect(again.body).toMatchObject({ reviewNote: null, proposed: { scheduledAt: LATER } });
    expect((await patch(post.id, { proposed: null })).body.proposed).toBeNull();
  });

  it('needs a new time once its time has passed', async () => {
    const own = await BackendUnderTest.start();
    try {
      const body = { platform: 'x', text: 'Passing', proposed };
      const post = (await own.post<Post>('/v1/posts', body)).body;
      own.clock.advance(10 * 24 * 3_600_000);
      const approve = `/v1/posts/${post.id}/approve`;
      expect((await own.post<Problem>(approve, { version: 1 })).body.code).toBe('time_in_past');
      const now = await own.post<Post>(approve, { version: 1, scheduleMode: 'now' });
      expect(now.status).toBe(200);
      // Old drafts stay editable.
      const old = (await own.post<Post>('/v1/posts', { text: 'Old', proposed: { scheduleMode: 'now' } }))
        .body;
      own.clock.advance(24 * 3_600_000);
      expect((await own.request('PATCH', `/v1/posts/${old.id}`, { body: { text: 'New' } })).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  it.each([
    ['on a post that is not a draft', { scheduleMode: 'now', proposed }, '/proposed'],
    [
      'for a time that has passed',
      { proposed: { scheduledAt: '2026-11-01T09:00:00Z' } },
      '/proposed/scheduledAt',
    ],
    ['for a time without a zone', { proposed: { scheduledAt: '2026-12-09T09:00' } }, '/proposed/scheduledAt'],
  ])('is invalid %s', async (_, body, pointer) => {
    const { status, body: problem } = await backend.post<Problem>('/v1/posts', {
      platform: 'x',
      text: fresh(),
      ...body,
    });
    expect([status, problem.errors?.[0]?.pointer]).toEqual([422, pointer]);
  });
});

describe('the history of a post', () => {
  it('shows which key changed what, and so does the workspace activity', async () => {
    const post = await create({ platform: 'x', scheduledAt: LATER });
    const text = fresh();
    await patch(post.id, { text, scheduledAt: LATEST });
    await backend.request('DELETE', `/v1/posts/${post.id}`);
    const { history } = await read(post.id);
    expect(history?.map(({ action, version }) => [action, version])).toEqual([
      ['created', 1],
      ['updated', 2],
      ['cancelled', 3],
    ]);
    expect(history?.[1]?.changes).toEqual([
      { field: 'text', from: post.text, to: text },
      { field: 'scheduledAt', from: LATER, to: LATEST },
    ]);
    const activity = await backend.backend.services.store.db
      .selectFrom('activity')
      .select(['operation', 'summary'])
      .where('object_id', '=', post.id)
      .orderBy('seq')
      .execute();
    expect(activity).toEqual([
      { operation: 'posts.create', summary: expect.stringMatching(/^created as scheduled for 20\S+Z$/) },
      { operation: 'posts.update', summary: 'changed text, scheduledAt' },
      { operation: 'posts.delete', summary: 'cancelled 1 of 1 targets' },
    ]);
  });
});
