/** Lets those who work on the same thing take turns; others do not wait. */
export class NamedTurns {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs the work when every earlier one under one of these names has ended. */
  async take<Result>(names: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const unique = [...new Set(names)];
    const before = unique.map((name) => this.#last.get(name));
    const run = Promise.all(before).then(work);
    const ended = run.then(
      () => undefined,
      () => undefined,
    );
    // All names are taken in one go, so that two who want the same ones cannot wait for each other.
    for (const name of unique) this.#last.set(name, ended);
    try {
      return await run;
    } finally {
      for (const name of unique) if (this.#last.get(name) === ended) this.#last.delete(name);
    }
  }
}
