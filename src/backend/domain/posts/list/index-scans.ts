import { type RawBuilder, sql } from 'kysely';
import type { Platform } from '../../../../contract/platforms.js';
import type { PostKind, StatusFilter } from '../../../../contract/posts/posts.js';
import { ATTENTION_STATUSES, type PostStatus } from '../../../../contract/posts/status.js';
import { among } from '../../../store/among.js';
import { holds } from '../../../store/holds.js';
import { type Looked, lookThrough, sideOf } from '../../../store/look-through.js';
import type { Queries } from '../../../store/store.js';

/** Where a post stands in lists. */
export interface ListPosition {
  readonly effectiveAt: number;
  readonly id: string;
}

/** Which posts a list shows. */
export interface PostFilter {
  readonly workspaceId: string;
  readonly statuses?: readonly StatusFilter[] | undefined;
  readonly platforms?: readonly Platform[] | undefined;
  readonly accountId?: string | undefined;
  readonly kinds?: readonly PostKind[] | undefined;
  readonly text?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Effective times from `from` up to but without `to`: epoch milliseconds of workspace time. */
  readonly range?: { readonly from: number; readonly to: number } | undefined;
  readonly order: 'asc' | 'desc';
  /** Where the page before ended. */
  readonly after?: ListPosition | undefined;
  readonly limit: number;
}

type Condition = RawBuilder<boolean>;

/** An index in the order of lists, the part of it that is walked, and what is left to be looked at row by row. */
export interface IndexScan {
  readonly index: 'of posts' | 'of targets';
  readonly part: readonly Condition[];
  /** About the post. */
  readonly left: readonly Condition[];
}

const AT = { 'of posts': sql.ref('posts.effective_at'), 'of targets': sql.ref('targets.listed_at') } as const;
const ID = { 'of posts': sql.ref('posts.id'), 'of targets': sql.ref('targets.post_id') } as const;

/**
 * The statuses that nearly all posts have in the end: to look through all that have one for those of an account is
 * long where the account has few.
 */
const COMMON: readonly PostStatus[] = ['published', 'cancelled'];

/** Most accounts whose indexes are walked beside each other. */
const MAX_ACCOUNT_SCANS = 32;

/**
 * How a list's posts are found: together the ways lead to all of them. Where two sets of ways do, the second is for
 * the case that the first finds too little.
 */
export async function scansFor(
  db: Queries,
  filter: PostFilter,
): Promise<readonly [readonly IndexScan[], (readonly IndexScan[])?]> {
  const { workspaceId, idempotencyKey, accountId, platforms } = filter;
  const workspace = sql<boolean>`posts.workspace_id = ${workspaceId}`;
  const wanted = statusesOf(filter);
  const accounts = accountId !== undefined || platforms?.length ? await accountsNamed(db, filter) : null;
  const ofAccounts = accounts ? [onOneOf(accounts)] : [];
  if (idempotencyKey !== undefined) {
    const named = sql<boolean>`posts.idempotency_key = ${idempotencyKey}`;
    const left = [...statusLeft(wanted), ...contentLeft(filter), ...ofAccounts];
    return [[{ index: 'of posts', part: [workspace, named], left }]];
  }
  const left = [...contentLeft(filter), ...ofAccounts];
  const parts = wanted ? wanted.statuses.map((status) => sql<boolean>`posts.status = ${status}`) : [];
  if (wanted?.incomplete) parts.push(IS_INCOMPLETE);
  const ofPosts = (wanted ? parts.map((part) => [part]) : [[]]).map(
    (part): IndexScan => ({ index: 'of posts', part: [workspace, ...part], left }),
  );
  const areRare = wanted !== null && !wanted.statuses.some((status) => COMMON.includes(status));
  if (!accounts || areRare || accounts.length > MAX_ACCOUNT_SCANS) return [ofPosts];
  const byAccount = accounts.map(
    (id): IndexScan => ({
      index: 'of targets',
      part: [sql<boolean>`targets.account_id = ${id}`],
      left: [...statusLeft(wanted), ...contentLeft(filter)],
    }),
  );
  return wanted ? [ofPosts, byAccount] : [byAccount];
}

