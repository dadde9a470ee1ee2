import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Account } from '../../src/contract/accounts/accounts.js';
import type { Connection } from '../../src/contract/accounts/connections.js';
import type { CommentPage } from '../../src/contract/inbox/comments.js';
import type { ConversationPage } from '../../src/contract/inbox/conversations.js';
import type { Message } from '../../src/contract/inbox/messages.js';
import type { BackendUnderTest } from '../support/running-backend.js';
import { published, startLive } from './live-backend.js';
import { Pds } from './servers/start-pds.js';
import { Snac, type SnacAccount } from './servers/start-snac.js';

const { pds: ensuredPds, snac: ensuredSnac } = inject('servers');
const LOOK_MS = 5 * 60_000;

async function look(test: BackendUnderTest): Promise<void> {
  test.clock.advance(LOOK_MS);
  await test.backend.runDue();
}

describe.skipIf(ensuredSnac.installed === null)('people at a real server of Mastodon’s API', () => {
  let snac: Snac;
  let owner: SnacAccount;
  let guest: SnacAccount;
  let test: BackendUnderTest;
  let account: Account;

  beforeAll(async () => {
    if (ensuredSnac.installed === null) return;
    snac = await Snac.start(ensuredSnac.installed);
    owner = await snac.createAccount('fernhill');
    guest = await snac.createAccount('mia');
    test = await startLive();
    const begun = await test.post<Connection>('/v1/connections', {
      platform: 'mastodon',
      server: snac.origin,
    });
    const callbackUrl = await snac.allow(begun.body.authorizeUrl ?? '', owner);
    const { body } = await test.post<Connection>(`/v1/connections/${begun.body.id}/finish`, { callbackUrl });
    if (!body.account) throw new Error(JSON.stringify(body));
    account = body.account;
  }, 120_000);
  afterAll(async () => {
    await test?.close();
    await snac?.stop();
  });

  const ask = async <Answer>(who: SnacAccount, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${snac.origin}${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    });
    return (await response.json()) as Answer;
  };
  const said = async (who: SnacAccount, text: string) => {
    const all = await ask<{ readonly status?: { readonly content: string } }[]>(who, '/api/v1/notifications');
    return all.filter(({ status }) => status?.content.includes(text)).length;
  };

  it('a reply becomes a comment, and its answer is at the server once', { timeout: 60_000 }, async () => {
    const post = await published(test, account, 'Oat milk is here');
    expect(post.status).toBe('published');
    const [status] = await ask<{ readonly id: string }[]>(guest, `/api/v1/accounts/${owner.id}/statuses`);
    await ask(guest, '/api/v1/statuses', { status: '@fernhill Where?', in_reply_to_id: status?.id });
    await expect
      .poll(
        async () => {
          await look(test);
          return (await test.get<CommentPage>('/v1/comments')).body.data;
        },
        { timeout: 30_000, interval: 500 },
      )
      .toMatchObject([{ text: expect.stringContaining('Where?'), simulated: false, postId: post.id }]);
    const [comment] = (await test.get<CommentPage>('/v1/comments')).body.data;
    await test.post('/v1/comments', { parentCommentId: comment?.id, text: 'At the corner.' });
    await look(test);
    await expect.poll(() => said(guest, 'At the corner.'), { timeout: 20_000 }).toBe(1);
    const [answered] = (await test.get<CommentPage>('/v1/comments')).body.data;
    expect(answered?.replies).toMatchObject([{ status: 'sent' }]);
    for (let looks = 0; looks < 3; looks += 1) await look(test);
    expect((await test.get<CommentPage>('/v1/comments')).body.data).toHaveLength(1);
  });

  it('a direct message arrives, and its answer is at the server once', { timeout: 60_000 }, async () => {
    await ask(guest, '/api/v1/statuses', { status: '@fernhill A table?', visibility: 'direct' });
    await expect
      .poll(
        async () => {
          await look(test);
          return (await test.get<ConversationPage>('/v1/conversations')).body.data;
        },
        { timeout: 30_000, interval: 500 },
      )
      .toMatchObject([{ simulated: false, lastMessage: { text: expect.stringContaining('A table?') } }]);
    const [conversation] = (await test.get<ConversationPage>('/v1/conversations')).body.data;
    const { body } = await test.post<Message>('/v1/messages', {
      conversationId: conversation?.id,
      text: 'Yes, at ten.',
    });
    await look(test);
    await expect.poll(() => said(guest, 'Yes, at ten.'), { timeout: 20_000 }).toBe(1);
    expect((await test.get<Message>(`/v1/messages/${body.id}`)).body.status).toBe('sent');
  });
});

/** The server has neither the app view nor the chat service, so that nothing can arrive from it. */
describe.skipIf(ensuredPds.installed === null)('a real Bluesky server without the app view', () => {
  it('is asked, publishes as before, and its account stays healthy', { timeout: 120_000 }, async () => {
    if (ensuredPds.installed === null) return;
    const pds = await Pds.start(ensuredPds.installed);
    const test = await startLive();
    try {
      const owner = await pds.createAccount('fernhill');
      const begun = await test.post<Connection>('/v1/connections', {
        platform: 'bluesky',
        server: pds.origin,
      });
      const { body } = await test.post<Connection>(`/v1/connections/${begun.body.id}/finish`, {
        identifier: owner.handle,
        appPassword: owner.appPassword,
      });
      if (!body.account) throw new Error(JSON.stringify(body));
      await look(test);
      await look(test);
      expect((await published(test, body.account, 'Oat milk is here')).status).toBe('published');
      expect((await test.get<CommentPage>('/v1/comments')).body.data).toEqual([]);
      const { body: account } = await test.get<Account>(`/v1/accounts/${body.account.id}`);
      expect(account.health.status).toBe('healthy');
    } finally {
      await test.close();
      await pds.stop();
    }
  });
});
