import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestBackend } from '../../../../testing/start.js';
import type { TestBackend } from '../../../../testing/test-backend.js';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend({ frozenAt: '2026-12-01T08:00:00Z' });
});

afterAll(() => backend.stop());

beforeEach(() => backend.chaos.calm());

let count = 0;

/** A published post with a thread, on each network. */
async function publishedPost(platforms: readonly ('bluesky' | 'mastodon' | 'x')[], thread = true) {
  count += 1;
  const text = `Deletion ${count}`;
  const accountIds = await Promise.all(platforms.map(async (one) => (await backend.accounts.on(one)).id));
  const { id } = await backend.client.posts.create({
    accountIds,
    text,
    scheduleMode: 'now',
    ...(thread && {
      overrides: platforms.map((target) => ({ target, thread: [`Second of ${text}.`, `Third of ${text}.`] })),
    }),
  });
  await backend.clock.advance({ minutes: 5 });
  const post = await backend.client.posts.get(id);
  expect([post.status, post.incomplete]).toEqual(['published', false]);
  return { id, text, accountIds, post };
}

const eventsOf = async (id: string): Promise<string[]> => {
  const { data } = await backend.client.events.list({ limit: 100 });
  return data.filter(({ data: facts }) => 'postId' in facts && facts.postId === id).map(({ type }) => type);
};

const live = (text: string): Promise<number> => backend.posts.count({ text: new RegExp(`${text}\\b`) });

describe.each(['bluesky', 'mastodon'] as const)('deleting what is published on %s', (platform) => {
  it('deletes the post and its thread, and says so once', async () => {
    const { id, text, accountIds } = await publishedPost([platform]);
    expect(await live(text)).toBe(3);
    const result = await backend.client.posts.deletePublished(id, {});
    expect(result).toMatchObject({ deleted: accountIds, kept: [], post: { status: 'deleted' } });
    const [target] = result.post.targets;
    expect(target?.deletedAt).toBe(result.post.updatedAt);
    expect(target?.parts.map(({ status }) => status)).toEqual(['deleted', 'deleted', 'deleted']);
    expect(await live(text)).toBe(0);

    const again = await backend.client.posts.deletePublished(id, {});
    expect(again).toMatchObject({ deleted: accountIds, kept: [], post: { version: result.post.version } });
    const types = await eventsOf(id);
    expect(types.filter((type) => type.endsWith('.deleted')).toSorted()).toEqual([
      'post.deleted',
      'target.deleted',
    ]);
    const { history } = await backend.client.posts.get(id);
    expect(history?.map(({ action }) => action)).toEqual(['created', 'deleted_published']);
  });

  it('is final for the post, and leaves its words free for a new one', async () => {
    const { id, text, accountIds } = await publishedPost([platform], false);
    await backend.client.posts.deletePublished(id, {});
    for (const change of [
      () => backend.client.posts.publish(id, {}),
      () => backend.client.posts.retry(id, {}),
      () => backend.client.posts.update(id, { text: 'Once more' }),
      () => backend.client.posts.delete(id),
    ]) {
      await expect(change()).rejects.toMatchObject({ code: 'state_conflict' });
    }
    expect(await live(text)).toBe(0);
    const { id: next } = await backend.client.posts.create({ accountIds, text, scheduleMode: 'now' });
    await backend.clock.advance({ minutes: 5 });
    expect((await backend.client.posts.get(next)).status).toBe('published');
    expect(await live(text)).toBe(1);
  });

  it('keeps what has begun if the network does not answer, sends nothing after it, and can be repeated', async () => {
    const { id, text, accountIds } = await publishedPost([platform]);
    await backend.chaos.network({ kind: 'reset', effect: 'after' }, { platform });
    const lost = await backend.client.posts.deletePublished(id, {});
    expect(lost).toMatchObject({ deleted: [], kept: [{ code: 'network_unavailable' }] });
    expect(lost.post.targets[0]).toMatchObject({ status: 'published', phase: 'deleting', deletedAt: null });
    const { retried, skipped } = await backend.client.posts.retry(id, {});
    expect([retried, skipped.map(({ code }) => code)]).toEqual([[], ['already_published']]);
    await backend.chaos.calm();
    await backend.clock.advance({ hours: 1 });
    const repeated = await backend.client.posts.deletePublished(id, {});
    expect(repeated).toMatchObject({ deleted: accountIds, kept: [], post: { status: 'deleted' } });
    expect(await live(text)).toBe(0);
  });
});

