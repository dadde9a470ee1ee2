import { among } from '../../../store/among.js';
import type { Queries } from '../../../store/store.js';
import { type StoredPost, withTargets } from '../repository.js';
import { type IndexScan, type ListPosition, type PostFilter, runScan, scansFor } from './index-scans.js';

export interface FoundPosts {
  readonly posts: readonly StoredPost[];
  /** Where the next page goes on; null: there is none. */
  readonly next: ListPosition | null;
}

/**
 * A page of posts. Each way through an index gives the places on it that fit, in order; the first of all of them are
 * the page.
 */
export async function listPosts(db: Queries, filter: PostFilter): Promise<FoundPosts> {
  const [ways, otherWays] = await scansFor(db, filter);
  const first = await pageBy(db, filter, ways);
  const page = otherWays && first.reached ? await pageBy(db, filter, otherWays) : first;
  return { posts: await postsAt(db, page.places), next: page.next };
}

interface PageOfPlaces {
  readonly places: readonly ListPosition[];
  readonly next: ListPosition | null;
  /** The page is not full, and it was looked no further. */
  readonly reached: boolean;
}

async function pageBy(db: Queries, filter: PostFilter, ways: readonly IndexScan[]): Promise<PageOfPlaces> {
  const { order, limit } = filter;
  const found = await Promise.all(ways.map((way) => runScan(db, way, filter, limit + 1)));
  const inOrder = (one: ListPosition, other: ListPosition): number => {
    const difference = one.effectiveAt - other.effectiveAt || (one.id < other.id ? -1 : 1);
    return order === 'asc' ? difference : -difference;
  };
  // Nothing beyond the nearest of these was looked at by every way.
  const [reached] = found.flatMap(({ lookedUpTo }) => lookedUpTo ?? []).sort(inOrder);
  const byId = new Map(found.flatMap(({ rows }) => rows.map((place) => [place.id, place])));
  const places = [...byId.values()]
    .filter((place) => !reached || inOrder(place, reached) <= 0 || place.id === reached.id)
    .sort(inOrder);
  const page = places.slice(0, limit);
  const isFull = places.length > limit;
  return {
    places: page,
    next: (isFull ? page.at(-1) : reached) ?? null,
    reached: !isFull && reached !== undefined,
  };
}

/** In the order of the places. One that was deleted meanwhile is left out. */
async function postsAt(db: Queries, places: readonly ListPosition[]): Promise<readonly StoredPost[]> {
  if (places.length === 0) return [];
  const ids = places.map(({ id }) => id);
  const posts = await db.selectFrom('posts').selectAll().where('id', 'in', among(ids)).execute();
  const byId = new Map(posts.map((post) => [post.id, post]));
  return withTargets(
    db,
    ids.flatMap((id) => byId.get(id) ?? []),
  );
}
