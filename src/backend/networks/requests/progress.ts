import type { Prepared, Progress } from '../outgoing-post.js';

/** Stores nothing: for tests, and for steps that are repeated as a whole. */
const NOT_STORED: Progress = { earlier: {}, keep: () => Promise.resolve() };

/** The steps of preparing one post. Each runs once, even if the process crashes in between. */
export class Steps {
  readonly #progress: Progress;
  #done: Prepared = {};

  constructor(progress: Progress = NOT_STORED) {
    this.#progress = progress;
  }

  /** What this attempt or an earlier one has prepared. */
  get done(): Prepared {
    return this.#done;
  }

  /** Returns what an earlier attempt stored under this name; otherwise runs the work and stores its result. */
  async once(name: string, work: () => Promise<string>): Promise<string> {
    const earlier = this.#progress.earlier[name];
    const value = earlier ?? (await work());
    await this.#note({ [name]: value }, earlier === undefined);
    return value;
  }

  /** The same for several values that are only valid together. */
  async together(names: readonly string[], work: () => Promise<Prepared>): Promise<Prepared> {
    const earlier = names.every((name) => this.#progress.earlier[name] !== undefined)
      ? Object.fromEntries(names.map((name) => [name, this.#progress.earlier[name] ?? '']))
      : null;
    const values = earlier ?? (await work());
    await this.#note(values, earlier === null);
    return values;
  }

  async #note(values: Prepared, isNew: boolean): Promise<void> {
    this.#done = { ...this.#done, ...values };
    if (isNew) await this.#progress.keep(this.#done);
  }
}
