import { expect, it } from 'vitest';
import { BreakingNetwork } from '../../../../../test/matrix/http/breaking-network.js';
import {
  deliverOverHttp,
  type HttpPost,
  REAL_ACCOUNT,
  realGateway,
  scheduleOverHttp,
} from '../../../../../test/matrix/http/http-delivery.js';
import { POST_FORMS } from '../../../../../test/matrix/http/post-forms.js';
import { ANSWERING } from '../../../../../test/matrix/http/reply-matrix.js';
import { PublishingHarness } from '../../../../../test/support/publishing-harness.js';
import type { Platform } from '../../../../contract/platforms.js';
import { randomIds } from '../../../base/ids.js';
import { silentLog } from '../../../base/log.js';
import { writeComment } from '../../../simulators/over-http/written-comments.js';
import type { SimulatedPost } from '../../../simulators/simulator.js';
import { TIMINGS } from '../../../work/timing.js';
import type { WorkerHandle } from '../../../work/worker.js';
import { WorkspaceTimers } from '../../../work/workspace-timers.js';
import { startIntake } from './intake.js';
import { claimNotices } from './notices.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

const EARLY = 'Before anyone knows?';
const ELSEWHERE = 'On another post?';

/** A post of a real account whose answer is lost, and the inbox of the account. */
class LostPost {
  readonly harness: PublishingHarness;
  readonly network: BreakingNetwork;
  readonly targetId: string;
  readonly #startPublisher: () => WorkerHandle;

  private constructor(
    harness: PublishingHarness,
    network: BreakingNetwork,
    scheduled: Awaited<ReturnType<typeof scheduleOverHttp>>,
  ) {
    this.harness = harness;
    this.network = network;
    this.targetId = scheduled.targetId;
    this.#startPublisher = scheduled.startPublisher;
  }

  /** Publishes a post; the network has it, and its answer is lost. */
  static async publish(platform: Platform): Promise<LostPost> {
    const [form] = POST_FORMS[platform];
    if (form === undefined) throw new Error(`Nothing is published on ${platform}.`);
    const post: HttpPost = { platform, form, hasParts: false };
    const { calls } = await deliverOverHttp(post, null);
    const call = calls.find(({ made }) => made > 0);
    if (call === undefined) throw new Error('No request publishes.');
    const harness = await PublishingHarness.open();
    const network = await BreakingNetwork.start(platform, { fault: 'closed after', call });
    const lost = new LostPost(harness, network, await scheduleOverHttp(harness, network, post));
    await harness.store.write((trx) =>
      trx.updateTable('accounts').set({ reads_comments: 1 }).where('id', '=', REAL_ACCOUNT).execute(),
    );
    // The first look says where the next one begins.
    await lost.look();
    const publisher = lost.#startPublisher();
    await publisher.runDue();
    await publisher.stop();
    return lost;
  }

  target() {
    return this.harness.target(this.targetId);
  }

  /** What people wrote that is in the inbox, with its post. */
  async inbox() {
    const { db } = this.harness.store;
    return db.selectFrom('comments').select(['text', 'network_post_id']).orderBy('seq').execute();
  }

  /** The notices that wait, apart from the one that has the network looked at. */
  async waiting(): Promise<number> {
    const { db } = this.harness.store;
    const rows = await db
      .selectFrom('inbox_notices')
      .select('id')
      .where('id', 'not like', 'news_%')
      .execute();
    return rows.length;
  }

  /** The post that was lost, at the network. */
  get post(): SimulatedPost {
    const [post] = this.network.served.scene.memory.posts;
    if (post === undefined) throw new Error('The network does not have the post.');
    return post;
  }

  /** A post of the same account that was published elsewhere. */
  async elsewhere(): Promise<SimulatedPost> {
    const { networkPostId } = this.post;
    const last = networkPostId.endsWith('3') ? '4' : '3';
    const post = { ...this.post, networkPostId: `${networkPostId.slice(0, -1)}${last}`, key: null };
    await this.network.served.scene.memory.addPost({ ...post, text: 'By hand', mediaIds: [] });
    return post;
  }

  /** Starts a process that reads the inbox, and ends it when nothing is due. */
  async look(): Promise<void> {
    const { store, clock } = this.harness;
    const intake = startIntake({
      ...{ store, clock, ids: randomIds, log: silentLog, random: () => 0 },
      ...{ timers: new WorkspaceTimers(clock), looksEvery: SECOND },
      gateway: realGateway(this.network, this.harness),
    });
    await intake.runDue();
    await intake.stop();
  }

  /** Starts a process that publishes, looks up and reads, until the outcome is settled. */
  async settle(): Promise<void> {
    const publisher = this.#startPublisher();
    for (let minute = 0; minute < 90; minute += 1) {
      await publisher.runDue();
      if ((await this.target()).status !== 'publishing') break;
      await this.look();
      this.harness.clock.advance(MINUTE);
    }
    await publisher.stop();
  }