describe('repeating a deletion that did not finish', () => {
  it('tries what is left, also with the version that the first call named, and says what is gone', async () => {
    const { id, text, accountIds, post } = await publishedPost(['bluesky', 'mastodon']);
    const [bluesky = '', mastodon = ''] = accountIds;
    await backend.chaos.network({ kind: 'reset', effect: 'after' }, { platform: 'mastodon' });
    const { version } = post;
    const first = await backend.client.posts.deletePublished(id, { version });
    expect(first).toMatchObject({
      deleted: [bluesky],
      kept: [{ accountId: mastodon, code: 'network_unavailable' }],
    });
    const second = await backend.client.posts.deletePublished(id, { version });
    expect(second.deleted).toEqual([bluesky]);
    await backend.chaos.calm();
    const third = await backend.client.posts.deletePublished(id, { version });
    expect(third).toMatchObject({ deleted: [bluesky, mastodon], kept: [], post: { status: 'deleted' } });
    expect(await live(text)).toBe(0);
  });

  it('does not accept a version that another change has followed', async () => {
    const { id: accountId } = await backend.accounts.on('bluesky');
    const draft = { accountIds: [accountId], text: 'Changed before it was published' };
    const { id } = await backend.client.posts.create({ ...draft, scheduleMode: 'draft' });
    await backend.client.posts.publish(id, { scheduleMode: 'now' });
    await backend.clock.advance({ minutes: 5 });
    await backend.client.posts.deletePublished(id, {});
    const stale = backend.client.posts.deletePublished(id, { version: 1 });
    await expect(stale).rejects.toMatchObject({ code: 'version_conflict' });
  });

  it('says what is gone although the other target has failed', async () => {
    count += 1;
    const bluesky = await backend.accounts.on('bluesky');
    const [failing] = await backend.accounts.connect({
      platform: 'threads',
      handle: 'content_refused',
    });
    const { id } = await backend.client.posts.create({
      accountIds: [bluesky.id, failing.id],
      text: `Deletion ${count}`,
      scheduleMode: 'now',
    });
    await backend.clock.advance({ minutes: 5 });
    expect((await backend.client.posts.get(id)).status).toBe('partially_published');
    const first = await backend.client.posts.deletePublished(id, {});
    expect(first).toMatchObject({ deleted: [bluesky.id], kept: [], post: { status: 'failed' } });
    const again = await backend.client.posts.deletePublished(id, {});
    expect(again).toMatchObject({ deleted: [bluesky.id], kept: [], post: { status: 'failed' } });
  });
});

it('says which networks it cannot delete on and where the post is, and deletes the rest', async () => {
  const { id, text, accountIds, post } = await publishedPost(['bluesky', 'x'], false);
  const [bluesky, x] = accountIds;
  const result = await backend.client.posts.deletePublished(id, {});
  expect(result.deleted).toEqual([bluesky]);
  const url = post.targets.find(({ accountId }) => accountId === x)?.url;
  expect(result.kept).toEqual([
    {
      accountId: x,
      code: 'network_unsupported',
      message: `Postrider cannot delete posts on X. Delete it there yourself: ${url}.`,
    },
  ]);
  expect(result.post.status).toBe('published');
  expect(await live(text)).toBe(1);
});

it('deletes only from the accounts that are named, and refuses others', async () => {
  const { id, accountIds } = await publishedPost(['bluesky', 'mastodon'], false);
  const [bluesky = '', mastodon = ''] = accountIds;
  const refused = backend.client.posts.deletePublished(id, { accountIds: ['acc_other'] });
  await expect(refused).rejects.toMatchObject({ code: 'account_not_found' });
  const { deleted, post } = await backend.client.posts.deletePublished(id, { accountIds: [bluesky] });
  expect([deleted, post.status]).toEqual([[bluesky], 'published']);
  const rest = await backend.client.posts.deletePublished(id, { version: post.version });
  expect([rest.deleted, rest.post.status]).toEqual([[bluesky, mastodon], 'deleted']);
});

it('refuses what is not published, and what may be', async () => {
  const { id: accountId } = await backend.accounts.on('mastodon');
  const draft = await backend.client.posts.create({
    accountIds: [accountId],
    text: 'Only a draft',
    scheduleMode: 'draft',
  });
  await expect(backend.client.posts.deletePublished(draft.id, {})).rejects.toMatchObject({
    code: 'state_conflict',
  });
  await backend.chaos.network({ kind: 'reset', effect: 'after' }, { platform: 'mastodon' });
  const lost = await backend.client.posts.create({
    accountIds: [accountId],
    text: 'Perhaps there',
    scheduleMode: 'now',
  });
  await backend.clock.advance({ seconds: 1 });
  const meanwhile = await backend.client.posts.deletePublished(lost.id, {});
  expect(meanwhile).toMatchObject({ deleted: [], kept: [{ code: 'in_progress' }] });
  await backend.clock.advance({ hours: 12 });
  const unknown = await backend.client.posts.deletePublished(lost.id, {});
  expect(unknown).toMatchObject({ deleted: [], kept: [{ code: 'outcome_unknown' }] });
});

it('names exactly the networks whose adapter can delete', async () => {
  const { NETWORKS } = await import('../../../networks/registry.js');
  const { deletesPostsOn } = await import('../../../../networks/deletes-posts.js');
  for (const network of Object.values(NETWORKS)) {
    const { platform, remove } = network.adapter;
    expect([platform, deletesPostsOn(platform)]).toEqual([platform, remove !== undefined]);
  }
});
