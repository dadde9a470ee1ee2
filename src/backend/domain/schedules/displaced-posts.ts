import { iso } from '../../../time/iso.js';
import { recordPostScheduled } from '../../store/events.js';
import type { Write } from '../../store/store.js';
import { type ChangeCall, dueClockOf, finishChange } from '../posts/change.js';
import { findPost, type StoredPost, type StoredTarget } from '../posts/repository.js';
import { dueColumns } from '../posts/target-rows.js';
import { cancelTarget, writeTarget } from '../posts/target-writes.js';
import type { WaitingPost } from './waiting-posts.js';

/** The request that changes a schedule, as far as posts are concerned. */
export type ScheduleCall = Pick<ChangeCall, 'caller' | 'now' | 'requestId' | 'services'>;

/** Posts that lose their slots, changed as if somebody had changed each: new version, history, events, activity. */
export class DisplacedPosts {
  readonly #trx: Write;
  readonly #call: ScheduleCall;
  /** As they were before. */
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
      const stored = await findPost(trx, call.caller.workspace.id, postId, 'to_change');
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

  /** Makes the posts follow their targets. */
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
    if (!target) throw new Error(`The target ${post.targetId} of ${post.postId} is gone.`);
    return target;
  }

  /** When the first of a post's targets goes out that was not cancelled. */
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
