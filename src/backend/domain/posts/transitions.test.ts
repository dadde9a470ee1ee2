import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Problem } from '../../../contract/errors.js';
import type { Post } from '../../../contract/posts/posts.js';
import {
  mayDo,
  POST_ACTIONS,
  POST_STATUSES,
  type PostAction,
  type PostStatus,
  postStatusOf,
  TARGET_STATUSES,
  type TargetStatus,
} from '../../../contract/posts/status.js';

let backend: BackendUnderTest;
let count = 0;

beforeAll(async () => {
  backend = await BackendUnderTest.start();
});

afterAll(() => backend.close());

interface Targets {
  readonly targets: readonly [TargetStatus, TargetStatus];
  /** A part of the first target has an unknown outcome. */
  readonly partUnknown?: boolean;
}

/** For each post status, target statuses that give every allowed action something to do. */
const TARGETS: Readonly<Record<PostStatus, Targets>> = {
  draft: { targets: ['pending', 'pending'] },
  scheduled: { targets: ['published', 'pending'], partUnknown: true },
  queued: { targets: ['pending', 'pending'] },
  publishing: { targets: ['unknown', 'publishing'] },
  published: { targets: ['published', 'published'], partUnknown: true },
  partially_published: { targets: ['published', 'failed'], partUnknown: true },
  in_inbox: { targets: ['in_inbox', 'published'] },
  failed: { targets: ['in_inbox', 'failed'] },
  unknown: { targets: ['unknown', 'failed'] },
  missed: { targets: ['in_inbox', 'missed'] },
  cancelled: { targets: ['cancelled', 'cancelled'] },
  deleted: { targets: ['deleted', 'deleted'] },
};

