import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type Clock, systemClock } from '../../src/backend/base/clock.js';

/** A wall clock that a file sets, for all processes of a room at the same instant; the monotonic one never jumps. */
export class JumpingClock implements Clock {
  readonly #file: string;

  /** @param file holds by how many milliseconds it is ahead */
  constructor(file: string) {
    this.#file = file;
  }

  now(): number {
    return systemClock.now() + Number(readFileSync(this.#file, 'utf8'));
  }

  monotonic(): number {
    return systemClock.monotonic();
  }

  /** Whoever reads the time meanwhile reads the one before or the one after. */
  set(ahead: number): void {
    writeFileSync(`${this.#file}.next`, String(ahead));
    renameSync(`${this.#file}.next`, this.#file);
  }
}
