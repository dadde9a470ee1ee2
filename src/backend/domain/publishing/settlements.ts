import type { IdSource } from '../../base/ids.js';
import { isTransient } from '../../store/database-errors.js';
import type { Store } from '../../store/store.js';
import { type Settlement, settleAll } from './settle.js';

interface PendingSettlement {
  readonly settlement: Settlement;
  resolve(held: boolean): void;
  reject(error: unknown): void;
}

/** It may run again from its beginning: its result is overwritten. */
const HOW = { again: true } as const;

/** The most attempts that are settled together: a few milliseconds on the embedded database, for which due posts wait. */
const MAX_BATCH = 64;

/**
 * Records the outcomes of attempts. Outcomes that arrive while others are being written are written together: alone,
 * each takes a transaction of nine statements.
 */
export class Settlements {
  readonly #store: Store;
  readonly #ids: IdSource;
  readonly #waiting: PendingSettlement[] = [];
  #running = false;

  constructor(store: Store, ids: IdSource) {
    this.#store = store;
    this.#ids = ids;
  }

  /** @returns false where the lease was lost: then nothing was written */
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
    while (this.#waiting.length > 0) await this.#write(this.#waiting.splice(0, MAX_BATCH));
    this.#running = false;
  }

  /** An outcome that cannot be written does not keep the others from being written. */
  async #write(batch: readonly PendingSettlement[]): Promise<void> {
    let held: ReadonlySet<Settlement>;
    try {
      const settlements = batch.map(({ settlement }) => settlement);
      held = await this.#store.write((trx) => settleAll(trx, this.#ids, settlements), HOW);
    } catch (error) {
      if (batch.length > 1 && !isTransient(error)) {
        for (const one of batch) await this.#write([one]);
        return;
      }
      for (const one of batch) one.reject(error);
      return;
    }
    for (const { settlement, resolve } of batch) resolve(held.has(settlement));
  }
}
