import type { Clock } from '../../clock.js';

const WINDOW_MS = 60_000;
/** Wrong passwords that are listened to in one minute, from whomever. */
const MOST = 10;

/** Counts wrong passwords, so that guessing is slow however many machines guess. */
export class Attempts {
  readonly #clock: Pick<Clock, 'monotonic'>;
  #failures: number[] = [];

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Seconds to wait before the next one is listened to; 0: none. */
  get waitSeconds(): number {
    const now = this.#clock.monotonic();
    this.#failures = this.#failures.filter((at) => now - at < WINDOW_MS);
    const [oldest] = this.#failures;
    if (this.#failures.length < MOST || oldest === undefined) return 0;
    return Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1000));
  }

  failed(): void {
    this.#failures.push(this.#clock.monotonic());
  }
}
