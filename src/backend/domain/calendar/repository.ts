import type { NotNull } from 'kysely';
import type { Platform } from '../../../contract/platforms.js';
import type { PostStatus, TargetStatus } from '../../../contract/posts/status.js';
import type { Queries } from '../../store/store.js';
import { readForExcerpt } from '../slots/excerpts.js';

/** A post on one account, with its time. */
export interface TimedTarget {
  readonly postId: string;
  readonly postStatus: PostStatus;
  /** Only as much as an excerpt needs. */
  readonly text: string;
  readonly accountId: string;
  readonly platform: Platform;
  readonly handle: string;
  readonly status: TargetStatus;
  /** When it was published, or is due, or for a draft the drafted time. Epoch milliseconds. */
  readonly at: number;
}

export interface CalendarScope {
  readonly workspaceId: string;
  readonly accountId?: string | undefined;
  /** Epoch milliseconds; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Posts that are scheduled, published, or drafted for a time, in order of time. Cancelled posts are not included. */
export async function postsBetween(db: Queries, scope: CalendarScope): Promise<TimedTarget[]> {
  // Each column is searched through its own index. With `or`, PostgreSQL 17 and older scan all targets.
  const rows = await timedBy('published_at', db, scope)
    .unionAll(timedBy('scheduled_at', db, scope).where('targets.published_at', 'is', null))
    .orderBy('at')
    .orderBy('postId')
    .orderBy('position')
    .execute();
  return rows.map(({ position: _, ...row }) => row);
}

function timedBy(time: 'published_at' | 'scheduled_at', db: Queries, scope: CalendarScope) {
  const { workspaceId, accountId, from, to } = scope;
  return db
    .selectFrom('accounts')
    .innerJoin('targets', 'targets.account_id', 'accounts.id')
    .innerJoin('posts', 'posts.id', 'targets.post_id')
    .select([
      'posts.id as postId',
      'posts.status as postStatus',
      readForExcerpt('posts.text').as('text'),
      'accounts.id as accountId',
      'accounts.platform',
      'accounts.handle',
      'targets.status',
      'targets.position',
      `targets.${time} as at`,
    ])
    .where('accounts.workspace_id', '=', workspaceId)
    .$if(accountId !== undefined, (query) => query.where('accounts.id', '=', accountId ?? ''))
    .where('targets.status', '!=', 'cancelled')
    .where('posts.status', '!=', 'cancelled')
    .where(`targets.${time}`, '>=', from)
    .where(`targets.${time}`, '<', to)
    .$narrowType<{ at: NotNull }>();
}
