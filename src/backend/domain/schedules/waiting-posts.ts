import type { Queries } from '../../store/store.js';

/** A post that waits in a slot of a schedule, on one account. */
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

/** The posts that wait in the slots of a schedule and are not due yet, in the order of time. */
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
