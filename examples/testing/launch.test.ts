/** Tests with vitest: a backend for the file, and for every test a workspace on a clock that stands still. */
import { startBackend, type TestBackend, type TestWorkspace } from 'postrider/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let backend: TestBackend;
let sandbox: TestWorkspace;

beforeAll(async () => {
  backend = await startBackend({ seed: 1 });
});
afterAll(() => backend.stop());

beforeEach(async () => {
  sandbox = await backend.workspace({ frozenAt: '2026-12-01T08:00:00Z' });
});

/** Stands for your program: it takes the address and the key that it would be given for the real service. */
async function announceLaunch({ client }: Pick<TestWorkspace, 'client'>, accountIds?: string[]) {
  const post = { text: 'We launch today!', scheduledAt: '2026-12-24T09:00:00Z' };
  return accountIds === undefined
    ? client.posts.create({ ...post, platforms: ['x', 'mastodon'] })
    : client.posts.create({ ...post, accountIds });
}

test('the launch is announced on Christmas Eve, and not before', async () => {
  await announceLaunch(sandbox);
  await sandbox.clock.advanceTo('2026-12-24T08:59:59Z');
  expect(await sandbox.posts.count()).toBe(0);

  await sandbox.clock.advance({ seconds: 1 });
  const post = await sandbox.posts.waitFor({ platform: 'x', text: /launch/ });
  expect(post.createdAt).toBe('2026-12-24T09:00:00.000Z');
  expect(await sandbox.posts.count({ text: 'launch' })).toBe(2);
});

test('where the answer of the network is lost, it is announced once all the same', async () => {
  const [account] = await sandbox.accounts.connect({ platform: 'x', handle: 'published_but_response_lost' });
  await announceLaunch(sandbox, [account.id]);
  await sandbox.clock.advance({ days: 30 });
  expect(await sandbox.posts.count({ account })).toBe(1);
});

test('a network that fails twice is tried again', async () => {
  await sandbox.chaos.network({ kind: 'status', status: 503, effect: 'before' }, { platform: 'x', times: 2 });
  const { id } = await announceLaunch(sandbox);
  const { ran } = await sandbox.clock.advance({ days: 30 });
  expect(ran.filter(({ platform }) => platform === 'x').map(({ outcome }) => outcome)).toContain('published');
  expect((await sandbox.client.posts.get(id)).status).toBe('published');
});

test('a comment on the post is told', async () => {
  const account = await sandbox.accounts.on('facebook');
  const { id } = await announceLaunch(sandbox, [account.id]);
  await sandbox.clock.advance({ days: 30 });
  await sandbox.comments.receive({ postId: id, author: '@mia.brews', text: 'Congratulations!' });
  const { data } = await sandbox.events.waitFor('comment.received');
  expect(data.postId).toBe(id);
});

test('two ways on from one place', async () => {
  await announceLaunch(sandbox);
  const scheduled = await sandbox.snapshot();
  await sandbox.clock.advance({ days: 30 });
  expect(await sandbox.posts.count()).toBe(2);

  await sandbox.restore(scheduled);
  const [post] = (await sandbox.client.posts.list({ status: 'scheduled' })).data;
  if (post) await sandbox.client.posts.delete(post.id);
  await sandbox.clock.advance({ days: 30 });
  expect(await sandbox.posts.count()).toBe(0);
});
