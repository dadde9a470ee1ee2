import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Problem } from '../../../contract/errors.js';
import type { DeletedPost, RetriedPost } from '../../../contract/posts/changes.js';
import type { DeliveryErrorCode } from '../../../contract/posts/delivery-errors.js';
import type { Post } from '../../../contract/posts/posts.js';
import type { TargetStatus } from '../../../contract/posts/status.js';
import { refreshPostStatus } from '../../store/post-status.js';
import type { TargetPartRow } from '../../store/schema.js';
import { diagnosisOf } from '../../work/verdict.js';

let backend: BackendUnderTest;
let count = 0;

beforeAll(async () => {
  backend = await BackendUnderTest.start();
});

afterAll(() => backend.close());

interface TargetState {
  readonly status: TargetStatus;
  readonly code?: DeliveryErrorCode;
  readonly retryAt?: number;
  /** The statuses of the parts that follow the main post. */
  readonly parts?: readonly TargetPartRow['status'][];
}

const HOUR = 3_600_000;
const db = () => backend.backend.services.store.db;

/** A post whose targets, each on its own network, have the given states. */
async function postWith(states: Readonly<Record<string, TargetState>>): Promise<Post> {
  count += 1;
  const text = `Retry ${count}`;
  const overrides = Object.entries(states).flatMap(([target, { parts }]) =>
    parts ? [{ target, thread: parts.map((_, index) => `Part ${index + 1} of ${text}`) }] : [],
  );
  const scheduledAt = new Date(backend.clock.now() + HOUR).toISOString();
  const { body } = await backend.post<Post>('/v1/posts', {
    platforms: Object.keys(states),
    text,
    overrides,
    scheduledAt,
  });
  const { store, ids } = backend.backend.services;
  const now = backend.clock.now();
  await store.write(async (trx) => {
    for (const target of body.targets) {
      const { status, code, retryAt, parts } = states[target.platform] ?? { status: 'pending' };
      const out = status === 'published';
      await trx
        .updateTable('targets')
        .set({
          status,
          due_at: null,
          wake_at: null,
          in_doubt: status === 'unknown' ? 1 : 0,
          attempt: 3,
          first_attempt_at: now,
          error_json: code ? JSON.stringify(diagnosisOf(code, code, now, null, retryAt ?? null)) : null,
          ...(out && { network_post_id: `np_${count}`, url: 'http://network.example/1', published_at: now }),
        })
        .where('id', '=', target.id)
        .execute();
      for (const [index, part] of (parts ?? []).entries()) {
        await trx
          .updateTable('target_parts')
          .set({ status: part, in_doubt: part === 'unknown' ? 1 : 0 })
          .where('target_id', '=', target.id)
          .where('position', '=', index + 1)
          .execute();
      }
    }
    await refreshPostStatus(trx, ids, body.id, now);
  });
  return (await backend.get<Post>(`/v1/posts/${body.id}`)).body;
}

async function settled(id: string): Promise<Post> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { body } = await backend.get<Post>(`/v1/posts/${id}`);
    if (body.status !== 'queued' && body.status !== 'publishing') return body;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('The post did not reach a final status.');
}

const retry = <Body = RetriedPost>(id: string, body: unknown = {}) =>
  backend.post<Body>(`/v1/posts/${id}/retry`, body);
const resolve = <Body = Post>(id: string, body: unknown) =>
  backend.post<Body>(`/v1/posts/${id}/resolve`, body);
const accountOn = (post: Post, platform: string) =>
  post.targets.find((target) => target.platform === platform)?.accountId ?? '';
const seenWith = (text: string) =>
  db().selectFrom('network_posts').select('text').where('text', '=', text).execute();
const targetRow = (post: Post, index = 0) =>
  db()
    .selectFrom('targets')
    .selectAll()
    .where('id', '=', post.targets[index]?.id ?? '')
    .executeTakeFirstOrThrow();

