import type { Writable } from 'node:stream';

/** How long running calls have to notice that they were aborted, in ms. */
const GRACE_MS = 500;

/**
 * Ends the process when the host is gone: end of stdin, broken pipe, SIGTERM, SIGHUP or SIGINT. Running calls are
 * aborted and get a grace period.
 */
export class GracefulShutdown {
  readonly #calls = new Set<Promise<unknown>>();
  #serving: { close(): Promise<void> } | undefined;
  #started = false;

  /** Starts listening for the signals and stream events that end the process. */
  listen(): void {
    const shutDown = (): void => this.shutDown();
    process.stdin.once('end', shutDown).once('close', shutDown).once('error', shutDown);
    process.stdout.on('error', shutDown);
    for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.once(signal, shutDown);
  }

  /** Also closes this server on shutdown, and shuts down when its pipe breaks. */
  attach(serving: { close(): Promise<void> }, wire: Writable): void {
    this.#serving = serving;
    wire.on('error', () => this.shutDown());
  }

  /** Waits for this call before exiting, within the grace period. */
  waitFor(call: Promise<unknown>): void {
    this.#calls.add(call);
    const done = (): void => {
      this.#calls.delete(call);
    };
    call.then(done, done);
  }

  shutDown(): void {
    if (this.#started) return;
    this.#started = true;
    setTimeout(() => process.exit(0), GRACE_MS);
    const closed = this.#serving?.close() ?? Promise.resolve();
    void Promise.allSettled([closed, ...this.#calls]).then(() => process.exit(0));
  }
}
