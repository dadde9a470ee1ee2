import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Problem } from '../../../contract/errors.js';
import type { RetriedPost } from '../../../contract/posts/changes.js';
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

interface Stand {
  readonly status: TargetStatus;
  readonly code?: DeliveryErrorCode;
  readonly retryAt?: number;
  /** What became of the parts that follow it. */
  readonly parts?: readonly TargetPartRow['status'][];
}

const HOUR = 3_600_000;
const db = () => backend.backend.services.store.db;

/** A post whose targets have come to what is given, each on a network of its own. */
async function postWith(stands: Readonly<Record<string, Stand>>): Promise<Post> {
  count += 1;
  const text = `Retry ${count}`;
  const overrides = Object.entries(stands).flatMap(([target, { parts }]) =>
    parts ? [{ target, thread: parts.map((_, index) => `Part ${index + 1} of ${text}`) }] : [],
  );
  const scheduledAt = new Date(backend.clock.now() + HOUR).toISOString();
  const { body } = await backend.post<Post>('/v1/posts', {
    platforms: Object.keys(stands),
    text,
    overrides,
    scheduledAt,
  });
  const { store, ids } = backend.backend.services;
  const now = backend.clock.now();
  await store.write(async (trx) => {
    for (const target of body.targets) {
      const { status, code, retryAt, parts } = stands[target.platform] ?? { status: 'pending' };
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
  throw new Error('It did not settle.');
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
  it('sends what failed or was missed again, and says what it left alone and why', async () => {
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

  it('of named accounts leaves the others, and begins a new budget of attempts', async () => {
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

  it('waits for an account to be reconnected, and changes nothing', async () => {
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

  it('does not repeat a post that was made anew in the meantime, unless told', async () => {
    const post = await postWith({ x: { status: 'failed', code: 'network_refused' } });
    const scheduledAt = new Date(backend.clock.now() + HOUR).toISOString();
    await backend.post('/v1/posts', { platform: 'x', text: post.text, scheduledAt });
    expect((await retry(post.id)).body.skipped.map(({ code }) => code)).toEqual(['duplicate_post']);
    expect((await retry(post.id, { allowDuplicate: true })).body.retried).toHaveLength(1);
    await settled(post.id);
  });

  it('sends only the parts that are missing of a post that is out', async () => {
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

  it('never touches parts whose outcome is unknown', async () => {
    const post = await postWith({ x: { status: 'published', parts: ['unknown'] } });
    const { body } = await retry(post.id);
    expect([body.retried, body.skipped[0]?.code]).toEqual([[], 'outcome_unknown']);
  });

  it('is answered from memory under the same idempotency key', async () => {
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
  it.each(['failed', 'missed'] as const)('takes up what %s, now or at another time', async (status) => {
    const now = await postWith({ x: { status, code: 'service_error' } });
    await backend.post(`/v1/posts/${now.id}/publish`, { scheduleMode: 'now' });
    expect((await settled(now.id)).status).toBe('published');
    const later = await postWith({ x: { status, code: 'service_error' } });
    const scheduledAt = new Date(backend.clock.now() + 5 * HOUR).toISOString();
    const { body } = await backend.post<Post>(`/v1/posts/${later.id}/publish`, { scheduledAt });
    expect([body.status, body.scheduledAt, body.targets[0]?.error]).toEqual(['scheduled', scheduledAt, null]);
  });

  it('can be done with a mended text', async () => {
    const post = await postWith({ x: { status: 'failed', code: 'content_refused' } });
    const text = `${post.text}, mended`;
    const edited = await backend.request<Post>('PATCH', `/v1/posts/${post.id}`, { body: { text } });
    expect([edited.status, edited.body.status]).toEqual([200, 'failed']);
    await retry(post.id);
    await settled(post.id);
    expect([(await seenWith(post.text)).length, (await seenWith(text)).length]).toEqual([0, 1]);
  });

  it('edits only what is not out of a post that is partly out', async () => {
    const post = await postWith({ x: { status: 'published' }, mastodon: { status: 'failed' } });
    const text = `${post.text}, mended`;
    const { body } = await backend.request<Post>('PATCH', `/v1/posts/${post.id}`, { body: { text } });
    expect(body.targets.map((target) => target.text)).toEqual([post.text, text]);
    const gone = await backend.request<Post>('PATCH', `/v1/posts/${post.id}`, { body: { accountIds: [] } });
    expect([gone.body.status, gone.body.targets.map(({ platform }) => platform)]).toEqual([
      'published',
      ['x'],
    ]);
  });

  it('looks first where a cancelled target may be out', async () => {
    const post = await postWith({ mastodon: { status: 'unknown', code: 'outcome_unknown' } });
    await backend.request('DELETE', `/v1/posts/${post.id}`);
    await backend.post(`/v1/posts/${post.id}/publish`, { scheduledAt: '2026-12-20T09:00:00Z' });
    expect(await targetRow(post)).toMatchObject({ status: 'pending', in_doubt: 1 });
    expect((await targetRow(post)).first_attempt_at).not.toBeNull();
    // By another text it could not be recognised.
    const edit = await backend.request<Problem>('PATCH', `/v1/posts/${post.id}`, { body: { text: 'Other' } });
    expect([edit.status, edit.body.code]).toEqual([409, 'state_conflict']);
  });
});

describe('resolve', () => {
  const unknown = { status: 'unknown', code: 'outcome_unknown' } as const;

  it('published: marks it, with the address that was found', async () => {
    const post = await postWith({ x: { ...unknown, parts: ['pending'] } });
    const url = 'https://x.com/northwind/status/1';
    const { body } = await resolve(post.id, { accountId: accountOn(post, 'x'), outcome: 'published', url });
    expect(body.targets[0]).toMatchObject({ status: 'published', url, error: null });
    expect([body.status, body.incomplete]).toEqual(['published', true]);
    // What follows it cannot be sent after a post whose id is not known, and it is never sent again itself.
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

  it('check: finds out at the network', async () => {
    const post = await postWith({ mastodon: unknown });
    const { body } = await resolve(post.id, { accountId: accountOn(post, 'mastodon'), outcome: 'check' });
    expect(body.targets[0]?.status).toBe('publishing');
    expect((await settled(post.id)).status).toBe('published');
    expect(await seenWith(post.text)).toHaveLength(1);
  });

  it.each([
    ['published', 'published'],
    ['send_again', 'publishing'],
    ['check', 'publishing'],
  ])('%s: says the same of parts', async (outcome, status) => {
    const post = await postWith({ x: { status: 'published', parts: ['unknown'] } });
    const { body } = await resolve(post.id, { accountId: accountOn(post, 'x'), outcome });
    expect(body.targets[0]?.status).toBe(status);
    await settled(post.id);
    expect(await seenWith(post.text)).toEqual([]);
  });

  it.each([
    [
      'a target that is known',
      { x: { status: 'published', parts: ['unknown'] }, mastodon: { status: 'failed' } },
      409,
    ],
    ['an account that it does not go to', { x: unknown }, 404],
  ] as const)('is refused for %s', async (_, stands, expected) => {
    const post = await postWith(stands);
    const accountId = accountOn(post, 'mastodon') || 'acc_other';
    const { status } = await resolve<Problem>(post.id, { accountId, outcome: 'published' });
    expect(status).toBe(expected);
  });

  it.each([
    ['no web address', { outcome: 'published', url: 'javascript:alert(1)' }],
    ['an address that belongs to nothing', { outcome: 'check', url: 'https://x.com/1' }],
    ['no such outcome', { outcome: 'failed' }],
  ])('is refused with %s', async (_, body) => {
    const post = await postWith({ x: unknown });
    const answer = await resolve<Problem>(post.id, { accountId: accountOn(post, 'x'), ...body });
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
  });
});
