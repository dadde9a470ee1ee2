/** Keys that each have at least `free` slots left. */
export interface FreeSlots {
  readonly keys: readonly string[];
  readonly free: number;
}

/**
 * Limits how many jobs this process runs at a time for each key: a network, or a webhook. A network that accepts
 * requests and never answers delays only its own jobs.
 */
export class ConcurrencyLimiter {
  readonly #maxPerKey: number;
  readonly #acquired = new Map<string, number>();

  constructor(maxPerKey: number) {
    this.#maxPerKey = maxPerKey;
  }

  acquire(key: string): void {
    this.#acquired.set(key, this.#acquiredBy(key) + 1);
  }

  /** @returns whether the key had no free slot before */
  release(key: string): boolean {
    const wasFull = this.free(key) <= 0;
    const left = this.#acquiredBy(key) - 1;
    if (left > 0) this.#acquired.set(key, left);
    else this.#acquired.delete(key);
    return wasFull;
  }

  free(key: string): number {
    return this.#maxPerKey - this.#acquiredBy(key);
  }

  /**
   * The keys to claim together so that the claim gets the most jobs. The key with the fewest free slots limits the whole
   * claim, so keys with few free slots get a claim of their own.
   */
  widest(keys: readonly string[]): FreeSlots | null {
    const open = keys.filter((key) => this.free(key) > 0);
    if (open.length === 0) return null;
    const most = Math.max(...open.map((key) => this.free(key)));
    const wide = open.filter((key) => this.free(key) >= most / 2);
    return { keys: wide, free: Math.min(...wide.map((key) => this.free(key))) };
  }

  #acquiredBy(key: string): number {
    return this.#acquired.get(key) ?? 0;
  }
}
