import type { Clock } from '../base/clock.js';

interface Ends {
  readonly wallEnd: number;
  readonly monotonicEnd: number;
}

/**
 * When a hold ends: by the wall clock, by which other processes judge it, and by the monotonic one, in case
 * the wall clock was set back.
 */
export class LeaseEnd {
  readonly #clock: Clock;
  readonly #duration: number;
  #ends: Ends;

  /**
   * @param duration for how long a renewal holds, in milliseconds
   * @param until system time
   */
  constructor(clock: Clock, duration: number, until: number) {
    this.#clock = clock;
    this.#duration = duration;
    const left = Math.min(duration, until - clock.now());
    this.#ends = { wallEnd: until, monotonicEnd: clock.monotonic() + left };
  }

  lastsFor(milliseconds: number): boolean {
    const { wallEnd, monotonicEnd } = this.#ends;
    return (
      this.#clock.now() + milliseconds < wallEnd && this.#clock.monotonic() + milliseconds < monotonicEnd
    );
  }

  /** When it would end if it were renewed now. */
  renewed(): Ends {
    return {
      wallEnd: this.#clock.now() + this.#duration,
      monotonicEnd: this.#clock.monotonic() + this.#duration,
    };
  }

  take(ends: Ends): void {
    this.#ends = ends;
  }
}
