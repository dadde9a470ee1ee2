import type { KyselyPlugin } from 'kysely';
import type { Store } from '../../src/backend/store/store.js';

/** Counts the bytes of all rows that queries outside of transactions return. */
export class CountedReads {
  bytes = 0;

  /** Counts from now on what is read from a store. */
  static of(store: Store): CountedReads {
    const counted = new CountedReads();
    Reflect.set(store, 'db', store.db.withPlugin(counted.#plugin));
    return counted;
  }

  /** The bytes that work reads, with its result. */
  async during<Result>(work: () => Promise<Result>): Promise<readonly [Result, number]> {
    const before = this.bytes;
    const result = await work();
    return [result, this.bytes - before];
  }

  readonly #plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      for (const row of result.rows) {
        for (const value of Object.values(row)) {
          this.bytes += typeof value === 'string' ? Buffer.byteLength(value) : 8;
        }
      }
      return result;
    },
  };
}