  /** A process claims what waits, and is killed. */
  async killReader(): Promise<void> {
    const { store, clock } = this.harness;
    const due = { now: clock.now(), rescue: true, except: [], open: [], closed: [] };
    clock.advance(TIMINGS.maxBackoff);
    const claims = await claimNotices(store, { ...due, now: clock.now(), lease: TIMINGS.lease, limit: 32 });
    expect(claims.length).toBeGreaterThan(0);
    clock.advance(TIMINGS.lease + 1);
  }

  async close(): Promise<void> {
    await this.harness.close();
    await this.network.close();
  }
}

async function withLostPost(platform: Platform, work: (lost: LostPost) => Promise<void>): Promise<void> {
  const lost = await LostPost.publish(platform);
  try {
    await work(lost);
  } finally {
    await lost.close();
  }
}

it.each(ANSWERING)('a comment on a post on %s whose answer was lost is in the inbox', async (platform) => {
  await withLostPost(platform, async (lost) => {
    expect(await lost.target()).toMatchObject({ network_post_id: null });
    expect(lost.network.faults).toBe(1);
    await writeComment(lost.network.served, ELSEWHERE, await lost.elsewhere());
    // Networks make ids from the time.
    lost.harness.clock.advance(SECOND);
    await writeComment(lost.network.served, EARLY, lost.post);
    lost.harness.clock.advance(2 * SECOND);
    await lost.look();
    expect([await lost.inbox(), await lost.waiting()]).toEqual([[], 2]);
    await lost.killReader();
    await lost.settle();
    if (platform === 'linkedin') await storeLate(lost);
    expect(await lost.target()).toMatchObject({
      status: 'published',
      network_post_id: lost.post.networkPostId,
    });
    lost.harness.clock.advance(TIMINGS.maxBackoff);
    await lost.look();
    expect(await lost.inbox()).toEqual([{ text: EARLY, network_post_id: lost.post.networkPostId }]);
    expect(await lost.waiting()).toBe(0);
  });
});

/** LinkedIn cannot be asked for a post, so its id is known only if the process that sent it still gets to store it. */
async function storeLate(lost: LostPost): Promise<void> {
  expect(await lost.target()).toMatchObject({ status: 'unknown' });
  lost.harness.clock.advance(DAY);
  await lost.look();
  expect(await lost.waiting()).toBe(2);
  const known = { status: 'published', network_post_id: lost.post.networkPostId } as const;
  await lost.harness.store.write(async (trx) => {
    await trx.updateTable('targets').set(known).where('id', '=', lost.targetId).execute();
    await trx.updateTable('posts').set({ status: 'published' }).execute();
  });
}

it('a comment waits a week for a post whose outcome stays unknown', async () => {
  await withLostPost('linkedin', async (lost) => {
    await writeComment(lost.network.served, EARLY, lost.post);
    lost.harness.clock.advance(2 * SECOND);
    await lost.look();
    await lost.settle();
    lost.harness.clock.advance(6 * DAY);
    await lost.look();
    expect(await lost.waiting()).toBe(1);
    lost.harness.clock.advance(DAY);
    await lost.look();
    expect([await lost.inbox(), await lost.waiting()]).toEqual([[], 0]);
  });
});

it('a comment does not wait for a post that was begun after it was found', async () => {
  await withLostPost('mastodon', async (lost) => {
    const { store, clock } = lost.harness;
    await writeComment(lost.network.served, EARLY, lost.post);
    clock.advance(2 * SECOND);
    await lost.look();
    const { subject_json } = await store.db
      .selectFrom('inbox_notices')
      .select('subject_json')
      .where('id', 'not like', 'news_%')
      .executeTakeFirstOrThrow();
    const subject = { ...JSON.parse(subject_json), seenAt: clock.now() - MINUTE };
    await store.write((trx) =>
      trx
        .updateTable('inbox_notices')
        .set({ subject_json: JSON.stringify(subject) })
        .where('id', 'not like', 'news_%')
        .execute(),
    );
    clock.advance(TIMINGS.minBackoff);
    await lost.look();
    expect(await lost.waiting()).toBe(0);
  });
});

it('a comment does not wait if 500 notices of the account do', async () => {
  await withLostPost('mastodon', async (lost) => {
    const { store, clock } = lost.harness;
    const now = clock.now();
    const later = now + DAY;
    const parked = Array.from({ length: 500 }, (_, number) => ({
      ...{ id: `notice_${number}`, workspace_id: 'ws_1', account_id: REAL_ACCOUNT, subject_json: '{}' },
      ...{ due_at: later, wake_at: later, attempt: 0, lease_until: null, updated_at: now },
    }));
    await store.write((trx) => trx.insertInto('inbox_notices').values(parked).execute());
    await writeComment(lost.network.served, EARLY, lost.post);
    clock.advance(2 * SECOND);
    await lost.look();
    expect(await lost.waiting()).toBe(parked.length);
    await store.write((trx) => trx.deleteFrom('inbox_notices').where('id', 'like', 'notice_%').execute());
    await writeComment(lost.network.served, EARLY, lost.post);
    clock.advance(2 * SECOND);
    await lost.look();
    expect(await lost.waiting()).toBe(1);
  });
});
