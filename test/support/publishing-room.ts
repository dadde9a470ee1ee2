import { randomIds } from '../../src/backend/ids.js';
import { silentLog } from '../../src/backend/log.js';
import { PostChanges } from '../../src/backend/posts/changes.js';
import {
  type Publisher,
  type PublisherPorts,
  startPublisher,
} from '../../src/backend/publishing/publisher.js';
import type { Reach } from '../../src/backend/publishing/reach.js';
import { WorkspaceTimers } from '../../src/backend/publishing/workspace-timers.js';
import type { AttemptRow, TargetPartRow, TargetRow } from '../../src/backend/store/schema.js';
import { openStore, type Store } from '../../src/backend/store/store.js';
import { ManualClock } from './manual-clock.js';
import { outgoingFiles } from './stored-media.js';

export const GRACE_MS = 60 * 60_000;

/** A database with one account, a clock that stands still, and publishers on both. */
export class PublishingRoom {
  readonly clock = new ManualClock();
  readonly store: Store;
  readonly #publishers: Publisher[] = [];

  private constructor(store: Store) {
    this.store = store;
  }

  static async open(folder = ':memory:'): Promise<PublishingRoom> {
    const room = new PublishingRoom(openStore(folder));
    const now = room.clock.now();
    await room.store.write(async (trx) => {
      await trx
        .insertInto('workspaces')
        .values({
          id: 'ws_1',
          name: 'Room',
          sandbox: 1,
          timezone: 'UTC',
          grace_ms: GRACE_MS,
          clock_offset_ms: 0,
          clock_frozen_at: null,
          created_at: now,
        })
        .execute();
      await trx
        .insertInto('accounts')
        .values({
          id: 'acc_1',
          workspace_id: 'ws_1',
          platform: 'x',
          network_user_id: '1',
          handle: 'room',
          display_name: 'Room',
          simulated: 1,
          premium: 0,
          credentials_json: '{}',
          health_status: 'healthy',
          health_reason: null,
          health_action: null,
          health_checked_at: now,
          token_expires_at: null,
          connected_at: now,
        })
        .execute();
    });
    return room;
  }

  /**
   * @param dueIn milliseconds from now
   * @param parts what follows the main post
   */
  async schedule(dueIn = 0, parts: readonly TargetPartRow['kind'][] = []): Promise<string> {
    const now = this.clock.now();
    const due = now + dueIn;
    const postId = randomIds.next('post', now);
    const targetId = randomIds.next('target', now);
    await this.store.write(async (trx) => {
      await trx
        .insertInto('posts')
        .values({
          id: postId,
          workspace_id: 'ws_1',
          status: dueIn > 0 ? 'scheduled' : 'queued',
          text: 'Hello',
          media_urls_json: '[]',
          alt_texts_json: '[]',
          overrides_json: '[]',
          schedule_mode: 'schedule',
          scheduled_at: due,
          timezone: 'UTC',
          issues_json: '[]',
          proposed_json: null,
          review_note: null,
          idempotency_key: null,
          version: 1,
          created_by_key: 'key_1',
          created_at: now,
          updated_at: now,
          effective_at: due,
        })
        .execute();
      await trx
        .insertInto('targets')
        .values({
          id: targetId,
          workspace_id: 'ws_1',
          post_id: postId,
          position: 0,
          account_id: 'acc_1',
          platform: 'x',
          status: 'pending',
          phase: null,
          content_json: JSON.stringify({ text: 'Hello', mediaUrls: [], altTexts: [] }),
          fingerprint: targetId,
          scheduled_at: due,
          due_at: due,
          latest_at: due + GRACE_MS,
          wake_at: due,
          attempt: 0,
          attempt_base: 0,
          lease_until: null,
          in_doubt: 0,
          prepared_json: '{}',
          first_attempt_at: null,
          url: null,
          network_post_id: null,
          error_json: null,
          published_at: null,
          updated_at: now,
        })
        .execute();
      for (const [index, kind] of parts.entries()) {
        await trx
          .insertInto('target_parts')
          .values({
            target_id: targetId,
            position: index + 1,
            kind,
            workspace_id: 'ws_1',
            text: `Part ${index + 1}`,
            status: 'pending',
            in_doubt: 0,
            first_attempt_at: null,
            network_part_id: null,
            url: null,
            error_json: null,
          })
          .execute();
      }
    });
    return targetId;
  }

  publisher(reach: Reach, more: Partial<PublisherPorts> = {}): Publisher {
    const publisher = startPublisher({
      store: this.store,
      clock: this.clock,
      timers: new WorkspaceTimers(this.clock),
      ids: randomIds,
      reach,
      media: outgoingFiles(this.store, this.clock),
      postChanges: new PostChanges(),
      log: silentLog,
      ...more,
    });
    this.#publishers.push(publisher);
    return publisher;
  }

  target(id: string): Promise<TargetRow> {
    return this.store.db.selectFrom('targets').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  }

  parts(targetId: string): Promise<TargetPartRow[]> {
    return this.store.db
      .selectFrom('target_parts')
      .selectAll()
      .where('target_id', '=', targetId)
      .orderBy('position')
      .execute();
  }

  attempts(targetId: string): Promise<AttemptRow[]> {
    return this.store.db
      .selectFrom('attempts')
      .selectAll()
      .where('target_id', '=', targetId)
      .orderBy('number')
      .execute();
  }

  async postStatus(targetId: string): Promise<string> {
    const { post_id } = await this.target(targetId);
    const post = await this.store.db
      .selectFrom('posts')
      .select('status')
      .where('id', '=', post_id)
      .executeTakeFirstOrThrow();
    return post.status;
  }

  async events(): Promise<string[]> {
    const rows = await this.store.db.selectFrom('events').select('type').orderBy('seq').execute();
    return rows.map((row) => row.type);
  }

  async close(): Promise<void> {
    await Promise.all(this.#publishers.map((publisher) => publisher.stop()));
    await this.store.close();
  }
}
