import { type RawBuilder, sql } from 'kysely';

/**
 * Most rows that one page of a list looks at for those that fit what no index is ordered by: a text, a kind. So a
 * page costs the same however many rows there are. Where fewer fit than were asked for, its cursor leads on from the
 * last row that was looked at.
 */
export const MOST_LOOKED_AT = 10_000;

/** The same for rows that hold whole articles. */
export const MOST_ARTICLES_LOOKED_AT = 500;

/** It is looked at so many first: mostly the page is full by then. */
const LOOKED_AT_FIRST = 500;

/** What was found, and how far it was looked. */
export interface Looked<Row, Place> {
  readonly rows: readonly Row[];
  /** It was looked no further than here; null: all of them were looked at. */
  readonly lookedUpTo: Place | null;
}

/** By what was found near by the page is likely full after so many; it is looked at twice as many, for they lie unevenly. */
const LIKELY_ENOUGH = 2;

/**
 * Looks near by, and further where the page is not full by then: as far as it takes by what was found near by, and only
 * then as far as a page may.
 *
 * @param limit how many rows make it full
 * @param look looks at that many
 */
export async function lookThrough<Row, Place>(
  limit: number,
  look: (most: number) => Promise<Looked<Row, Place>>,
): Promise<Looked<Row, Place>> {
  const isDone = ({ rows, lookedUpTo }: Looked<Row, Place>) => rows.length >= limit || lookedUpTo === null;
  const near = await look(LOOKED_AT_FIRST);
  if (isDone(near)) return near;
  const likely = Math.ceil((LOOKED_AT_FIRST * limit * LIKELY_ENOUGH) / near.rows.length);
  // Where that is most of it anyway, or nothing was found, another step would be for nothing.
  if (likely <= MOST_LOOKED_AT / 2) {
    const further = await look(likely);
    if (isDone(further)) return further;
  }
  return look(MOST_LOOKED_AT);
}

/** A query in the order of its index, as far as it matters here. */
interface Ordered<Row> {
  offset(rows: number): Ordered<Row>;
  limit(rows: number): Ordered<Row>;
  executeTakeFirst(): Promise<Row | undefined>;
}

/**
 * The last row that is looked at.
 *
 * @param query the places that there are, in the order of the list and after its cursor
 * @returns null where there are not so many: all of them may be looked at
 */
export async function lastLookedAt<Row>(query: Ordered<Row>, most: number): Promise<Row | null> {
  return (
    (await query
      .limit(1)
      .offset(most - 1)
      .executeTakeFirst()) ?? null
  );
}

/**
 * What lies on one side of a place in the order of two columns. The first column is compared by itself too: of a pair
 * alone PostgreSQL does not see how little lies between two of them.
 *
 * @param side `>` or `<` without the place itself, `>=` or `<=` with it
 */
export function sideOf(
  [first, second]: readonly [RawBuilder<unknown>, RawBuilder<unknown>],
  side: '>' | '<' | '>=' | '<=',
  [one, other]: readonly [number, number | string],
): RawBuilder<boolean> {
  const atLeast = sql.raw(side.startsWith('>') ? '>=' : '<=');
  return sql`((${first}, ${second}) ${sql.raw(side)} (${one}, ${other}) and ${first} ${atLeast} ${one})`;
}

/** The first of some places in the order of a list. */
export function nearest<Place extends readonly [number, number]>(
  places: readonly (Place | null)[],
  order: 'asc' | 'desc',
): Place | null {
  const sign = order === 'asc' ? 1 : -1;
  const known = places.filter((place) => place !== null);
  return known.sort((one, other) => sign * (one[0] - other[0] || one[1] - other[1]))[0] ?? null;
}
