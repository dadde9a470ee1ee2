import type { Clock } from '../base/clock.js';

const WINDOW_MS = 60_000;

/** Addresses in memory: 100 bytes each. The oldest are forgotten first. */
const MAX_ADDRESSES = 10_000;

/** Counts the failures of each address in the memory of this process, in windows of a minute. */
export class FailureLimit {
  readonly #clock: Clock;
  readonly #max: number;
  readonly #failures = new Map<string, { count: number; readonly since: number }>();

  /** @param max failures of one address in a minute, after which it has to wait */
  constructor(clock: Clock, max: number) {
    this.#clock = clock;
    this.#max = max;
  }

  /** How many seconds an address has to wait; 0: none. */
  secondsToWait(address: string): number {
    const failed = this.#failures.get(address);
    const left = failed === undefined ? 0 : failed.since + WINDOW_MS - this.#clock.monotonic();
    return failed === undefined || failed.count < this.#max ? 0 : Math.max(0, Math.ceil(left / 1000));
  }

  note(address: string): void {
    const now = this.#clock.monotonic();
    const known = this.#failures.get(address);
    this.#failures.delete(address);
    const isRecent = known !== undefined && now - known.since < WINDOW_MS;
    this.#failures.set(address, isRecent ? { ...known, count: known.count + 1 } : { count: 1, since: now });
    if (this.#failures.size <= MAX_ADDRESSES) return;
    for (const oldest of this.#failures.keys()) {
      this.#failures.delete(oldest);
      break;
    }
  }
}
