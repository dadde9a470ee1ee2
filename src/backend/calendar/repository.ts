import type { Platform } from '../../contract/platforms.js';
import type { PostStatus, TargetStatus } from '../../contract/post-status.js';
import type { Queries } from '../store/store.js';

/** What a post does on one account at one time. */
export interface TimedTarget {
  readonly postId: string;
  readonly postStatus: PostStatus;
  readonly text: string;
  readonly accountId: string;
  readonly platform: Platform;
  readonly handle: string;
  readonly status: TargetStatus;
  /** When it went out, else when it is due; of a draft, its wish. Epoch milliseconds. */
  readonly at: number;
}

export interface CalendarScope {
  readonly workspaceId: string;
  readonly accountId?: string | undefined;
  /** Epoch milliseconds; `to` is left out. */
  readonly from: number;
  readonly to: number;
}

/** What goes out, went out, or is drafted for a time; cancelled posts are left out. In the order of time. */
export async function postsBetween(db: Queries, scope: CalendarScope): Promise<TimedTarget[]> {
  const { workspaceId, accountId, from, to } = scope;
  const rows = await db
    .selectFrom('accounts')
    .innerJoin('targets', 'targets.account_id', 'accounts.id')
    .innerJoin('posts', 'posts.id', 'targets.post_id')
    .select([
      'posts.id as postId',
      'posts.status as postStatus',
      'posts.text',
      'accounts.id as accountId',
      'accounts.platform',
      'accounts.handle',
      'targets.status',
      'targets.scheduled_at',
      'targets.published_at',
    ])
    .where('accounts.workspace_id', '=', workspaceId)
    .$if(accountId !== undefined, (query) => query.where('accounts.id', '=', accountId ?? ''))
    .where('targets.status', '!=', 'cancelled')
    .where('posts.status', '!=', 'cancelled')
    .where((where) =>
      where.or([
        where.and([where('targets.published_at', '>=', from), where('targets.published_at', '<', to)]),
        where.and([
          where('targets.published_at', 'is', null),
          where('targets.scheduled_at', '>=', from),
          where('targets.scheduled_at', '<', to),
        ]),
      ]),
    )
    .orderBy('posts.id')
    .orderBy('targets.position')
    .execute();
  return rows
    .flatMap(({ scheduled_at, published_at, ...row }) => {
      const at = published_at ?? scheduled_at;
      return at === null ? [] : [{ ...row, at }];
    })
    .sort((one, other) => one.at - other.at);
}
