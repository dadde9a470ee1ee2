import type { Clock } from '../base/clock.js';

/** A difference between the wall clock and the monotonic one that is no mere adjustment, in milliseconds. */
const JUMP_MS = 2_000;

/**
 * Notices that the wall clock jumped. After a jump forward, leases of calls that are still under way look as
 * if they had run out: for the length of a lease nothing is rescued.
 */
export class ClockWatch {
  readonly #clock: Clock;
  readonly #lease: number;
  #wall: number;
  #monotonic: number;
  #rescueFrom = Number.NEGATIVE_INFINITY;
  /** It was set back, or may have been before this process began, and that is not mended yet. */
  #setBack = true;

  /** @param lease how long a lease lasts, in milliseconds */
  constructor(clock: Clock, lease: number) {
    this.#clock = clock;
    this.#lease = lease;
    this.#wall = clock.now();
    this.#monotonic = clock.monotonic();
  }

  /** @returns by how many milliseconds the wall clock jumped since the last look; 0: it did not */
  look(): number {
    const wall = this.#clock.now();
    const monotonic = this.#clock.monotonic();
    const jump = wall - this.#wall - (monotonic - this.#monotonic);
    this.#wall = wall;
    this.#monotonic = monotonic;
    if (Math.abs(jump) < JUMP_MS) return 0;
    if (jump > 0) this.#rescueFrom = monotonic + this.#lease;
    else this.#setBack = true;
    return jump;
  }

  /** The wall clock at the last look: the time of which `mayRescue` speaks. By a later one, it may have jumped. */
  get lookedAt(): number {
    return this.#wall;
  }

  /** Where the clock was set back since the last time, or this is the first: calls what mends that, until it succeeds. */
  async mendSetBack(mend: () => Promise<void>): Promise<void> {
    if (!this.#setBack) return;
    await mend();
    this.#setBack = false;
  }

  /** Whether a lease that ran out may be taken as what it looks like. */
  get mayRescue(): boolean {
    return this.#clock.monotonic() >= this.#rescueFrom;
  }
}
