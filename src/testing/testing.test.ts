import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Receiver } from '../../test/support/http/receiver.js';
import { NotSeenError, startBackend, type TestBackend } from './index.js';

const START = '2026-12-01T08:00:00.000Z';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startBackend({ frozenAt: START });
});
afterAll(() => backend.stop());
beforeEach(() => backend.reset());

const schedule = (text: string, scheduledAt: string) =>
  backend.client.posts.create({ platform: 'x', text, scheduledAt });
const publish = (text: string) => backend.client.posts.create({ platform: 'x', text, scheduleMode: 'now' });

/** The error that a promise is rejected with. */
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

describe('a test backend', () => {
  it('is a sandbox with an account on each network and a frozen clock', async () => {
    expect(await backend.accounts.all()).toHaveLength(10);
    expect((await backend.clock.now()).toISOString()).toBe(START);
    expect((await backend.client.me.get()).workspace).toMatchObject({ sandbox: true, timezone: 'UTC' });
    const page = await fetch(await backend.dashboardLink(), { redirect: 'manual' });
    expect(page.status).toBeLessThan(400);
  });

  it('throws for invalid options', async () => {
    expect(await errorOf(startBackend({ seed: 0 }))).toMatchObject({
      message: expect.stringContaining('seed 0'),
    });
    expect(await errorOf(startBackend({ frozenAt: '2026-12-01T08:00' }))).toMatchObject({
      message: expect.stringContaining('with an offset'),
    });
    expect(await errorOf(backend.clock.advance({ hours: -1 }))).toMatchObject({
      message: expect.stringContaining('only moves forward'),
    });
  });

  it('gives each workspace its own key, accounts, clock and failures', async () => {
    const other = await backend.workspace({
      frozenAt: '2030-01-01T00:00:00Z',
      accounts: [{ platform: 'bluesky', handle: 'other.example' }],
    });
    await other.chaos.network({ kind: 'status', status: 500, effect: 'before' });
    await publish('Only here');
    await backend.posts.waitFor({ text: 'Only here' });
    expect(await other.posts.count()).toBe(0);
    expect((await other.accounts.all()).map(({ handle }) => handle)).toEqual(['@other.example']);
    expect((await other.clock.now()).getUTCFullYear()).toBe(2030);
    expect(await backend.chaos.list()).toEqual([]);
  });

  it('creates the same ids for the same seed, but never the same key', async () => {
    const run = async () => {
      const seeded = await startBackend({ seed: 7, frozenAt: START });
      const [post] = await Promise.all([
        seeded.client.posts.create({ platform: 'mastodon', text: 'Hello', scheduleMode: 'now' }),
      ]);
      const { networkPostId } = await seeded.posts.waitFor({ text: 'Hello' });
      const accounts = (await seeded.accounts.all()).map(({ id }) => id);
      await seeded.stop();
      return { same: [post.id, networkPostId, ...accounts], apiKey: seeded.apiKey };
    };
    const [one, other] = [await run(), await run()];
    expect(one.same).toEqual(other.same);
    expect(one.apiKey).not.toBe(other.apiKey);
  });
});

describe('posts', () => {
  it('are found by network, handle, text and regular expression', async () => {
    await publish('The launch is today');
    const seen = await backend.posts.waitFor({ platform: 'x', handle: 'fernhillcoffee', text: /LAUNCH/i });
    expect(seen).toMatchObject({ platform: 'x', handle: '@fernhillcoffee', text: 'The launch is today' });
    expect(await (await fetch(seen.url)).text()).toContain('The launch is today');
    expect(await backend.posts.count({ text: 'launch' })).toBe(1);
    expect(await backend.posts.search({ platform: 'bluesky' })).toEqual([]);
    expect(await backend.posts.count({ account: await backend.accounts.on('x') })).toBe(1);
  });

  it('that are published while waiting are found', async () => {
    await schedule('Later', '2026-12-01T10:00:00Z');
    const seen = backend.posts.waitFor({ text: 'Later' });
    const { ran } = await backend.clock.advance({ hours: 2 });
    expect(ran).toMatchObject([{ outcome: 'published' }]);
    expect((await seen).createdAt).toBe('2026-12-01T10:00:00.000Z');
  });

  it('that are missing: the error lists published and due posts and the frozen clock', async () => {
    await publish('Something else');
    await backend.posts.waitFor();
    await schedule('The launch', '2026-12-01T10:00:00Z');
    await backend.accounts.connect({ platform: 'x', handle: 'content_refused' });
    const account = await backend.accounts.on('x', 'content_refused');
    const { id } = await backend.client.posts.create({
      accountIds: [account.id],
      text: 'Refused',
      scheduleMode: 'now',
    });
    await backend.events.waitFor('post.failed', { where: ({ data }) => data.postId === id });

    const error = await errorOf(backend.posts.waitFor({ platform: 'x', text: /launch/, timeoutMs: 50 }));
    expect(error).toBeInstanceOf(NotSeenError);
    const { message } = error as NotSeenError;
    expect(message).toContain('No post on x that matches /launch/ was published within 0.05 s.');
    expect(message).toContain(`x @fernhillcoffee ${START} "Something else"`);
    expect(message).toContain(
      `due at 2026-12-01T10:00:00.000Z; the clock is frozen at ${START}: call clock.advanceTo('2026-12-01T10:00:00.000Z') "The launch"`,
    );
    expect(message).toMatch(/@content_refused: failed \(content_refused: .*\) "Refused"/);
  });

  it('that are missing: the error says if there are no posts', async () => {
    const error = await errorOf(backend.posts.waitFor({ timeoutMs: 1 }));
    expect(error).toMatchObject({ message: expect.stringContaining('No posts are published.') });
  });
});

