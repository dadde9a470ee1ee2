import type { Platform } from '../../../contract/platforms.js';
import type { TargetStatus } from '../../../contract/posts/status.js';
import type { Queries } from '../../store/store.js';
import type { BookedTime } from './slots.js';

/** A post's time on an account, with the details that lists show. */
export interface BookedPost extends BookedTime {
  readonly status: TargetStatus;
  readonly platform: Platform;
  readonly handle: string;
  /** Zone of the post's local times. */
  readonly timezone: string;
}

/**
 * The times between `from` and `to` (exclusive, epoch milliseconds) at which posts are due or were published. Drafts
 * and cancelled posts are not included.
 *
 * @param accountIds all accounts of the workspace by default
 */
export async function bookedBetween(
  db: Queries,
  workspaceId: string,
  from: number,
  to: number,
  accountIds?: readonly string[],
): Promise<BookedPost[]> {
  const rows = await db
    .selectFrom('accounts')
    .innerJoin('targets', 'targets.account_id', 'accounts.id')
    .innerJoin('posts', 'posts.id', 'targets.post_id')
    .leftJoin('slot_reservations', 'slot_reservations.target_id', 'targets.id')
    .select([
      'targets.id as targetId',
      'targets.post_id as postId',
      'targets.account_id as accountId',
      'slot_reservations.slot_id as slotId',
      'targets.scheduled_at as at',
      'targets.status',
      'posts.timezone',
      'accounts.platform',
      'accounts.handle',
    ])
    .where('accounts.workspace_id', '=', workspaceId)
    .$if(accountIds !== undefined, (query) => query.where('accounts.id', 'in', [...(accountIds ?? [])]))
    .where('targets.scheduled_at', '>=', from)
    .where('targets.scheduled_at', '<', to)
    .where('targets.status', '!=', 'cancelled')
    .where('posts.status', '!=', 'draft')
    .orderBy('targets.scheduled_at')
    .execute();
  return rows.flatMap(({ at, ...row }) => (at === null ? [] : [{ ...row, at }]));
}
