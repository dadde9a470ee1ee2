import type { Clock } from '../../src/backend/base/clock.js';

/** A clock that only moves when a test moves it. */
export class ManualClock implements Clock {
  #wall: number;
  #monotonic = 1_000_000;

  constructor(start = Date.parse('2026-12-01T08:00:00Z')) {
    this.#wall = start;
  }

  now(): number {
    return this.#wall;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  /** Lets time pass: wall clock and monotonic clock move. */
  advance(milliseconds: number): void {
    this.#wall += milliseconds;
    this.#monotonic += milliseconds;
  }

  /** Sets only the wall clock, as a user or NTP does. */
  jump(milliseconds: number): void {
    this.#wall += milliseconds;
  }
}

/** A clock on which each reading takes a millisecond, so that no two readings agree. */
export class TickingClock extends ManualClock {
  override now(): number {
    this.advance(1);
    return super.now();
  }
}