describe('failures', () => {
  it('have their own accounts, connected in one call', async () => {
    const [limited, lost] = await backend.accounts.connect(
      { platform: 'x', handle: 'rate_limited' },
      { platform: 'mastodon', handle: 'published_but_response_lost' },
    );
    expect([limited.handle, lost.platform]).toEqual(['@rate_limited', 'mastodon']);
    await backend.client.posts.create({ accountIds: [lost.id], text: 'Once', scheduleMode: 'now' });
    await backend.clock.advance({ hours: 1 });
    expect(await backend.posts.count({ account: lost })).toBe(1);
  });

  it('affect the API and the networks until they are removed', async () => {
    await backend.chaos.api(
      { kind: 'status', status: 503, effect: 'after' },
      { path: '/v1/posts', times: 1 },
    );
    const { id } = await publish('Once, in spite of it');
    expect(await backend.chaos.list()).toMatchObject([{ affected: 1 }]);
    await backend.posts.waitFor({ text: 'Once' });
    expect(await backend.posts.count()).toBe(1);
    expect(id).toMatch(/^post_/);
    await backend.chaos.calm();
    expect(await backend.chaos.list()).toEqual([]);
  });
});

describe('simulated users', () => {
  it('comment and send messages to the inbox', async () => {
    await backend.accounts.connect({ platform: 'facebook', handle: 'Cafe' });
    const account = await backend.accounts.on('facebook', 'Cafe');
    const { id } = await backend.client.posts.create({
      accountIds: [account.id],
      text: 'Oat milk is here',
      scheduleMode: 'now',
    });
    await backend.posts.waitFor({ account });
    const { commentIds } = await backend.comments.receive({ postId: id, text: 'At last!' });
    const comments = await backend.client.comments.list({ postId: id });
    expect(comments.data.map((comment) => comment.id)).toEqual(commentIds);
    const { conversationId } = await backend.messages.receive({ accountId: account.id, text: 'Open today?' });
    await backend.events.waitFor('message.received', {
      where: ({ data }) => data.conversationId === conversationId,
    });

    const [parentCommentId = ''] = commentIds;
    await backend.client.comments.create({ postId: id, parentCommentId, text: 'Come by!' });
    expect(await backend.comments.waitFor({ account, text: 'Come by' })).toMatchObject({
      handle: '@Cafe',
      text: 'Come by!',
    });
    await backend.client.messages.create({ conversationId: conversationId ?? '', text: 'Until six.' });
    const { to } = await backend.messages.waitFor({ platform: 'facebook', text: /six/ });
    expect(to).toBe('@mia.brews');
    expect(await backend.messages.search({ text: 'Come by' })).toEqual([]);
    const other = await backend.workspace({ accounts: [] });
    expect([...(await other.comments.search()), ...(await other.messages.search())]).toEqual([]);
    const error = await errorOf(backend.messages.waitFor({ text: 'seven', timeoutMs: 1 }));
    expect(error).toMatchObject({ message: expect.stringContaining('"Until six."') });
  });
});

describe('events', () => {
  it('are sent to webhooks on this machine', async () => {
    const receiver = await Receiver.start();
    await backend.client.webhooks.create({ url: `${receiver.origin}/hook`, events: ['post.published'] });
    await publish('Notified');
    expect((await receiver.has(1)).map(({ event }) => event.type)).toEqual(['post.published']);
    await receiver.close();
  });

  it('that are missing: the error lists the others', async () => {
    await publish('Notified');
    await backend.events.waitFor('post.published');
    const error = await errorOf(backend.events.waitFor('post.failed', { timeoutMs: 1 }));
    expect(error).toMatchObject({ message: expect.stringContaining('post.published') });
  });
});

describe('a snapshot', () => {
  it('can be restored repeatedly; reset restores the initial state', async () => {
    await schedule('Soon', '2026-12-01T09:00:00Z');
    const snapshot = await backend.snapshot();
    for (const _time of [1, 2]) {
      await backend.clock.advance({ hours: 1 });
      expect(await backend.posts.count()).toBe(1);
      await backend.restore(snapshot);
      expect(await backend.posts.count()).toBe(0);
    }
    await backend.reset();
    expect((await backend.client.posts.list()).data).toEqual([]);
    expect((await backend.clock.now()).toISOString()).toBe(START);
  });
});
