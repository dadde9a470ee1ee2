import type { Clock } from '../../src/backend/base/clock.js';

/** A clock that stands still until it is moved. */
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

  /** Time passes. */
  advance(milliseconds: number): void {
    this.#wall += milliseconds;
    this.#monotonic += milliseconds;
  }

  /** Somebody sets the wall clock. */
  jump(milliseconds: number): void {
    this.#wall += milliseconds;
  }
}