describe('retry', () => {
  it('sends failed and missed targets again, and reports why it skipped the others', async () => {
    const post = await postWith({
      x: { status: 'failed', code: 'network_refused' },
      mastodon: { status: 'missed', code: 'missed_window' },
      bluesky: { status: 'failed', code: 'quota_exceeded', retryAt: backend.clock.now() + HOUR },
      threads: { status: 'unknown', code: 'outcome_unknown' },
      linkedin: { status: 'published' },
      facebook: { status: 'cancelled' },
    });
    const { body } = await retry(post.id);
    expect(body.retried).toEqual([accountOn(post, 'x'), accountOn(post, 'mastodon')]);
    expect(body.held).toEqual([
      { accountId: accountOn(post, 'bluesky'), retryAt: new Date(backend.clock.now() + HOUR).toISOString() },
    ]);
    expect(body.skipped.map(({ accountId, code }) => [accountId, code])).toEqual([
      [accountOn(post, 'threads'), 'outcome_unknown'],
      [accountOn(post, 'linkedin'), 'already_published'],
      [accountOn(post, 'facebook'), 'cancelled'],
    ]);
    const after = await settled(post.id);
    expect(after.targets.map(({ status }) => status)).toEqual([
      'published',
      'published',
      'failed',
      'unknown',
      'published',
      'cancelled',
    ]);
    expect(after.version).toBe(2);
    expect(await seenWith(post.text)).toHaveLength(2);
  });

  it('of named accounts skips the others, and starts a new budget of attempts', async () => {
    const post = await postWith({
      x: { status: 'failed', code: 'network_refused' },
      mastodon: { status: 'failed', code: 'network_refused' },
    });
    const { body } = await retry(post.id, { accountIds: [accountOn(post, 'mastodon')] });
    expect([body.retried, body.skipped]).toEqual([[accountOn(post, 'mastodon')], []]);
    expect((await settled(post.id)).targets.map(({ status }) => status)).toEqual(['failed', 'published']);
    expect(await targetRow(post, 1)).toMatchObject({ attempt_base: 3, attempt: 4 });
    const stranger = await retry<Problem>(post.id, { accountIds: ['acc_other'] });
    expect([stranger.status, stranger.body.code]).toEqual([404, 'account_not_found']);
  });

  it('changes nothing while an account needs to be reconnected', async () => {
    const post = await postWith({ x: { status: 'failed', code: 'account_reconnect_required' } });
    const health = (health_status: 'reconnect_required' | 'healthy') =>
      backend.backend.services.store.write((trx) =>
        trx.updateTable('accounts').set({ health_status }).where('platform', '=', 'x').execute(),
      );
    await health('reconnect_required');
    const { body } = await retry(post.id);
    await health('healthy');
    expect(body.skipped.map(({ code }) => code)).toEqual(['account_unusable']);
    expect([body.post.version, body.post.status]).toEqual([1, 'failed']);
  });

  it('does not duplicate a post that was created again, unless allowDuplicate is set', async () => {
    const post = await postWith({ x: { status: 'failed', code: 'network_refused' } });
    const scheduledAt = new Date(backend.clock.now() + HOUR).toISOString();
    await backend.post('/v1/posts', { platform: 'x', text: post.text, scheduledAt });
    expect((await retry(post.id)).body.skipped.map(({ code }) => code)).toEqual(['duplicate_post']);
    expect((await retry(post.id, { allowDuplicate: true })).body.retried).toHaveLength(1);
    await settled(post.id);
  });

  it('sends only the missing parts of a published post', async () => {
    const post = await postWith({ x: { status: 'published', parts: ['failed', 'failed'] } });
    expect([post.status, post.incomplete]).toEqual(['published', true]);
    const { body } = await retry(post.id);
    expect(body.retried).toHaveLength(1);
    expect(body.post.targets[0]).toMatchObject({
      status: 'publishing',
      parts: [{ status: 'published' }, { status: 'pending' }, { status: 'pending' }],
    });
    const after = await settled(post.id);
    expect(after.status).toBe('published');
    expect(await seenWith(post.text)).toEqual([]);
  });

  it('never sends parts whose outcome is unknown', async () => {
    const post = await postWith({ x: { status: 'published', parts: ['unknown'] } });
    const { body } = await retry(post.id);
    expect([body.retried, body.skipped[0]?.code]).toEqual([[], 'outcome_unknown']);
  });

  it('returns the stored response for the same idempotency key', async () => {
    const post = await postWith({ x: { status: 'failed', code: 'network_refused' } });
    const headers = { 'idempotency-key': 'retry-1' };
    const first = await backend.post<RetriedPost>(`/v1/posts/${post.id}/retry`, {}, { headers });
    await settled(post.id);
    const again = await backend.post<RetriedPost>(`/v1/posts/${post.id}/retry`, {}, { headers });
    expect(again.body).toEqual(first.body);
    expect(await seenWith(post.text)).toHaveLength(1);
  });
});

