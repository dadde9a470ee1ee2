/** Whose password is checked first: a browser that has signed in before, then an address without recent attempts. */
export type CheckRank = 'known' | 'fresh' | 'repeated';

const ORDER: Readonly<Record<CheckRank, number>> = { known: 0, fresh: 1, repeated: 2 };

/** One check takes a core for about 60 ms, and 32 MiB. */
const MAX_CHECKS_AT_ONCE = 1;

/** Checks that wait for their turn: about two seconds of work. */
const MAX_WAITING_CHECKS = 30;

interface Waiting {
  readonly rank: CheckRank;
  /** @param admitted false: there are too many others */
  readonly answer: (admitted: boolean) => void;
}

/** Runs the costly checks of passwords one after another, so that guesses use at most one core. */
export class PasswordChecks {
  readonly #waiting: Waiting[] = [];
  #running = 0;

  /** @returns the result of the check; null if too many others are waiting */
  async run<Result>(rank: CheckRank, check: () => Promise<Result>): Promise<Result | null> {
    if (this.#running < MAX_CHECKS_AT_ONCE) this.#running += 1;
    else if (!(await this.#turn(rank))) return null;
    try {
      return await check();
    } finally {
      const next = this.#takeFirst();
      if (next) next.answer(true);
      else this.#running -= 1;
    }
  }

  /** Waits for a turn. With too many waiting, the last of the lowest rank gives way to a higher one. */
  #turn(rank: CheckRank): Promise<boolean> {
    return new Promise((resolve) => {
      if (this.#waiting.length >= MAX_WAITING_CHECKS) {
        const last = this.#waiting.reduce((worst, one) =>
          ORDER[one.rank] >= ORDER[worst.rank] ? one : worst,
        );
        if (ORDER[last.rank] <= ORDER[rank]) {
          resolve(false);
          return;
        }
        this.#waiting.splice(this.#waiting.indexOf(last), 1);
        last.answer(false);
      }
      this.#waiting.push({ rank, answer: resolve });
    });
  }

  #takeFirst(): Waiting | undefined {
    if (this.#waiting.length === 0) return undefined;
    const first = this.#waiting.reduce((best, one) => (ORDER[one.rank] < ORDER[best.rank] ? one : best));
    return this.#waiting.splice(this.#waiting.indexOf(first), 1)[0];
  }
}
