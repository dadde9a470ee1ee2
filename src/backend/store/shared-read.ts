import type { Queries } from './store.js';

/**
 * Lets requests that arrive together share a read: those that ask for the same before the read has begun are all
 * answered by it. None is answered by one that began before it asked, so that nothing is older than without sharing.
 * A read within a transaction is its own.
 *
 * @param read what it gives is shared, and not to be changed
 */
export function shared<Given extends object, Result>(
  read: (db: Queries, given: Given) => Promise<Result>,
): (db: Queries, given: Given) => Promise<Result> {
  const waiting = new WeakMap<Queries, Map<string, Promise<Result>>>();
  return (db, given) => {
    if (db.isTransaction) return read(db, given);
    const ofDatabase = waiting.get(db) ?? new Map<string, Promise<Result>>();
    waiting.set(db, ofDatabase);
    const name = JSON.stringify(given);
    const earlier = ofDatabase.get(name);
    if (earlier) return earlier;
    // What has arrived in this turn of the event loop is taken up before the next one.
    const result = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      ofDatabase.delete(name);
      return read(db, given);
    });
    ofDatabase.set(name, result);
    return result;
  };
}