/** Creates a post and sets its status. The publisher ignores it, because it has no wake time. */
async function postThatIs(status: PostStatus): Promise<Post> {
  count += 1;
  const { body } = await backend.post<Post>('/v1/posts', {
    platforms: ['x', 'mastodon'],
    text: `Transition ${count}`,
    proposed: { scheduleMode: 'schedule', scheduledAt: '2026-12-02T09:00:00Z' },
  });
  if (status === 'draft') return body;
  const now = backend.clock.now();
  const ahead = status === 'scheduled' ? now + 3_600_000 : now;
  await backend.backend.services.store.write(async (trx) => {
    await trx
      .updateTable('posts')
      .set({ status, scheduled_at: ahead, proposed_json: null })
      .where('id', '=', body.id)
      .execute();
    for (const [index, target] of body.targets.entries()) {
      const targetStatus = TARGETS[status].targets[index] ?? 'pending';
      const isActive = targetStatus === 'pending' || targetStatus === 'publishing';
      await trx
        .updateTable('targets')
        .set({
          status: targetStatus,
          phase: targetStatus === 'publishing' ? 'waiting' : null,
          scheduled_at: ahead,
          due_at: isActive ? ahead : null,
          in_doubt: targetStatus === 'unknown' ? 1 : 0,
          network_post_id: targetStatus === 'published' ? `np_${target.id}` : null,
          url: targetStatus === 'published' ? 'http://network.example/1' : null,
        })
        .where('id', '=', target.id)
        .execute();
      if (index === 0 && TARGETS[status].partUnknown) {
        await trx
          .insertInto('target_parts')
          .values({
            target_id: target.id,
            position: 1,
            kind: 'first_comment',
            workspace_id: backend.workspace.id,
            text: 'First',
            status: 'unknown',
            in_doubt: 1,
            first_attempt_at: now,
            network_part_id: null,
            url: null,
            error_json: null,
          })
          .execute();
      }
    }
  });
  return body;
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const REQUESTS: Readonly<Record<PostAction, (post: Post) => Sent>> = {
  update: ({ id }) => ({ method: 'PATCH', path: `/v1/posts/${id}`, body: { text: `Edited ${id}` } }),
  delete: ({ id }) => ({ method: 'DELETE', path: `/v1/posts/${id}` }),
  publish: ({ id }) => ({
    method: 'POST',
    path: `/v1/posts/${id}/publish`,
    body: { scheduleMode: 'schedule', scheduledAt: '2026-12-03T09:00:00Z' },
  }),
  retry: ({ id }) => ({ method: 'POST', path: `/v1/posts/${id}/retry`, body: {} }),
  resolve: ({ id, targets }) => ({
    method: 'POST',
    path: `/v1/posts/${id}/resolve`,
    body: { accountId: targets[0]?.accountId, outcome: 'published' },
  }),
  deletePublished: ({ id }) => ({ method: 'POST', path: `/v1/posts/${id}/delete-published`, body: {} }),
  approve: ({ id, version }) => ({ method: 'POST', path: `/v1/posts/${id}/approve`, body: { version } }),
  reject: ({ id }) => ({ method: 'POST', path: `/v1/posts/${id}/reject`, body: { note: 'No.' } }),
  reopen: ({ id, version }) => ({ method: 'POST', path: `/v1/posts/${id}/reopen`, body: { version } }),
};

const send = <Body>({ method, path, body }: Sent, key?: string) =>
  backend.request<Body>(method, path, { ...(body !== undefined && { body }), ...(key && { key }) });

const CASES = POST_ACTIONS.flatMap((action) =>
  POST_STATUSES.map((status) => ({ action, status, allowed: mayDo(action, status) })),
);

describe('the table of transitions', () => {
  // A decision is taken back only after one: see `reopen.test.ts`.
  const acts = CASES.filter(({ allowed, action }) => allowed && action !== 'reopen');
  it.each(acts)('allows $action of a $status post', async (row) => {
    const post = await postThatIs(row.status);
    const answer = await send<Problem>(REQUESTS[row.action](post));
    expect([answer.status, answer.body.detail]).toEqual([200, undefined]);
  });

  it.each(CASES.filter(({ allowed }) => !allowed))('rejects $action of a $status post', async (row) => {
    const post = await postThatIs(row.status);
    const before = await backend.get<Post>(`/v1/posts/${post.id}`);
    const { status, body } = await send<Problem>(REQUESTS[row.action](post));
    expect([status, body.code, body.current]).toEqual([
      409,
      'state_conflict',
      { version: 1, status: row.status },
    ]);
    // A fully published post and a deleted one allow nothing that is offered.
    if (row.status === 'published' || row.status === 'deleted') expect(body.detail).not.toContain('You can');
    else expect(body.detail).toMatch(/You can .+\/v1\/posts\//);
    expect((await backend.get<Post>(`/v1/posts/${post.id}`)).body).toEqual(before.body);
  });

  it.each(POST_ACTIONS)('does not find posts of another workspace: %s', async (action) => {
    const { createWorkspace } = await import('../access/workspaces.js');
    const { randomIds } = await import('../../base/ids.js');
    const other = await createWorkspace(
      backend.backend.services.store,
      { name: 'Other', sandbox: true, timezone: 'UTC' },
      { clock: backend.clock, ids: randomIds },
    );
    const post = await postThatIs('draft');
    const answer = await send<Problem>(REQUESTS[action](post), await backend.newKey('full', other));
    expect([answer.status, answer.body.code]).toEqual([404, 'post_not_found']);
  });

  it.each(POST_ACTIONS)('rejects another version: %s', async (action) => {
    const post = await postThatIs('draft');
    const request = REQUESTS[action](post);
    const stale =
      action === 'delete'
        ? { ...request, path: `${request.path}?version=7` }
        : { ...request, body: { ...Object(request.body), version: 7 } };
    const { status, body } = await send<Problem>(stale);
    expect([status, body.code, body.current]).toEqual([
      409,
      'version_conflict',
      { version: 1, status: 'draft' },
    ]);
  });
});

describe('the scope that a change needs', () => {
  it.each([
    ['update', 'draft', 200],
    ['delete', 'draft', 200],
    ['update', 'scheduled', 403],
    ['delete', 'scheduled', 403],
    ['publish', 'draft', 403],
    ['approve', 'draft', 403],
    ['reject', 'draft', 403],
    ['retry', 'failed', 403],
    ['resolve', 'unknown', 403],
  ] as const)('a draft-only key tries to %s a %s post: %i', async (action, status, expected) => {
    const post = await postThatIs(status);
    const answer = await send<Problem>(REQUESTS[action](post), await backend.newKey('draft'));
    expect(answer.status).toBe(expected);
    if (expected === 403) expect(answer.body.requiredScope).toBe('posts:publish');
  });
});

describe('a post’s status', () => {
  it('follows from its targets, whatever their order', () => {
    const seen = new Set<PostStatus>();
    for (const one of TARGET_STATUSES) {
      for (const other of TARGET_STATUSES) {
        for (const start of ['scheduled', 'queued'] as const) {
          expect(postStatusOf([one, other], start)).toBe(postStatusOf([other, one], start));
          seen.add(postStatusOf([one, other], start));
        }
      }
    }
    expect([...seen].sort()).toEqual(POST_STATUSES.filter((status) => status !== 'draft').sort());
  });

  it.each([
    [['published', 'pending'], 'scheduled', 'scheduled'],
    [['published', 'pending'], 'queued', 'publishing'],
    [['unknown', 'pending'], 'scheduled', 'unknown'],
    [['cancelled', 'pending'], 'scheduled', 'scheduled'],
    [['published', 'cancelled'], 'queued', 'partially_published'],
    [['failed', 'missed'], 'queued', 'failed'],
    [['in_inbox', 'published'], 'queued', 'in_inbox'],
    [['in_inbox', 'cancelled'], 'queued', 'in_inbox'],
    [['in_inbox', 'deleted'], 'queued', 'in_inbox'],
    [['in_inbox', 'failed'], 'queued', 'failed'],
    [['in_inbox', 'pending'], 'scheduled', 'scheduled'],
  ] as const)('of %j, with the others %s, is %s', (targets, start, expected) => {
    expect(postStatusOf(targets, start)).toBe(expected);
  });
});
