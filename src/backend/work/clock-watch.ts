import type { Clock } from '../base/clock.js';

/** The smallest difference between the wall clock and the monotonic clock that is a jump, in milliseconds. */
const MIN_JUMP_MS = 2_000;

/**
 * Notices that the wall clock jumped. After a jump forward, leases of jobs that are still running look expired, so
 * nothing is rescued for the length of a lease.
 */
export class ClockWatch {
  readonly #clock: Clock;
  readonly #lease: number;
  #wall: number;
  #monotonic: number;
  #rescueFrom = Number.NEGATIVE_INFINITY;
  /** The clock was set back, or may have been before this process started, and nothing has corrected it yet. */
  #rolledBack = true;

  /** @param lease how long a lease lasts, in milliseconds */
  constructor(clock: Clock, lease: number) {
    this.#clock = clock;
    this.#lease = lease;
    this.#wall = clock.now();
    this.#monotonic = clock.monotonic();
  }

  /** @returns how many milliseconds the wall clock has jumped since the last check; 0: it has not */
  check(): number {
    const wall = this.#clock.now();
    const monotonic = this.#clock.monotonic();
    const jump = wall - this.#wall - (monotonic - this.#monotonic);
    this.#wall = wall;
    this.#monotonic = monotonic;
    if (Math.abs(jump) < MIN_JUMP_MS) return 0;
    if (jump > 0) this.#rescueFrom = monotonic + this.#lease;
    else this.#rolledBack = true;
    return jump;
  }

  /** The wall clock at the last check. `mayRescue` holds for this time; by a later one the clock may have jumped. */
  get checkedAt(): number {
    return this.#wall;
  }

  /** Runs a correction if the clock was set back since it last succeeded, or if it has never run. */
  async afterRollback(correct: () => Promise<void>): Promise<void> {
    if (!this.#rolledBack) return;
    await correct();
    this.#rolledBack = false;
  }

  /** Whether an expired lease means that its holder is gone. */
  get mayRescue(): boolean {
    return this.#clock.monotonic() >= this.#rescueFrom;
  }
}
