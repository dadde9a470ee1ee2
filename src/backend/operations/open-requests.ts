/** One request that is being answered. */
export interface OpenRequest {
  /** Aborted when the caller has gone away, or the server is closing. */
  readonly signal: AbortSignal;
  /** The server takes no further requests over its connection. */
  readonly closing: boolean;
  end(): void;
}

/**
 * Counts the requests that are being answered, so that closing can let them finish, and tells those that are
 * held open to finish now.
 */
export class OpenRequests {
  readonly #open = new Set<HeldRequest>();
  readonly #waiting: (() => void)[] = [];
  #closing = false;

  get closing(): boolean {
    return this.#closing;
  }

  begin(request: Request): OpenRequest {
    const held: HeldRequest = new HeldRequest(request, () => {
      this.#open.delete(held);
      if (this.#open.size === 0) for (const resolve of this.#waiting.splice(0)) resolve();
    });
    this.#open.add(held);
    if (this.#closing) held.abort();
    return held;
  }

  /** From now on requests are held no longer. */
  close(): void {
    this.#closing = true;
    for (const held of this.#open) held.abort();
  }

  /** Resolves when no request is being answered. */
  drained(): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** The signal is made only for requests that look at it: few do. */
class HeldRequest implements OpenRequest {
  readonly #request: Request;
  readonly #ended: () => void;
  #controller: AbortController | null = null;
  #aborted = false;

  constructor(request: Request, ended: () => void) {
    this.#request = request;
    this.#ended = ended;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#aborted || this.#request.signal.aborted) this.#controller.abort();
      else this.#request.signal.addEventListener('abort', this.#callerGone, { once: true });
    }
    return this.#controller.signal;
  }

  readonly #callerGone = (): void => this.abort();

  get closing(): boolean {
    return this.#aborted;
  }

  abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }

  end(): void {
    if (this.#controller) this.#request.signal.removeEventListener('abort', this.#callerGone);
    this.#ended();
  }
}
