import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { listAt, textAt, valueAt } from '../../src/backend/networks/requests/json-answer.js';
import type { Account } from '../../src/contract/accounts/accounts.js';
import type { Connection } from '../../src/contract/accounts/connections.js';
import type { CommentPage } from '../../src/contract/inbox/comments.js';
import type { Post } from '../../src/contract/posts/posts.js';
import { ManualClock } from '../support/manual-clock.js';
import { PostgresServer } from '../support/postgres/postgres-server.js';
import { BackendUnderTest } from '../support/running-backend.js';
import { recordAt, recordsAt } from './as-used/read-back.js';
import { ToolUser } from './as-used/tool-user.js';
import { BreakingProxy } from './breaking-proxy.js';
import { Pds, type PdsAccount } from './servers/start-pds.js';

const { installed } = inject('servers').pds;
const LOOK_MS = 5 * 60_000;
/** The app view reads what happens at the server a moment later, and a slow machine takes longer. */
const PATIENCE = { timeout: 60_000, interval: 500 };
/** One answer to a comment gets lost. */
const ANSWER = 'At the corner of Mill Lane. [lost after]';

/** People on a real server with the real app view, which finds out what concerns whom. */
describe.skipIf(installed === null)(
  'people at a real Bluesky server with the app view',
  { timeout: 180_000 },
  () => {
    let postgres: PostgresServer;
    let pds: Pds;
    let proxy: BreakingProxy;
    let owner: PdsAccount;
    let guest: PdsAccount;
    let other: PdsAccount;
    let test: BackendUnderTest;
    let account: Account;
    let tools: ToolUser;
    let post: Post;
    const tokens = new Map<PdsAccount, string>();

    beforeAll(async () => {
      if (installed === null) return;
      postgres = await PostgresServer.start();
      pds = await Pds.start(installed, postgres.url());
      [owner, guest, other] = [
        await pds.createAccount('fernhill'),
        await pds.createAccount('mia'),
        await pds.createAccount('tom'),
      ];
      for (const one of [guest, other])
        tokens.set(one, (await pds.signIn(one.handle, one.password)).accessToken);
      proxy = await BreakingProxy.before(pds.origin, ({ url = '' }) => url.endsWith('.putRecord'));
      // A clock that the test moves, from the present: the servers have their own.
      test = await BackendUnderTest.startOn(new ManualClock(Date.now()), ':memory:', {
        live: true,
        demo: false,
        networkTesting: { allowLoopback: true },
      });
      const begun = await test.post<Connection>('/v1/connections', {
        platform: 'bluesky',
        server: proxy.origin,
      });
      const { body } = await test.post<Connection>(`/v1/connections/${begun.body.id}/finish`, {
        identifier: owner.handle,
        appPassword: owner.appPassword,
      });
      if (!body.account) throw new Error(JSON.stringify(body));
      account = body.account;
      const made = await test.post<Post>('/v1/posts', {
        accountIds: [account.id],
        text: 'Oat milk is here',
        scheduleMode: 'now',
      });
      await test.backend.runDue();
      post = (await test.get<Post>(`/v1/posts/${made.body.id}`)).body;
    }, 180_000);

    afterAll(async () => {
      await test?.close();
      await proxy?.close();
      await pds?.stop();
      await postgres?.end();
    });

    async function ask(who: PdsAccount, method: string, body?: object): Promise<unknown> {
      const response = await fetch(`${pds.origin}/xrpc/${method}`, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: { authorization: `Bearer ${tokens.get(who)}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(30_000),
      });
      const answer: unknown = await response.json();
      if (!response.ok) throw new Error(`${method} answered ${response.status}: ${JSON.stringify(answer)}`);
      return answer;
    }

    /** Writes a record as somebody. @returns its address and content identifier */
    async function write(
      who: PdsAccount,
      collection: string,
      record: object,
      rkey?: string,
    ): Promise<unknown> {
      return ask(who, `com.atproto.repo.${rkey === undefined ? 'createRecord' : 'putRecord'}`, {
        repo: who.did,
        collection,
        ...(rkey !== undefined && { rkey }),
        record: { $type: collection, createdAt: new Date().toISOString(), ...record },
      });
    }

    /** A post that mentions the owner at its beginning. */
    const mentioning = (text: string) => ({
      text: `@${owner.handle} ${text}`,
      facets: [
        {
          index: { byteStart: 0, byteEnd: owner.handle.length + 1 },
          features: [{ $type: 'app.bsky.richtext.facet#mention', did: owner.did }],
        },
      ],
    });

    /** A post with the replies below it, as somebody sees it. */
    const threadOf = async (who: PdsAccount, uri: string): Promise<unknown> => {
      const asked = new URLSearchParams({ uri, depth: '10' });
      return valueAt(await ask(who, `app.bsky.feed.getPostThread?${asked}`), 'thread');
    };

    const refTo = (of: unknown) => ({ uri: textAt(of, 'uri'), cid: textAt(of, 'cid') });

    async function look(): Promise<void> {
      test.clock.advance(LOOK_MS);
      await test.backend.runDue();
    }

    /** Looks until the comments have these texts. */
    const arrive = (texts: readonly string[]) =>
      expect
        .poll(async () => {
          await look();
          const { data } = (await test.get<CommentPage>('/v1/comments')).body;
          return data.map(({ text }) => text).sort();
        }, PATIENCE)
        .toEqual([...texts].sort());

    it('replies become comments, at any depth, with their authors; a mention elsewhere does not', async () => {
      expect(post.status).toBe('published');
      const { uri } = await recordAt(pds, owner, 'Oat milk is here');
      const root = refTo(await ask(guest, `com.atproto.repo.getRecord?${query(uri)}`));
      await write(guest, 'app.bsky.actor.profile', { displayName: 'Mia Moss' }, 'self');
      const reply = await write(guest, 'app.bsky.feed.post', {
        ...mentioning('Where are you?'),
        reply: { root, parent: root },
      });
      // The app view tells nobody of a reply whose parent it has not read yet.
      await expect
        .poll(async () => valueAt(await threadOf(guest, textAt(root, 'uri') ?? ''), 'replies'), PATIENCE)
        .toHaveLength(1);
      await write(other, 'app.bsky.feed.post', {
        text: 'And until when?',
        reply: { root, parent: refTo(reply) },
      });
      await write(other, 'app.bsky.feed.post', mentioning('is the best café'));
      await arrive([`@${owner.handle} Where are you?`, 'And until when?']);
      const notified = await test.get<CommentPage>('/v1/comments');
      const first = notified.body.data.find(({ text }) => text.includes('Where'));
      expect(first).toMatchObject({
        postId: post.id,
        simulated: false,
        author: { handle: `@${guest.handle}`, displayName: 'Mia Moss' },
      });
      const second = notified.body.data.find(({ text }) => text.includes('until when'));
      expect(second).toMatchObject({ postId: post.id, author: { handle: `@${other.handle}` } });
    });

    it('a comment is answered through the tool server once, although the answer of the server gets lost', async () => {
      tools = await ToolUser.open({ POSTRIDER_API_KEY: test.key, POSTRIDER_BASE_URL: test.backend.url });
      const { structured } = await tools.call('list_comments', { unanswered: true });
      const comments = listAt(structured, 'comments');
      expect(comments).toHaveLength(2);
      const comment = (await test.get<CommentPage>('/v1/comments')).body.data.find(({ text }) =>
        text.includes('Where'),
      );
      await tools.call('reply_to_comment', { commentId: comment?.id, text: ANSWER });
      expect(tools.asked).toHaveLength(1);
      expect(tools.asked[0]).toContain(ANSWER);
      for (let looks = 0; looks < 5; looks += 1) await look();
      expect(proxy.losses).toBe(1);

      const own = [...(await recordsAt(pds, owner)).values()].filter(
        (value) => textAt(value, 'text') === ANSWER,
      );
      const [{ uri: answered } = { uri: '' }] = await Promise.all([recordAt(pds, guest, 'Where are you?')]);
      expect(own).toMatchObject([{ reply: { parent: { uri: answered } } }]);
      const answer = await tools.call('get_comment', { id: comment?.id });
      expect(answer.text).toContain('At the corner of Mill Lane');
      // The person is notified of it by the app view, and sees it in the thread.
      await expect
        .poll(async () => {
          const told = await ask(guest, 'app.bsky.notification.listNotifications?reasons=reply');
          return listAt(told, 'notifications').map((one) => textAt(one, 'record', 'text'));
        }, PATIENCE)
        .toEqual(expect.arrayContaining([ANSWER]));
      const { uri } = await recordAt(pds, owner, 'Oat milk is here');

      const texts = (at: unknown): string[] => [
        textAt(at, 'post', 'record', 'text') ?? '',
        ...listAt(at, 'replies').flatMap(texts),
      ];
      expect(texts(await threadOf(guest, uri)).filter((text) => text === ANSWER)).toHaveLength(1);
    });

    it('each comment stays one, and the account healthy', async () => {
      for (let looks = 0; looks < 3; looks += 1) await look();
      const { data } = (await test.get<CommentPage>('/v1/comments')).body;
      expect(data.map(({ state }) => state)).toEqual(['visible', 'visible']);
      expect((await test.get<Account>(`/v1/accounts/${account.id}`)).body).toMatchObject({
        health: { status: 'healthy' },
        // There is no chat service.
        inboxNotes: [expect.stringContaining('could not be asked for direct messages')],
      });
    });

    it('a comment that its author deletes is marked as deleted, and the others stay', async () => {
      const { uri } = await recordAt(pds, other, 'And until when?');
      await ask(other, 'com.atproto.repo.deleteRecord', Object.fromEntries(query(uri)));
      await expect
        .poll(async () => {
          await look();
          const { data } = (await test.get<CommentPage>('/v1/comments?state=visible,deleted')).body;
          return data.map(({ text, state }) => [text.split(' ').at(-1), state]).sort();
        }, PATIENCE)
        .toEqual([
          ['when?', 'deleted'],
          ['you?', 'visible'],
        ]);
    });
  },
);

/** The query of a record’s address. */
function query(uri: string): URLSearchParams {
  const [, , repo = '', collection = '', rkey = ''] = uri.split('/');
  return new URLSearchParams({ repo, collection, rkey });
}
