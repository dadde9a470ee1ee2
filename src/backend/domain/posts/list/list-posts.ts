import { sql } from 'kysely';
import { inListOf, jsonKeys } from '../../../store/queries/in-list.js';
import { bytesIn, type PageRows, pageRows, readInOrder } from '../../../store/queries/page-rows.js';
import { prepared } from '../../../store/queries/prepared.js';
import type { Queries } from '../../../store/store.js';
import { type StoredPost, withTargets } from '../repository.js';
import { type IndexScan, type ListPosition, type PostFilter, runScan, scansFor } from './index-scans.js';

/** A post of a list, and its position. */
export interface ListedPost {
  readonly position: ListPosition;
  readonly stored: StoredPost;
}

/** Returns a page of posts: the first positions, in list order, that the index scans find together. */
export async function listPosts(
  db: Queries,
  filter: PostFilter,
): Promise<PageRows<ListedPost, ListPosition>> {
  return postsAt(db, await positionsOf(db, filter));
}

/** The ids of the first posts of a list, in its order, and whether the list has no more. */
export async function firstOfList(
  db: Queries,
  filter: PostFilter,
): Promise<{ readonly ids: readonly string[]; readonly isAll: boolean }> {
  const { positions, next } = await positionsOf(db, filter);
  return { ids: positions.map(({ id }) => id), isAll: next === null };
}

async function positionsOf(db: Queries, filter: PostFilter): Promise<PageOfPositions> {
  const [scans, fallbackScans] = await scansFor(db, filter);
  const first = await scanPage(db, filter, scans);
  return fallbackScans && first.incomplete ? scanPage(db, filter, fallbackScans) : first;
}

interface PageOfPositions {
  readonly positions: readonly ListPosition[];
  readonly next: ListPosition | null;
  /** A scan reached its row limit before the page was full. */
  readonly incomplete: boolean;
}

async function scanPage(
  db: Queries,
  filter: PostFilter,
  scans: readonly IndexScan[],
): Promise<PageOfPositions> {
  const { order, limit } = filter;
  const found = await Promise.all(scans.map((scan) => runScan(db, scan, filter, limit + 1)));
  const inOrder = (one: ListPosition, other: ListPosition): number => {
    const difference = one.effectiveAt - other.effectiveAt || (one.id < other.id ? -1 : 1);
    return order === 'asc' ? difference : -difference;
  };
  // Beyond the nearest of these positions, not every scan has looked.
  const [reached] = found.flatMap(({ scannedUpTo }) => scannedUpTo ?? []).sort(inOrder);
  const byId = new Map(found.flatMap(({ rows }) => rows.map((position) => [position.id, position])));
  const positions = [...byId.values()]
    .filter((position) => !reached || inOrder(position, reached) <= 0 || position.id === reached.id)
    .sort(inOrder);
  const page = positions.slice(0, limit);
  const isFull = positions.length > limit;
  return {
    positions: page,
    next: (isFull ? page.at(-1) : reached) ?? null,
    incomplete: !isFull && reached !== undefined,
  };
}

/** Reads as many of the posts as fit into a page, in the given order, without those deleted in the meantime. */
async function postsAt(
  db: Queries,
  { positions, next }: PageOfPositions,
): Promise<PageRows<ListedPost, ListPosition>> {
  if (positions.length === 0) return { rows: [], next, bytes: 0 };
  const sizes = new Map(
    (await sizesOf(db, named(positions.map(({ id }) => id)))).map(
      ({ id, bytes }) => [id, Number(bytes)] as const,
    ),
  );
  const page = pageRows(
    { rows: positions.filter(({ id }) => sizes.has(id)), scannedUpTo: next },
    { limit: positions.length, placeOf: (position) => position, bytesOf: ({ id }) => sizes.get(id) ?? 0 },
  );
  const posts = await readInOrder(page.rows, (ids) => rowsOf(db, named(ids)));
  const byId = new Map((await withTargets(db, posts)).map((stored) => [stored.post.id, stored]));
  const rows = page.rows.flatMap((position): ListedPost[] => {
    const stored = byId.get(position.id);
    return stored ? [{ position, stored }] : [];
  });
  return { ...page, rows };
}

const named = (ids: readonly string[]): NamedPosts => ({ names: jsonKeys(ids), amount: ids.length });

/** Ids as `inListOf` takes them. */
interface NamedPosts {
  readonly names: string;
  readonly amount: number;
}

const rowsOf = prepared((db, { names, amount }: NamedPosts) =>
  db.selectFrom('posts').selectAll().where('id', 'in', inListOf(names, amount)),
);

/** The bytes of posts with their targets and parts. A post repeats its text for each target. */
const sizesOf = prepared((db, { names, amount }: NamedPosts) =>
  db
    .selectFrom('posts')
    .select('id')
    .select(sql<number>`${OF_POST} + ${OF_TARGETS} + ${OF_PARTS}`.as('bytes'))
    .where('id', 'in', inListOf(names, amount)),
);

const OF_POST = bytesIn(
  'posts.text',
  'posts.media_urls_json',
  'posts.alt_texts_json',
  'posts.overrides_json',
  'posts.issues_json',
  'posts.proposed_json',
  'posts.review_note',
);

const OF_TARGETS = sql`(select coalesce(sum(${bytesIn('content_json', 'prepared_json', 'error_json', 'url')}), 0)
  from targets where targets.post_id = posts.id)`;

const OF_PARTS = sql`(select coalesce(sum(${bytesIn('target_parts.text', 'target_parts.error_json', 'target_parts.url')}), 0)
  from targets join target_parts on target_parts.target_id = targets.id where targets.post_id = posts.id)`;