describe('publishing again', () => {
  it.each(['failed', 'missed'] as const)(
    'publishes a post that %s, now or at another time',
    async (status) => {
      const now = await postWith({ x: { status, code: 'service_error' } });
      await backend.post(`/v1/posts/${now.id}/publish`, { scheduleMode: 'now' });
      expect((await settled(now.id)).status).toBe('published');
      const later = await postWith({ x: { status, code: 'service_error' } });
      const scheduledAt = new Date(backend.clock.now() + 5 * HOUR).toISOString();
      const { body } = await backend.post<Post>(`/v1/posts/${later.id}/publish`, { scheduledAt });
      expect([body.status, body.scheduledAt, body.targets[0]?.error]).toEqual([
        'scheduled',
        scheduledAt,
        null,
      ]);
    },
  );

  it('uses a corrected text', async () => {
    const post = await postWith({ x: { status: 'failed', code: 'content_refused' } });
    const text = `${post.text}, corrected`;
    const edited = await backend.request<Post>('PATCH', `/v1/posts/${post.id}`, { body: { text } });
    expect([edited.status, edited.body.status]).toEqual([200, 'failed']);
    await retry(post.id);
    await settled(post.id);
    expect([(await seenWith(post.text)).length, (await seenWith(text)).length]).toEqual([0, 1]);
  });

  it('edits only the unpublished targets of a partially published post', async () => {
    const post = await postWith({ x: { status: 'published' }, mastodon: { status: 'failed' } });
    const text = `${post.text}, corrected`;
    const { body } = await backend.request<Post>('PATCH', `/v1/posts/${post.id}`, { body: { text } });
    expect(body.targets.map((target) => target.text)).toEqual([post.text, text]);
    const gone = await backend.request<Post>('PATCH', `/v1/posts/${post.id}`, { body: { accountIds: [] } });
    expect([gone.body.status, gone.body.targets.map(({ platform }) => platform)]).toEqual([
      'published',
      ['x'],
    ]);
  });

  it('reconciles a cancelled target that may be published first', async () => {
    const post = await postWith({ mastodon: { status: 'unknown', code: 'outcome_unknown' } });
    const cancelled = await backend.request<DeletedPost>('DELETE', `/v1/posts/${post.id}`);
    expect(cancelled.body.post.targets[0]?.error?.action).toBe(
      'It was cancelled while its outcome was unknown, so it may be published. If it is on the network, delete it there.',
    );
    await backend.post(`/v1/posts/${post.id}/publish`, { scheduledAt: '2026-12-20T09:00:00Z' });
    expect(await targetRow(post)).toMatchObject({ status: 'pending', in_doubt: 1 });
    expect((await targetRow(post)).first_attempt_at).not.toBeNull();
    // With another text, the post could not be recognized at the network.
    const edit = await backend.request<Problem>('PATCH', `/v1/posts/${post.id}`, { body: { text: 'Other' } });
    expect([edit.status, edit.body.code]).toEqual([409, 'state_conflict']);
  });
});

