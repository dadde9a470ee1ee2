/** One request in progress. */
export interface OpenRequest {
  /** Aborts when the client disconnects or the server shuts down. */
  readonly signal: AbortSignal;
  /** The server accepts no further requests on this connection. */
  readonly closing: boolean;
  end(): void;
}

/** The requests in progress: a shutdown waits for them, and ends long polls and streams at once. */
export class OpenRequests {
  readonly #open = new Set<TrackedRequest>();
  readonly #drainWaiters: (() => void)[] = [];
  #closing = false;

  get closing(): boolean {
    return this.#closing;
  }

  begin(request: Request): OpenRequest {
    const tracked: TrackedRequest = new TrackedRequest(request, () => {
      this.#open.delete(tracked);
      if (this.#open.size === 0) for (const resolve of this.#drainWaiters.splice(0)) resolve();
    });
    this.#open.add(tracked);
    if (this.#closing) tracked.abort();
    return tracked;
  }

  /** Ends long polls and streams, now and from now on. */
  close(): void {
    this.#closing = true;
    for (const tracked of this.#open) tracked.abort();
  }

  /** Resolves when no request is in progress. */
  drained(): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#drainWaiters.push(resolve));
  }
}

/** Creates its signal on first use: few requests need one. */
class TrackedRequest implements OpenRequest {
  readonly #request: Request;
  readonly #onEnd: () => void;
  #controller: AbortController | null = null;
  #aborted = false;

  constructor(request: Request, onEnd: () => void) {
    this.#request = request;
    this.#onEnd = onEnd;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#aborted || this.#request.signal.aborted) this.#controller.abort();
      else this.#request.signal.addEventListener('abort', this.#onDisconnect, { once: true });
    }
    return this.#controller.signal;
  }

  readonly #onDisconnect = (): void => this.abort();

  get closing(): boolean {
    return this.#aborted;
  }

  abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }

  end(): void {
    if (this.#controller) this.#request.signal.removeEventListener('abort', this.#onDisconnect);
    this.#onEnd();
  }
}
