/** When a post was made, read from its id: to the millisecond, where the API tells only the second or nothing. */

/** 2010-11-04T01:42:54.657Z, where X counts milliseconds from. */
export const X_EPOCH = 1_288_834_974_657n;

/** The low bits of an id of X or LinkedIn: machine and sequence. */
const SEQUENCE_BITS = 22n;

function milliseconds(id: string): bigint | null {
  return /^\d{15,19}$/.test(id) ? BigInt(id) >> SEQUENCE_BITS : null;
}

/** Epoch milliseconds of a post of X; null where the id is none. */
export function timeOfXId(id: string): number | null {
  const since = milliseconds(id);
  return since === null ? null : Number(since + X_EPOCH);
}

/**
 * Epoch milliseconds of a LinkedIn share, null where the id is none. LinkedIn does not document it; the ids
 * in its own documentation decode to when the pages were written.
 */
export function timeOfLinkedinId(id: string): number | null {
  const since = milliseconds(id);
  return since === null ? null : Number(since);
}
