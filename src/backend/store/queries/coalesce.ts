import type { Queries } from '../store.js';

/**
 * Coalesces equal reads that arrive in the same turn of the event loop. A read never serves a request that arrived
 * after it began, so no result is staler than without coalescing. Reads inside a transaction are not coalesced.
 *
 * @param read its result is shared: callers must not modify it
 */
export function coalesce<Input extends object, Result>(
  read: (db: Queries, input: Input) => Promise<Result>,
): (db: Queries, input: Input) => Promise<Result> {
  const waiting = new WeakMap<Queries, Map<string, Promise<Result>>>();
  return (db, input) => {
    if (db.isTransaction) return read(db, input);
    const ofDatabase = waiting.get(db) ?? new Map<string, Promise<Result>>();
    waiting.set(db, ofDatabase);
    const name = JSON.stringify(input);
    const earlier = ofDatabase.get(name);
    if (earlier) return earlier;
    // Wait for the end of this turn, so that all equal reads of the turn join.
    const result = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      ofDatabase.delete(name);
      return read(db, input);
    });
    ofDatabase.set(name, result);
    return result;
  };
}
