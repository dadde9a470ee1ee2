import { iso } from '../../../time/iso.js';
import { recordPostScheduled } from '../../store/events.js';
import type { Queries, Write } from '../../store/store.js';
import { type ChangeCall, dueClockOf, finishChange } from '../posts/change.js';
import { findPost, type StoredPost, type StoredTarget } from '../posts/repository.js';
import { dueColumns } from '../posts/targets/rows.js';
import { cancelTarget, writeTarget } from '../posts/targets/writes.js';

/** A post waiting in a slot of a schedule, on one account. */
export interface WaitingPost {
  readonly targetId: string;
  readonly postId: string;
  readonly accountId: string;
  readonly handle: string;
  readonly slotId: string;
  /** Workspace time at which it is due. */
  readonly at: number;
  /** Zone of the post's local times. */
  readonly timezone: string;
}

/** The posts in a schedule's slots that are not due yet, in order of time. */
export async function waitingPosts(db: Queries, scheduleId: string, now: number): Promise<WaitingPost[]> {
  const rows = await db
    .selectFrom('slot_reservations')
    .innerJoin('targets', 'targets.id', 'slot_reservations.target_id')
    .innerJoin('posts', 'posts.id', 'targets.post_id')
    .innerJoin('accounts', 'accounts.id', 'targets.account_id')
    .select([
      'targets.id as targetId',
      'targets.post_id as postId',
      'targets.account_id as accountId',
      'accounts.handle',
      'slot_reservations.slot_id as slotId',
      'targets.scheduled_at as at',
      'posts.timezone',
    ])
    .where('slot_reservations.schedule_id', '=', scheduleId)
    .where('targets.status', '=', 'pending')
    .where('targets.scheduled_at', '>', now)
    .orderBy('targets.scheduled_at')
    .orderBy('targets.id')
    .execute();
  return rows.flatMap(({ at, ...row }) => (at === null ? [] : [{ ...row, at }]));
}

/** The parts of the request that a change of posts needs. */
export type ScheduleCall = Pick<ChangeCall, 'caller' | 'now' | 'requestId' | 'services'>;

/** Posts that lose their slots. Each gets a new version, history, events and activity, as after any other change. */
export class DisplacedPosts {
  readonly #trx: Write;
  readonly #call: ScheduleCall;
  /** The posts before the change. */
  readonly #posts: ReadonlyMap<string, StoredPost>;

  private constructor(trx: Write, call: ScheduleCall, posts: ReadonlyMap<string, StoredPost>) {
    this.#trx = trx;
    this.#call = call;
    this.#posts = posts;
  }

  static async read(
    trx: Write,
    call: ScheduleCall,
    waiting: readonly WaitingPost[],
  ): Promise<DisplacedPosts> {
    const posts = new Map<string, StoredPost>();
    for (const postId of new Set(waiting.map((post) => post.postId))) {
      const stored = await findPost(trx, call.caller.workspace.id, postId, 'for_update');
      if (stored) posts.set(postId, stored);
    }
    return new DisplacedPosts(trx, call, posts);
  }

  /** @param to workspace time, epoch milliseconds */
  async move(post: WaitingPost, to: number): Promise<void> {
    const target = this.#targetOf(post);
    await writeTarget(this.#trx, target, target.status, {
      ...dueColumns({ scheduledAt: to, dueAt: to }, dueClockOf(this.#call)),
      updated_at: this.#call.now,
    });
  }

  async cancel(post: WaitingPost): Promise<void> {
    await cancelTarget(this.#trx, this.#targetOf(post), this.#call.now);
  }

  /** Completes the change of every post after its targets are written. */
  async finish(outcome: 'moved' | 'cancelled'): Promise<void> {
    const { caller, now, requestId, services } = this.#call;
    for (const [postId, before] of this.#posts) {
      const from = before.post.scheduled_at;
      const to = (await this.#earliestOf(postId)) ?? from;
      const call = { caller, now, requestId, services, params: { id: postId }, body: undefined };
      const { post } = await finishChange(this.#trx, call, before, {
        action: outcome === 'moved' ? 'update' : 'delete',
        history: outcome === 'moved' ? 'updated' : 'cancelled',
        changes: from === to ? [] : [{ field: 'scheduledAt', from: iso(from), to: iso(to) }],
        summary: `${outcome} with its schedule`,
        set: { scheduled_at: to },
      });
      if (outcome === 'moved' && post.status === 'scheduled') {
        await recordPostScheduled(this.#trx, services.ids, post, post.effective_at, now);
      }
    }
  }

  #targetOf(post: WaitingPost): StoredTarget {
    const target = this.#posts.get(post.postId)?.targets.find(({ id }) => id === post.targetId);
    if (!target) throw new Error(`The target ${post.targetId} of ${post.postId} no longer exists.`);
    return target;
  }

  /** The earliest time of the post's targets that are not cancelled. */
  async #earliestOf(postId: string): Promise<number | null> {
    const row = await this.#trx
      .selectFrom('targets')
      .select((first) => first.fn.min('scheduled_at').as('earliest'))
      .where('post_id', '=', postId)
      .where('status', '!=', 'cancelled')
      .executeTakeFirst();
    return row?.earliest === null || row?.earliest === undefined ? null : Number(row.earliest);
  }
}
