import { type RawBuilder, sql } from 'kysely';
import type { Platform } from '../../../../contract/platforms.js';
import type { PostKind, StatusFilter } from '../../../../contract/posts/posts.js';
import { ATTENTION_STATUSES, type PostStatus } from '../../../../contract/posts/status.js';
import { boundedScan, MAX_SCANNED_ROWS, type Scanned, sideOf } from '../../../store/queries/bounded-scan.js';
import { contains } from '../../../store/queries/contains.js';
import { inList } from '../../../store/queries/in-list.js';
import type { Queries } from '../../../store/store.js';
import type { ListedLabel } from '../../labels/post-labels.js';

/** A post's position in lists. */
export interface ListPosition {
  readonly effectiveAt: number;
  readonly id: string;
}

/** Which posts a list has. */
export interface PostSelection {
  readonly workspaceId: string;
  readonly statuses?: readonly StatusFilter[] | undefined;
  readonly platforms?: readonly Platform[] | undefined;
  readonly accountId?: string | undefined;
  readonly kinds?: readonly PostKind[] | undefined;
  readonly label?: ListedLabel | undefined;
  readonly text?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Effective times, `to` exclusive: epoch milliseconds of workspace time. */
  readonly range?: { readonly from: number; readonly to: number } | undefined;
}

/** A page of a list. */
export interface PostFilter extends PostSelection {
  readonly order: 'asc' | 'desc';
  /** Where the previous page ended. */
  readonly after?: ListPosition | undefined;
  readonly limit: number;
}

type Condition = RawBuilder<boolean>;

/** One walk along an index in list order. */
export interface IndexScan {
  readonly index: 'posts' | 'targets' | 'labelled';
  /** Conditions that the index answers. */
  readonly bounds: readonly Condition[];
  /** Conditions on the post that are checked row by row. */
  readonly filters: readonly Condition[];
}

const AT = {
  posts: sql.ref('posts.effective_at'),
  targets: sql.ref('targets.listed_at'),
  labelled: sql.ref('posts.effective_at'),
} as const;
const ID = {
  posts: sql.ref('posts.id'),
  targets: sql.ref('targets.post_id'),
  labelled: sql.ref('posts.id'),
} as const;

/** SQLite reads the tables of a cross join in their order. */
const LABELLED = sql`post_labels cross join posts`;

/** The posts of a label with few of them are read through its index, and sorted. */
function ofLabel(label: ListedLabel): readonly Condition[] {
  return [sql<boolean>`post_labels.label_id = ${label.id}`, sql<boolean>`posts.id = post_labels.post_id`];
}

/**
 * Nearly all posts end in one of these statuses. Scanning them for an account with few posts takes long.
 */
const COMMON: readonly PostStatus[] = ['published', 'cancelled'];

/** Lists of more accounts than this do not scan each account's index. */
const MAX_ACCOUNT_SCANS = 32;

/**
 * Chooses the index scans that together find every post of a list. The second set, if any, is the fallback for when
 * the first finds too few posts within its row limit.
 */
export async function scansFor(
  db: Queries,
  filter: PostFilter,
): Promise<readonly [readonly IndexScan[], (readonly IndexScan[])?]> {
  const { workspaceId, idempotencyKey, accountId, platforms } = filter;
  const workspace = sql<boolean>`posts.workspace_id = ${workspaceId}`;
  const wanted = statusesOf(filter);
  const accounts = accountId !== undefined || platforms?.length ? await accountsNamed(db, filter) : null;
  const accountFilter = accounts ? [hasTargetOn(accounts)] : [];
  if (filter.label?.isRare) {
    const filters = [
      ...statusFilter(wanted),
      ...contentFilter({ ...filter, label: undefined }),
      ...accountFilter,
    ];
    const named = idempotencyKey === undefined ? [] : [keyIs(idempotencyKey)];
    return [[{ index: 'labelled', bounds: [...ofLabel(filter.label), ...named, ...filters], filters: [] }]];
  }
  if (idempotencyKey !== undefined) {
    const named = keyIs(idempotencyKey);
    const filters = [...statusFilter(wanted), ...contentFilter(filter), ...accountFilter];
    return [[{ index: 'posts', bounds: [workspace, named], filters }]];
  }
  const filters = [...contentFilter(filter), ...accountFilter];
  const statusBounds = wanted ? wanted.statuses.map((status) => sql<boolean>`posts.status = ${status}`) : [];
  if (wanted) statusBounds.push(...wanted.indexed);
  const byPost = (wanted ? statusBounds.map((bounds) => [bounds]) : [[]]).map(
    (bounds): IndexScan => ({ index: 'posts', bounds: [workspace, ...bounds], filters }),
  );
  const areRare = wanted !== null && !wanted.statuses.some((status) => COMMON.includes(status));
  if (!accounts || areRare || accounts.length > MAX_ACCOUNT_SCANS) return [byPost];
  const byAccount = accounts.map(
    (id): IndexScan => ({
      index: 'targets',
      bounds: [sql<boolean>`targets.account_id = ${id}`],
      filters: [...statusFilter(wanted), ...contentFilter(filter)],
    }),
  );
  return wanted ? [byPost, byAccount] : [byAccount];
}

