/** Runs work on the same key one after the other; work on different keys runs concurrently. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs the work after all earlier work on any of the keys has ended. */
  async runExclusive<Result>(keys: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const unique = [...new Set(keys)];
    const before = unique.map((key) => this.#last.get(key));
    const run = Promise.all(before).then(work);
    const ended = run.then(
      () => undefined,
      () => undefined,
    );
    // All keys are locked in the same tick, so two callers with the same keys cannot deadlock.
    for (const key of unique) this.#last.set(key, ended);
    try {
      return await run;
    } finally {
      for (const key of unique) if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }
}
