import { FetchFailure } from './fetch-failure.js';

/** One time limit over a whole fetch, and the caller's own wish to end it. */
export class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #outer: AbortSignal | undefined;
  #passed: FetchFailure | null = null;

  constructor(milliseconds: number, outer?: AbortSignal) {
    this.#outer = outer;
    this.#timer = setTimeout(
      () =>
        this.#pass(
          new FetchFailure(
            'timed_out',
            `The answer was not there within ${milliseconds / 1000} s. Try again later.`,
          ),
        ),
      milliseconds,
    );
    if (outer?.aborted) this.#onOuter();
    else outer?.addEventListener('abort', this.#onOuter, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why the fetch was ended, where it was. */
  get passed(): FetchFailure | null {
    return this.#passed;
  }

  /** @throws FetchFailure where the time is over first */
  async orEarlier<Value>(work: Promise<Value>): Promise<Value> {
    let stop: (() => void) | undefined;
    const over = new Promise<never>((_resolve, reject) => {
      stop = () => reject(this.#passed ?? this.signal.reason);
      if (this.signal.aborted) stop();
      else this.signal.addEventListener('abort', stop, { once: true });
    });
    try {
      return await Promise.race([work, over]);
    } finally {
      if (stop) this.signal.removeEventListener('abort', stop);
    }
  }

  onPassed(tell: (failure: FetchFailure) => void): void {
    const listener = (): void => {
      if (this.#passed) tell(this.#passed);
    };
    if (this.signal.aborted) listener();
    else this.signal.addEventListener('abort', listener, { once: true });
  }

  /** The fetch is over: the limit holds no longer. */
  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#onOuter);
  }

  readonly #onOuter = (): void => {
    this.#pass(
      new FetchFailure('aborted', 'The fetch was ended before the answer was there.', {
        cause: this.#outer?.reason,
      }),
    );
  };

  #pass(failure: FetchFailure): void {
    this.end();
    this.#passed = failure;
    this.#controller.abort(failure);
  }
}