/** Returns the first positions of a scan after the previous page. */
export async function runScan(
  db: Queries,
  scan: IndexScan,
  filter: PostFilter,
  limit: number,
): Promise<Scanned<ListPosition, ListPosition>> {
  const { order, range, after } = filter;
  const at = AT[scan.index];
  const id = ID[scan.index];
  const direction = sql.raw(order);
  const [beyond, upTo] = order === 'asc' ? (['>', '<='] as const) : (['<', '>='] as const);
  const bounds = [
    ...scan.bounds,
    ...(range ? [sql<boolean>`${at} >= ${range.from}`, sql<boolean>`${at} < ${range.to}`] : []),
    ...(after ? [sideOf([at, id], beyond, [after.effectiveAt, after.id])] : []),
  ];
  const bare = scan.index === 'labelled' ? LABELLED : sql.raw(scan.index);
  const joined = scan.index === 'posts' ? bare : sql`targets join posts on posts.id = targets.post_id`;
  const positions = (from: RawBuilder<unknown>, where: readonly Condition[], rows: number, offset: number) =>
    sql<ListPosition>`select ${at} as "effectiveAt", ${id} as id from ${from} where ${sql.join(where, sql` and `)}
      order by ${at} ${direction}, ${id} ${direction} limit ${rows} offset ${offset}`.execute(db);
  if (scan.filters.length === 0) {
    return { rows: (await positions(bare, bounds, limit, 0)).rows, scannedUpTo: null };
  }
  return boundedScan(limit, async (most) => {
    const [last] = (await positions(bare, bounds, 1, most - 1)).rows;
    const near = last ? [sideOf([at, id], upTo, [last.effectiveAt, last.id])] : [];
    const { rows } = await positions(joined, [...bounds, ...scan.filters, ...near], limit, 0);
    // A full page does not need to know how far the scan looked.
    return { rows, scannedUpTo: rows.length < limit ? (last ?? null) : null };
  });
}

/** Posts that a count may compare: it reads the targets of each as well. */
const MAX_COMPARED_ROWS = MAX_SCANNED_ROWS / 2;

/**
 * Counts posts, up to a maximum. A filter without an index is compared with a limited number of rows.
 *
 * @returns how many there are at least, and whether that is all
 */
