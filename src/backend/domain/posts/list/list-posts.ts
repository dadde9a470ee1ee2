import { inList } from '../../../store/queries/in-list.js';
import type { Queries } from '../../../store/store.js';
import { type StoredPost, withTargets } from '../repository.js';
import { type IndexScan, type ListPosition, type PostFilter, runScan, scansFor } from './index-scans.js';

export interface FoundPosts {
  readonly posts: readonly StoredPost[];
  /** Where the next page starts; null on the last page. */
  readonly next: ListPosition | null;
}

/** Returns a page of posts: the first positions, in list order, that the index scans find together. */
export async function listPosts(db: Queries, filter: PostFilter): Promise<FoundPosts> {
  const [scans, fallbackScans] = await scansFor(db, filter);
  const first = await scanPage(db, filter, scans);
  const page = fallbackScans && first.incomplete ? await scanPage(db, filter, fallbackScans) : first;
  return { posts: await postsAt(db, page.positions), next: page.next };
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

/** Reads posts in the given order, without those deleted in the meantime. */
async function postsAt(db: Queries, positions: readonly ListPosition[]): Promise<readonly StoredPost[]> {
  if (positions.length === 0) return [];
  const ids = positions.map(({ id }) => id);
  const posts = await db.selectFrom('posts').selectAll().where('id', 'in', inList(ids)).execute();
  const byId = new Map(posts.map((post) => [post.id, post]));
  return withTargets(
    db,
    ids.flatMap((id) => byId.get(id) ?? []),
  );
}
