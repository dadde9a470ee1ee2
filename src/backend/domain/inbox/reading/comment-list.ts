import { type RawBuilder, sql } from 'kysely';
import type { CommentState } from '../../../../contract/inbox/comments.js';
import type { Platform } from '../../../../contract/platforms.js';
import {
  boundedScan,
  lastScannedRow,
  nearest,
  type Scanned,
  sideOf,
} from '../../../store/queries/bounded-scan.js';
import { inList } from '../../../store/queries/in-list.js';
import { bytesIn, type PageRows, pageRows, readInOrder } from '../../../store/queries/page-rows.js';
import type { Queries } from '../../../store/store.js';
import type { CommentRow } from '../../../store/tables/inbox-rows.js';

export type CommentPlace = readonly [createdAt: number, seq: number];

export interface CommentFilter {
  readonly workspaceId: string;
  readonly postId?: string | undefined;
  readonly accountId?: string | undefined;
  readonly platform?: readonly Platform[] | undefined;
  readonly unanswered?: boolean | undefined;
  readonly unread?: boolean | undefined;
  /** Epoch milliseconds of workspace time. */
  readonly since?: number | null;
  readonly state?: readonly CommentState[] | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  /** Where the previous page ended. */
  readonly after: CommentPlace | null;
  /** Where the scan ends. */
  readonly upTo?: CommentPlace | null;
  readonly limit: number;
}

/** What lists show by default. */
const DEFAULT_STATES: readonly CommentState[] = ['visible', 'hidden'];

/** A comment before it is read. */
interface FoundComment {
  readonly id: string;
  readonly created_at: number;
  readonly seq: number;
  /** Of the comment and your replies, which are shown with it. */
  readonly bytes: number;
}

export const commentPlace = ({ created_at, seq }: Pick<CommentRow, 'created_at' | 'seq'>): CommentPlace => [
  created_at,
  seq,
];

/** The bytes of a comment. */
export const COMMENT_BYTES = bytesIn('text', 'error_json');

const OWN_REPLIES_BYTES = sql`(select coalesce(sum(${COMMENT_BYTES}), 0) from comments as replies
  where replies.parent_id = comments.id and replies.is_own = 1 and replies.state != 'deleted')`;

/**
 * Queries comments by time. Flags are literals and not parameters, because only then does the database use its partial
 * indexes.
 */
export function commentsQuery(db: Queries, filter: CommentFilter) {
  const {
    postId,
    accountId,
    platform,
    unanswered,
    unread,
    since,
    state = DEFAULT_STATES,
    order = 'desc',
  } = filter;
  let found = db
    .selectFrom('comments')
    .select(['id', 'created_at', 'seq'])
    .select(sql<number>`${COMMENT_BYTES} + ${OWN_REPLIES_BYTES}`.as('bytes'))
    .where('workspace_id', '=', filter.workspaceId)
    .where(sql<boolean>`listed = 1`)
    .where('state', 'in', [...state]);
  if (postId !== undefined) found = found.where('post_id', '=', postId);
  if (accountId !== undefined) found = found.where('account_id', '=', accountId);
  if (platform) found = found.where('platform', 'in', [...platform]);
  if (unanswered !== undefined) found = found.where(sql<boolean>`awaiting = ${sql.lit(unanswered ? 1 : 0)}`);
  if (unread !== undefined) found = found.where(sql<boolean>`unread = ${sql.lit(unread ? 1 : 0)}`);
  if (typeof since === 'number') found = found.where('created_at', '>=', since);
  if (filter.after) found = found.where(beyond(filter.after, order));
  if (filter.upTo) found = found.where(notBeyond(filter.upTo, order));
  return found.orderBy('created_at', order).orderBy('seq', order).limit(filter.limit);
}

const BY_TIME = [sql.ref('created_at'), sql.ref('seq')] as const;

const beyond = (place: CommentPlace, order: 'asc' | 'desc') =>
  sideOf(BY_TIME, order === 'asc' ? '>' : '<', place);

const notBeyond = (place: CommentPlace, order: 'asc' | 'desc') =>
  sideOf(BY_TIME, order === 'asc' ? '<=' : '>=', place);

/** A page of comments, as far as a bounded scan finds them. */
export async function findComments(
  db: Queries,
  filter: CommentFilter,
): Promise<PageRows<CommentRow, CommentPlace>> {
  const { limit } = filter;
  const found = await boundedScan(limit + 1, async (most): Promise<Scanned<FoundComment, CommentPlace>> => {
    const upTo = await commentsUpTo(db, filter, most);
    const rows = await commentsQuery(db, { ...filter, limit: limit + 1, upTo }).execute();
    return { rows, scannedUpTo: upTo };
  });
  const page = pageRows(found, { limit, placeOf: commentPlace, bytesOf: ({ bytes }) => bytes });
  return { ...page, rows: await commentsAt(db, page.rows) };
}

/** Reads found comments. */
export function commentsAt(
  db: Queries,
  found: readonly { readonly id: string }[],
): Promise<readonly CommentRow[]> {
  return readInOrder(found, (ids) =>
    db.selectFrom('comments').selectAll().where('id', 'in', inList(ids)).execute(),
  );
}

/**
 * Where to end the scan for a page whose filters no index covers, whichever index the database walks. Null: every filter
 * is covered, or there are not that many comments.
 */
async function commentsUpTo(db: Queries, filter: CommentFilter, most: number): Promise<CommentPlace | null> {
  const { postId, accountId, platform, unanswered, unread, state, order = 'desc', since } = filter;
  const parts: RawBuilder<boolean>[] = [];
  if (postId !== undefined) parts.push(sql`post_id = ${postId} and listed = 1`);
  if (accountId !== undefined) parts.push(sql`account_id = ${accountId} and listed = 1`);
  if (unanswered) parts.push(sql`workspace_id = ${filter.workspaceId} and awaiting = 1`);
  if (unread) parts.push(sql`workspace_id = ${filter.workspaceId} and unread = 1`);
  const isUncovered = platform || state || unanswered === false || unread === false || parts.length > 1;
  if (!isUncovered) return null;
  parts.push(sql`workspace_id = ${filter.workspaceId} and listed = 1`);
  const found = await Promise.all(
    parts.map((part) => {
      let places = db.selectFrom('comments').select(['created_at', 'seq']).where(part);
      if (typeof since === 'number') places = places.where('created_at', '>=', since);
      if (filter.after) places = places.where(beyond(filter.after, order));
      return lastScannedRow(places.orderBy('created_at', order).orderBy('seq', order), most);
    }),
  );
  return nearest(
    found.map((place) => place && [place.created_at, place.seq]),
    order,
  );
}