export async function countMatches(
  db: Queries,
  filter: PostSelection,
  most: number,
): Promise<{ readonly count: number; readonly isExact: boolean }> {
  const { workspaceId, idempotencyKey, accountId, platforms, range } = filter;
  const wanted = statusesOf(filter);
  const accounts = accountId !== undefined || platforms?.length ? await accountsNamed(db, filter) : null;
  const accountFilter = accounts ? [hasTargetOn(accounts)] : [];
  const key = idempotencyKey === undefined ? [] : [keyIs(idempotencyKey)];
  const within = range
    ? [sql<boolean>`${AT.posts} >= ${range.from}`, sql<boolean>`${AT.posts} < ${range.to}`]
    : [];
  if (filter.label?.isRare) {
    const content = contentFilter({ ...filter, label: undefined });
    const where = [
      ...ofLabel(filter.label),
      ...key,
      ...within,
      ...statusFilter(wanted),
      ...content,
      ...accountFilter,
    ];
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${LABELLED}
      where ${sql.join(where, sql` and `)}`.execute(db);
    const count = Number(rows[0]?.count ?? 0);
    return { count: Math.min(count, most), isExact: count <= most };
  }
  const filters = [...contentFilter(filter), ...accountFilter];
  const bounds = [sql<boolean>`posts.workspace_id = ${workspaceId}`, ...key, ...within];
  const scans = (wanted?.statuses ?? [null]).map((status) => ({
    bounds: status === null ? bounds : [...bounds, sql<boolean>`posts.status = ${status}`],
    filters,
  }));
  for (const [index, condition] of (wanted?.indexed ?? []).entries()) {
    scans.push({ bounds: [...bounds, condition], filters: [...filters, ...countedBefore(wanted, index)] });
  }
  const found = await Promise.all(scans.map((scan) => countScan(db, scan, most)));
  const count = found.reduce((sum, one) => sum + one.count, 0);
  return { count: Math.min(count, most), isExact: count <= most && found.every(({ isExact }) => isExact) };
}

async function countScan(db: Queries, { bounds, filters }: Omit<IndexScan, 'index'>, most: number) {
  const where = sql.join(bounds, sql` and `);
  const last =
    filters.length === 0
      ? undefined
      : (
          await sql<ListPosition>`select ${AT.posts} as "effectiveAt", ${ID.posts} as id from posts where ${where}
            order by ${AT.posts} desc, ${ID.posts} desc limit 1 offset ${sql.lit(MAX_COMPARED_ROWS - 1)}`.execute(
            db,
          )
        ).rows[0];
  const near = last ? [sideOf([AT.posts, ID.posts], '>=', [last.effectiveAt, last.id])] : [];
  // The order makes PostgreSQL walk the index that the bounds name.
  const { rows } = await sql<{ count: number }>`select count(*) as count from (select 1 from posts
    where ${sql.join([...bounds, ...filters, ...near], sql` and `)}
    order by ${AT.posts} desc, ${ID.posts} desc limit ${sql.lit(most + 1)}) as found`.execute(db);
  return { count: Number(rows[0]?.count ?? 0), isExact: last === undefined };
}

/** Leaves out posts that the statuses and the earlier conditions count already. */
function countedBefore(wanted: WantedStatuses | null, index: number): readonly Condition[] {
  const { statuses = [], indexed = [] } = wanted ?? {};
  const counted = statuses.length > 0 ? [sql<boolean>`posts.status in (${sql.join(statuses)})`] : [];
  return [...counted, ...indexed.slice(0, index)].map((condition) => sql<boolean>`not (${condition})`);
}

/** Filters that are not a status of their own, each with a partial index on this very condition. */
const INDEXED: Readonly<Partial<Record<StatusFilter, Condition>>> = {
  // Published posts of which a part may be missing.
  attention: sql<boolean>`posts.incomplete = 1`,
  approval: sql<boolean>`posts.status = 'draft' and posts.proposed_json is not null`,
};

interface WantedStatuses {
  readonly statuses: readonly PostStatus[];
  readonly indexed: readonly Condition[];
}

function statusesOf({ statuses }: PostSelection): WantedStatuses | null {
  if (!statuses?.length) return null;
  const named = statuses.filter((filter): filter is PostStatus => !(filter in INDEXED));
  const listed = statuses.includes('attention') ? [...named, ...ATTENTION_STATUSES] : named;
  return {
    statuses: [...new Set(listed)],
    indexed: [...new Set(statuses)].flatMap((filter) => INDEXED[filter] ?? []),
  };
}

function statusFilter(wanted: WantedStatuses | null): readonly Condition[] {
  if (!wanted) return [];
  const { statuses, indexed } = wanted;
  const named = statuses.length > 0 ? [sql<boolean>`posts.status in (${sql.join(statuses)})`] : [];
  return [sql<boolean>`(${sql.join([...named, ...indexed], sql` or `)})`];
}

const keyIs = (key: string): Condition => sql<boolean>`posts.idempotency_key = ${key}`;

function contentFilter({ kinds, text, label }: PostSelection): readonly Condition[] {
  return [
    ...(label ? [hasLabel(label)] : []),
    ...(kinds?.length ? [sql<boolean>`posts.kind in (${sql.join(kinds)})`] : []),
    ...(text === undefined ? [] : [contains('posts.text', text)]),
  ];
}

async function accountsNamed(db: Queries, filter: PostSelection): Promise<readonly string[]> {
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

function hasLabel({ id }: ListedLabel): Condition {
  return sql<boolean>`exists (select 1 from post_labels
    where post_labels.post_id = posts.id and post_labels.label_id = ${id})`;
}

function hasTargetOn(accounts: readonly string[]): Condition {
  return sql<boolean>`exists (select 1 from targets
    where targets.post_id = posts.id and targets.account_id in ${inList(accounts)})`;
}
