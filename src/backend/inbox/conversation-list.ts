import { sql } from 'kysely';
import type { WindowState } from '../../contract/conversations.js';
import type { Platform } from '../../contract/platforms.js';
import type { Queries } from '../store/store.js';
import { closingBefore } from './reply-rules.js';

export interface ConversationFilter {
  readonly workspaceId: string;
  readonly accountId?: string | undefined;
  readonly platform?: readonly Platform[] | undefined;
  readonly unanswered?: boolean | undefined;
  readonly unread?: boolean | undefined;
  readonly window?: readonly WindowState[] | undefined;
  readonly order?: 'recent' | 'soonest_closing' | undefined;
  /** Workspace time, epoch milliseconds: by it windows are open or closed. */
  readonly now: number;
  /** Where the page before ended: the last message's time or the window's end, and the row's place. */
  readonly after: readonly [place: number, seq: number] | null;
  readonly limit: number;
}

/** Conversations of lists: the latest first, or those whose window is open, the one that closes next first. */
export function conversationsQuery(db: Queries, filter: ConversationFilter) {
  const { accountId, platform, unanswered, unread, window: wanted, now } = filter;
  const bySoonest = filter.order === 'soonest_closing';
  const column = bySoonest ? 'closes_at' : 'last_message_at';
  const order = bySoonest ? 'asc' : 'desc';
  let found = db.selectFrom('conversations').selectAll().where('workspace_id', '=', filter.workspaceId);
  if (accountId !== undefined) found = found.where('account_id', '=', accountId);
  if (platform) found = found.where('platform', 'in', [...platform]);
  if (unanswered !== undefined) found = found.where(sql<boolean>`awaiting = ${sql.lit(unanswered ? 1 : 0)}`);
  if (unread !== undefined) found = found.where('unread', unread ? '>' : '=', 0);
  if (wanted) {
    const closing = closingBefore(now);
    found = found.where((where) =>
      where.or(
        wanted.map((state) => {
          if (state === 'closed') {
            return where.or([where('closes_at', 'is', null), where('closes_at', '<', now)]);
          }
          return state === 'closing'
            ? where.and([where('closes_at', '>=', now), where('closes_at', '<=', closing)])
            : where('closes_at', '>', closing);
        }),
      ),
    );
  }
  if (bySoonest) found = found.where('closes_at', '>=', now);
  if (filter.after) {
    const [place, seq] = filter.after;
    found = found.where((where) =>
      where(where.refTuple(column, 'seq'), bySoonest ? '>' : '<', where.tuple(place, seq)),
    );
  }
  return found.orderBy(column, order).orderBy('seq', order).limit(filter.limit);
}