/** The first places on a way after the page before. */
export async function runScan(
  db: Queries,
  way: IndexScan,
  filter: PostFilter,
  limit: number,
): Promise<Looked<ListPosition, ListPosition>> {
  const { order, range, after } = filter;
  const at = AT[way.index];
  const id = ID[way.index];
  const direction = sql.raw(order);
  const [beyond, upTo] = order === 'asc' ? (['>', '<='] as const) : (['<', '>='] as const);
  const part = [
    ...way.part,
    ...(range ? [sql<boolean>`${at} >= ${range.from}`, sql<boolean>`${at} < ${range.to}`] : []),
    ...(after ? [sideOf([at, id], beyond, [after.effectiveAt, after.id])] : []),
  ];
  const bare = sql.raw(way.index === 'of posts' ? 'posts' : 'targets');
  const joined = way.index === 'of posts' ? bare : sql`targets join posts on posts.id = targets.post_id`;
  const places = (from: RawBuilder<unknown>, where: readonly Condition[], rows: number, offset: number) =>
    sql<ListPosition>`select ${at} as "effectiveAt", ${id} as id from ${from} where ${sql.join(where, sql` and `)}
      order by ${at} ${direction}, ${id} ${direction} limit ${rows} offset ${offset}`.execute(db);
  if (way.left.length === 0) {
    return { rows: (await places(bare, part, limit, 0)).rows, lookedUpTo: null };
  }
  return lookThrough(limit, async (most) => {
    const [last] = (await places(bare, part, 1, most - 1)).rows;
    const near = last ? [sideOf([at, id], upTo, [last.effectiveAt, last.id])] : [];
    const { rows } = await places(joined, [...part, ...way.left, ...near], limit, 0);
    // Where the page is full, what lies beyond it does not matter.
    return { rows, lookedUpTo: rows.length < limit ? (last ?? null) : null };
  });
}

const IS_INCOMPLETE = sql<boolean>`posts.incomplete = 1`;

interface WantedStatuses {
  readonly statuses: readonly PostStatus[];
  /** `attention` is more than statuses: what follows a post that is out may be missing. */
  readonly incomplete: boolean;
}

function statusesOf({ statuses }: PostFilter): WantedStatuses | null {
  if (!statuses?.length) return null;
  const named = statuses.filter((filter): filter is PostStatus => filter !== 'attention');
  if (named.length === statuses.length) return { statuses: [...new Set(named)], incomplete: false };
  return { statuses: [...new Set([...named, ...ATTENTION_STATUSES])], incomplete: true };
}

function statusLeft(wanted: WantedStatuses | null): readonly Condition[] {
  if (!wanted) return [];
  const one = sql<boolean>`posts.status in (${sql.join(wanted.statuses)})`;
  return [wanted.incomplete ? sql<boolean>`(${one} or ${IS_INCOMPLETE})` : one];
}

function contentLeft({ kinds, text }: PostFilter): readonly Condition[] {
  return [
    ...(kinds?.length ? [sql<boolean>`posts.kind in (${sql.join(kinds)})`] : []),
    ...(text === undefined ? [] : [holds('posts.text', text)]),
  ];
}

async function accountsNamed(db: Queries, filter: PostFilter): Promise<readonly string[]> {
  const { workspaceId, accountId, platforms } = filter;
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .$if((platforms?.length ?? 0) > 0, (query) => query.where('platform', 'in', [...(platforms ?? [])]))
    .$if(accountId !== undefined, (query) => query.where('id', '=', accountId ?? ''))
    .execute();
  return rows.map(({ id }) => id);
}

function onOneOf(accounts: readonly string[]): Condition {
  return sql<boolean>`exists (select 1 from targets
    where targets.post_id = posts.id and targets.account_id in ${among(accounts)})`;
}
