import { FetchFailure } from './fetch-failure.js';

/** Whether an error is what the signal of a timeout aborts with. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

/** The time limit of a whole fetch, combined with the caller’s abort signal. */
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
            `The response took longer than ${milliseconds / 1000} s. Try again later.`,
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

  /** Why the fetch was aborted; null if it was not. */
  get passed(): FetchFailure | null {
    return this.#passed;
  }

  /** @throws FetchFailure if the deadline passes first */
  async race<Value>(work: Promise<Value>): Promise<Value> {
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

  onPassed(listener: (failure: FetchFailure) => void): void {
    const onAbort = (): void => {
      if (this.#passed) listener(this.#passed);
    };
    if (this.signal.aborted) onAbort();
    else this.signal.addEventListener('abort', onAbort, { once: true });
  }

  /** Stops the timer when the fetch is over. */
  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#onOuter);
  }

  readonly #onOuter = (): void => {
    const cause: unknown = this.#outer?.reason;
    this.#pass(
      isTimeout(cause)
        ? new FetchFailure('timed_out', 'The response did not arrive in time. Try again later.', { cause })
        : new FetchFailure('aborted', 'The fetch was aborted before the response arrived.', { cause }),
    );
  };

  #pass(failure: FetchFailure): void {
    this.end();
    this.#passed = failure;
    this.#controller.abort(failure);
  }
}
