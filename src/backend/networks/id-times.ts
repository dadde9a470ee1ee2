/** Reads a post's creation time from its id, to the millisecond. The APIs report only seconds, or nothing. */

/** 2010-11-04T01:42:54.657Z, the epoch of X's ids. */
export const X_EPOCH = 1_288_834_974_657n;

/** The low bits of an id of X or LinkedIn: machine and sequence. */
const SEQUENCE_BITS = 22n;

function milliseconds(id: string): bigint | null {
  return /^\d{15,19}$/.test(id) ? BigInt(id) >> SEQUENCE_BITS : null;
}

/** Epoch milliseconds of a post on X; null: the id is not valid. */
export function timeOfXId(id: string): number | null {
  const since = milliseconds(id);
  return since === null ? null : Number(since + X_EPOCH);
}

/**
 * Epoch milliseconds of a LinkedIn share; null: the id is not valid. LinkedIn does not document the format, but the
 * ids in its documentation decode to the time when the pages were written.
 */
export function timeOfLinkedinId(id: string): number | null {
  const since = milliseconds(id);
  return since === null ? null : Number(since);
}
