import type { Prepared, Progress } from './adapter.js';

/** Preparing of which nothing is kept on the way: by tests, and by steps that are repeated as a whole. */
const UNKEPT: Progress = { earlier: {}, keep: () => Promise.resolve() };

/** The steps of preparing one post: each is done once, whatever becomes of the process in between. */
export class Steps {
  readonly #progress: Progress;
  #done: Prepared = {};

  constructor(progress: Progress = UNKEPT) {
    this.#progress = progress;
  }

  /** What was prepared so far, by this attempt or an earlier one. */
  get done(): Prepared {
    return this.#done;
  }

  /** What an earlier attempt has left under this name, else what the work makes: kept at once. */
  async once(name: string, work: () => Promise<string>): Promise<string> {
    const earlier = this.#progress.earlier[name];
    const value = earlier ?? (await work());
    await this.#note({ [name]: value }, earlier === undefined);
    return value;
  }

  /** Keeps several values that belong together: the work makes all of them or none. */
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
