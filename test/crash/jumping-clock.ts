import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type Clock, systemClock } from '../../src/backend/base/clock.js';

/** A wall clock that a file sets for all processes at the same time. The monotonic clock never jumps. */
export class JumpingClock implements Clock {
  readonly #file: string;

  /** @param file contains by how many milliseconds the clock is ahead */
  constructor(file: string) {
    this.#file = file;
  }

  now(): number {
    return systemClock.now() + Number(readFileSync(this.#file, 'utf8'));
  }

  monotonic(): number {
    return systemClock.monotonic();
  }

  /** Atomic: a concurrent reader sees the old value or the new one. */
  set(ahead: number): void {
    writeFileSync(`${this.#file}.next`, String(ahead));
    renameSync(`${this.#file}.next`, this.#file);
  }
}
