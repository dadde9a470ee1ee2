import type { Clock } from '../../src/backend/base/clock.js';
import { randomIds } from '../../src/backend/base/ids.js';
import { networkMemory } from '../../src/backend/simulators/network-memory.js';
import type { AccountRow } from '../../src/backend/store/schema.js';
import type { Platform } from '../../src/contract/platforms.js';
import type { SendInbound, SentInbound } from '../../src/contract/sandbox/inbound.js';
import type { BackendUnderTest } from './running-backend.js';

/** A backend with posts to comment on and accounts to write to. */
export class InboxScene {
  readonly test: BackendUnderTest<Clock>;
  readonly sandboxKey: string;

  private constructor(test: BackendUnderTest<Clock>, sandboxKey: string) {
    this.test = test;
    this.sandboxKey = sandboxKey;
  }

  static async of(test: BackendUnderTest<Clock>): Promise<InboxScene> {
    return new InboxScene(test, await test.newKey('sandbox'));
  }

  get store() {
    return this.test.backend.services.store;
  }

  /** The demo account of a network. */
  account(platform: Platform): Promise<AccountRow> {
    return this.store.db
      .selectFrom('accounts')
      .selectAll()
      .where('workspace_id', '=', this.test.workspace.id)
      .where('platform', '=', platform)
      .where('display_name', '=', 'Fernhill Coffee')
      .executeTakeFirstOrThrow();
  }

  /** Connects an account whose handle names a failure. */
  async connect(platform: Platform, handle: string): Promise<AccountRow> {
    const made = await this.test.post<{ id: string }>(
      '/v1/test/accounts',
      { platform, handle },
      { key: this.sandboxKey },
    );
    return this.store.db
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', made.body.id)
      .executeTakeFirstOrThrow();
  }

  /** Writes a published post, as the publisher would leave it. */
  async published(account: AccountRow, text = 'New beans are in.'): Promise<string> {
    const now = this.test.clock.now();
    const postId = randomIds.next('post', now);
    const number = postId.slice(-12);
    const networkPostId =
      account.platform === 'facebook' ? `${account.network_user_id}_${number}` : `18${number}`;
    await networkMemory(this.store, account.workspace_id, account.platform).addPost({
      networkPostId,
      networkUserId: account.network_user_id,
      path: `/p/${number}`,
      text,
      title: null,
      link: null,
      mediaIds: [],
      key: null,
      rawCall: null,
      createdAt: now,
    });
    await this.store.write(async (trx) => {
      await trx
        .insertInto('posts')
        .values({
          id: postId,
          workspace_id: account.workspace_id,
          status: 'published',
          text,
          media_urls_json: '[]',
          alt_texts_json: '[]',
          overrides_json: '[]',
          schedule_mode: 'now',
          scheduled_at: now,
          timezone: 'UTC',
          issues_json: '[]',
          proposed_json: null,
          review_note: null,
          idempotency_key: null,
          version: 1,
          created_by_key: 'key_1',
          created_at: now,
          updated_at: now,
          effective_at: now,
        })
        .execute();
      await trx
        .insertInto('targets')
        .values({
          id: randomIds.next('target', now),
          workspace_id: account.workspace_id,
          post_id: postId,
          position: 0,
          account_id: account.id,
          platform: account.platform,
          status: 'published',
          phase: null,
          content_json: JSON.stringify({ text }),
          fingerprint: number,
          scheduled_at: now,
          due_at: null,
          latest_at: null,
          wake_at: null,
          attempt: 1,
          attempt_base: 0,
          lease_until: null,
          in_doubt: 0,
          prepared_json: '{}',
          first_attempt_at: now,
          url: `http://network.example/p/${number}`,
          network_post_id: networkPostId,
          error_json: null,
          published_at: now,
          updated_at: now,
          listed_at: now,
        })
        .execute();
    });
    return postId;
  }

  async inbound(body: SendInbound): Promise<SentInbound> {
    const answer = await this.test.post<SentInbound>('/v1/test/inbound', body, { key: this.sandboxKey });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body;
  }

  async commentOn(postId: string, more: Partial<SendInbound> = {}): Promise<string> {
    const { commentIds } = await this.inbound({ type: 'comment', postId, text: 'Is it open?', ...more });
    return commentIds[0] ?? '';
  }

  async writeTo(account: AccountRow, more: Partial<SendInbound> = {}): Promise<string> {
    const sent = await this.inbound({ type: 'message', accountId: account.id, text: 'Hello?', ...more });
    return sent.conversationId ?? '';
  }

  /** Stops the workspace's clock: an attempt that fails is then repeated only when the clock is moved. */
  async freeze(): Promise<void> {
    await this.test.post('/v1/test/clock', { action: 'freeze' }, { key: this.sandboxKey });
  }

  /** Moves the workspace's clock forward. */
  async advance(seconds: number): Promise<void> {
    await this.test.post('/v1/test/clock', { action: 'advance', seconds }, { key: this.sandboxKey });
  }

  /** The comments on a post, as the network has them. */
  async commentsAtNetwork(account: AccountRow, postId: string) {
    const target = await this.store.db
      .selectFrom('targets')
      .select('network_post_id')
      .where('post_id', '=', postId)
      .executeTakeFirstOrThrow();
    const memory = networkMemory(this.store, account.workspace_id, account.platform);
    return memory.commentsOn(target.network_post_id ?? '');
  }

  /** The messages that the account sent, as the network has them. */
  async messagesAtNetwork(account: AccountRow): Promise<string[]> {
    const rows = await this.store.db
      .selectFrom('network_messages')
      .select('text')
      .where('workspace_id', '=', account.workspace_id)
      .where('platform', '=', account.platform)
      .where('from_business', '=', 1)
      .orderBy('seq')
      .execute();
    return rows.map(({ text }) => text);
  }
}

export const HOUR = 60 * 60;
