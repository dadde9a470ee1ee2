import { type RawBuilder, sql } from 'kysely';
import type { WindowState } from '../../../../contract/inbox/conversations.js';
import type { Platform } from '../../../../contract/platforms.js';
import {
  boundedScan,
  lastScannedRow,
  nearest,
  type Scanned,
  sideOf,
} from '../../../store/queries/bounded-scan.js';
import type { Queries } from '../../../store/store.js';
import type { ConversationRow } from '../../../store/tables/inbox-rows.js';
import { closingBefore } from '../reply-rules.js';

export type ConversationPlace = readonly [place: number, seq: number];

export interface ConversationFilter {
  readonly workspaceId: string;
  readonly accountId?: string | undefined;
  readonly platform?: readonly Platform[] | undefined;
  readonly unanswered?: boolean | undefined;
  readonly unread?: boolean | undefined;
  readonly window?: readonly WindowState[] | undefined;
  readonly order?: 'recent' | 'soonest_closing' | undefined;
  /** Workspace time, epoch milliseconds, by which windows are open or closed. */
  readonly now: number;
  /** Where the previous page ended: the time of the last message or the end of the window, and the row's number. */
  readonly after: ConversationPlace | null;
  /** Where the scan ends. */
  readonly upTo?: ConversationPlace | null;
  readonly limit: number;
}

/** Queries conversations: the latest first, or those with an open window, the one that closes next first. */
export function conversationsQuery(db: Queries, filter: ConversationFilter) {
  const { accountId, platform, unanswered, unread, window: wanted, now } = filter;
  const { bySoonest, column, order } = orderOf(filter);
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
  if (filter.after) found = found.where(beyond(filter, filter.after));
  if (filter.upTo) found = found.where(notBeyond(filter, filter.upTo));
  return found.orderBy(column, order).orderBy('seq', order).limit(filter.limit);
}

type Ordering = Pick<ConversationFilter, 'order'>;

function orderOf({ order }: Ordering) {
  return order === 'soonest_closing'
    ? ({ bySoonest: true, column: 'closes_at', order: 'asc' } as const)
    : ({ bySoonest: false, column: 'last_message_at', order: 'desc' } as const);
}

function beyond(by: Ordering, place: ConversationPlace): RawBuilder<boolean> {
  const { bySoonest, column } = orderOf(by);
  return sideOf([sql.ref(column), sql.ref('seq')], bySoonest ? '>' : '<', place);
}

function notBeyond(by: Ordering, place: ConversationPlace): RawBuilder<boolean> {
  const { bySoonest, column } = orderOf(by);
  return sideOf([sql.ref(column), sql.ref('seq')], bySoonest ? '<=' : '>=', place);
}

/** The conversations of a list that a bounded scan finds. */
export function findConversations(
  db: Queries,
  filter: ConversationFilter,
): Promise<Scanned<ConversationRow, ConversationPlace>> {
  return boundedScan(filter.limit, async (most) => {
    const upTo = await conversationsUpTo(db, filter, most);
    return { rows: await conversationsQuery(db, { ...filter, upTo }).execute(), scannedUpTo: upTo };
  });
}

/**
 * Where to end the scan for a page whose filters no index covers, whichever index the database walks. Null: every filter
 * is covered, or there are not that many conversations.
 */
async function conversationsUpTo(
  db: Queries,
  filter: ConversationFilter,
  most: number,
): Promise<ConversationPlace | null> {
  const { workspaceId, accountId, platform, unanswered, unread, window: wanted, now, after } = filter;
  const { bySoonest, column, order } = orderOf(filter);
  const parts: RawBuilder<boolean>[] = [];
  if (accountId !== undefined) parts.push(sql`account_id = ${accountId}`);
  if (unanswered) parts.push(sql`workspace_id = ${workspaceId} and awaiting = 1`);
  const isUncovered = platform || wanted || unread !== undefined || unanswered === false;
  if (!isUncovered && parts.length <= (bySoonest ? 0 : 1)) return null;
  const walked = bySoonest ? [] : parts;
  const found = await Promise.all(
    [...walked, sql<boolean>`workspace_id = ${workspaceId}`].map((part) => {
      let places = db.selectFrom('conversations').select([column, 'seq']).where(part);
      if (bySoonest) places = places.where('closes_at', '>=', now);
      if (after) places = places.where(beyond(filter, after));
      return lastScannedRow(places.orderBy(column, order).orderBy('seq', order), most);
    }),
  );
  return nearest(
    found.map((place) => place && [place[column] ?? 0, place.seq]),
    order,
  );
}
