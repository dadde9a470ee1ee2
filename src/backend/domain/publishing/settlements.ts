import type { IdSource } from '../../base/ids.js';
import { isTransient } from '../../store/database-faults.js';
import type { Store } from '../../store/store.js';
import { type Settlement, settleAll } from './settle.js';

interface Waiting {
  readonly settlement: Settlement;
  resolve(held: boolean): void;
  reject(error: unknown): void;
}

/** It may run from its beginning: what it tells of is overwritten. */
const HOW = { again: true } as const;

/**
 * Most attempts that are settled together: on the embedded database a few milliseconds, for which what is due waits.
 */
const MOST_TOGETHER = 64;

/**
 * Records what attempts came to. While some are written others come, and are written together: alone, each takes a
 * transaction of nine statements.
 */
export class Settlements {
  readonly #store: Store;
  readonly #ids: IdSource;
  readonly #waiting: Waiting[] = [];
  #running = false;

  constructor(store: Store, ids: IdSource) {
    this.#store = store;
    this.#ids = ids;
  }

  /** @returns false where the claim was lost: then nothing was written */
  settle(settlement: Settlement): Promise<boolean> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ settlement, resolve, reject });
      if (!this.#running) {
        this.#running = true;
        setImmediate(() => void this.#run());
      }
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, MOST_TOGETHER));
    this.#running = false;
  }

  /** One that cannot be written keeps none of the others from it. */
  async #write(together: readonly Waiting[]): Promise<void> {
    let held: ReadonlySet<Settlement>;
    try {
      const settlements = together.map(({ settlement }) => settlement);
      held = await this.#store.write((trx) => settleAll(trx, this.#ids, settlements), HOW);
    } catch (error) {
      if (together.length > 1 && !isTransient(error)) {
        for (const one of together) await this.#write([one]);
        return;
      }
      for (const one of together) one.reject(error);
      return;
    }
    for (const { settlement, resolve } of together) resolve(held.has(settlement));
  }
}
