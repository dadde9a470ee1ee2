import { randomIds } from '../../src/backend/base/ids.js';
import { silentLog } from '../../src/backend/base/log.js';
import { type PublisherDependencies, startPublisher } from '../../src/backend/domain/publishing/publisher.js';
import type { NetworkGateway } from '../../src/backend/networks/gateway.js';
import type { AttemptRow, TargetPartRow, TargetRow } from '../../src/backend/store/schema.js';
import type { Store } from '../../src/backend/store/store.js';
import { ChangeNotifier } from '../../src/backend/work/change-notifier.js';
import { TIMINGS, type Timings } from '../../src/backend/work/timing.js';
import type { WorkerHandle } from '../../src/backend/work/worker.js';
import { WorkspaceTimers } from '../../src/backend/work/workspace-timers.js';
import type { Platform } from '../../src/contract/platforms.js';
import { ManualClock } from './manual-clock.js';
import { outgoingFiles } from './media/stored-media.js';
import { accountRow, type DueRow, insertDue, workspaceRow } from './rows/rows.js';
import { openTestStore } from './test-store.js';

/** Claims nothing ahead of its time: with a frozen clock that time would never come. */
const TIMINGS_WITHOUT_LEAD: Timings = { ...TIMINGS, lead: 0 };

/** A database with one account, a frozen clock, and publishers on both. */
export class PublishingHarness {
  readonly clock: ManualClock;
  readonly store: Store;
  readonly #publishers: WorkerHandle[] = [];

  private constructor(store: Store, clock: ManualClock) {
    this.store = store;
    this.clock = clock;
  }

  static async open(folder = ':memory:', clock = new ManualClock()): Promise<PublishingHarness> {
    const harness = new PublishingHarness(await openTestStore(folder), clock);
    const now = harness.clock.now();
    await harness.store.write(async (trx) => {
      await trx.insertInto('workspaces').values(workspaceRow('ws_1', now)).execute();
      await trx
        .insertInto('accounts')
        .values(accountRow('acc_1', 'ws_1', 'x', now))
        .execute();
    });
    return harness;
  }

  /** Adds an account on another network; the harness starts with `acc_1` on X. */
  async addAccount(id: string, platform: Platform): Promise<void> {
    const row = accountRow(id, 'ws_1', platform, this.clock.now());
    await this.store.write((trx) => trx.insertInto('accounts').values(row).execute());
  }

  /**
   * @param dueIn milliseconds from now
   * @param parts what follows the main post
   */
  async schedule(
    dueIn = 0,
    parts: readonly TargetPartRow['kind'][] = [],
    { accountId, platform }: Pick<DueRow, 'accountId' | 'platform'> = { accountId: 'acc_1', platform: 'x' },
  ): Promise<string> {
    const now = this.clock.now();
    const targetId = randomIds.next('target', now);
    const row = {
      postId: randomIds.next('post', now),
      targetId,
      workspaceId: 'ws_1',
      accountId,
      platform,
      text: 'Hello',
      due: now + dueIn,
      now,
      parts,
    };
    await this.store.write((trx) => insertDue(trx, row));
    return targetId;
  }

  publisher(gateway: NetworkGateway, more: Partial<PublisherDependencies> = {}): WorkerHandle {
    const publisher = startPublisher({
      store: this.store,
      clock: this.clock,
      timers: new WorkspaceTimers(this.clock),
      ids: randomIds,
      gateway,
      media: outgoingFiles(this.store, this.clock),
      changes: new ChangeNotifier(),
      log: silentLog,
      timings: TIMINGS_WITHOUT_LEAD,
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
