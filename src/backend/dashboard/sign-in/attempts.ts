import type { TakeToken } from '../../http/rate-limit.js';

/** Passwords that are listened to in a burst, and in each minute after it, from whomever. */
const PER_MINUTE = 10;

const SECONDS_FOR_ONE = 60 / PER_MINUTE;

/** Whose tries they are: everybody's together. */
const BUCKET = 'admin-password';

/**
 * Counts passwords before they are looked at, so that guessing is slow however many machines guess, how many at a
 * time, and over however many processes.
 */
export class Attempts {
  readonly #take: TakeToken;

  constructor(take: TakeToken) {
    this.#take = take;
  }

  /** @returns seconds to wait until one is listened to; 0: this one is */
  async begin(): Promise<number> {
    const left = await this.#take(BUCKET, PER_MINUTE);
    return left >= 0 ? 0 : Math.max(1, Math.ceil(-left * SECONDS_FOR_ONE));
  }
}