describe('resolve', () => {
  const unknown = { status: 'unknown', code: 'outcome_unknown' } as const;

  it('published: marks it as published, with the given URL', async () => {
    const post = await postWith({ x: { ...unknown, parts: ['pending'] } });
    const url = 'https://x.com/northwind/status/1';
    const { body } = await resolve(post.id, { accountId: accountOn(post, 'x'), outcome: 'published', url });
    expect(body.targets[0]).toMatchObject({ status: 'published', url, error: null });
    expect([body.status, body.incomplete]).toEqual(['published', true]);
    // Parts cannot follow a post whose id is unknown, and the post itself is never sent again.
    expect((await retry(post.id)).body.skipped[0]?.code).toBe('already_published');
    const types = (
      await db().selectFrom('events').select('type').where('object_id', '=', post.id).execute()
    ).map((row) => row.type);
    expect(types).toEqual(expect.arrayContaining(['target.published', 'post.published']));
    expect(await seenWith(post.text)).toEqual([]);
  });

  it('send_again: sends it', async () => {
    const post = await postWith({ x: unknown });
    await resolve(post.id, { accountId: accountOn(post, 'x'), outcome: 'send_again' });
    expect((await settled(post.id)).status).toBe('published');
    expect(await targetRow(post)).toMatchObject({ in_doubt: 0, attempt_base: 3 });
    expect(await seenWith(post.text)).toHaveLength(1);
  });

  it('check: sends nothing if the network does not have the post, and a retry then sends it', async () => {
    const post = await postWith({ mastodon: { ...unknown, parts: ['pending'] } });
    const { body } = await resolve(post.id, { accountId: accountOn(post, 'mastodon'), outcome: 'check' });
    expect(body.targets[0]?.status).toBe('publishing');
    const [target] = (await settled(post.id)).targets;
    expect(target).toMatchObject({ status: 'failed', error: { code: 'not_delivered', retryable: true } });
    expect(await seenWith(post.text)).toEqual([]);
    expect(await targetRow(post)).toMatchObject({ in_doubt: 0 });
    expect((await retry(post.id)).body.retried).toEqual([accountOn(post, 'mastodon')]);
    expect(await settled(post.id)).toMatchObject({ status: 'published', incomplete: false });
    expect(await seenWith(post.text)).toHaveLength(1);
  });

  it.each([
    ['published', 'published'],
    ['send_again', 'publishing'],
    ['check', 'publishing'],
  ])('%s: applies to parts as well', async (outcome, status) => {
    const post = await postWith({ x: { status: 'published', parts: ['unknown'] } });
    const { body } = await resolve(post.id, { accountId: accountOn(post, 'x'), outcome });
    expect(body.targets[0]?.status).toBe(status);
    await settled(post.id);
    expect(await seenWith(post.text)).toEqual([]);
  });

  it.each([
    [
      'a target whose outcome is known',
      { x: { status: 'published', parts: ['unknown'] }, mastodon: { status: 'failed' } },
      409,
    ],
    ['an account that the post does not target', { x: unknown }, 404],
  ] as const)('is refused for %s', async (_, states, expected) => {
    const post = await postWith(states);
    const accountId = accountOn(post, 'mastodon') || 'acc_other';
    const { status } = await resolve<Problem>(post.id, { accountId, outcome: 'published' });
    expect(status).toBe(expected);
  });

  it.each([
    ['a URL that is not a web address', { outcome: 'published', url: 'javascript:alert(1)' }],
    ['a URL without a published post', { outcome: 'check', url: 'https://x.com/1' }],
    ['an unknown outcome', { outcome: 'failed' }],
  ])('is refused with %s', async (_, body) => {
    const post = await postWith({ x: unknown });
    const answer = await resolve<Problem>(post.id, { accountId: accountOn(post, 'x'), ...body });
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
  });
});
