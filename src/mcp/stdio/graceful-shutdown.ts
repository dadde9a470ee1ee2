import type { Writable } from 'node:stream';

/** How long calls under way have to see that they are given up, in ms. */
const GRACE_MS = 500;

/**
 * Ends the process when the host has gone: at the end of stdin, a broken pipe, SIGTERM, SIGHUP or SIGINT. Calls
 * under way are aborted; whatever does not heed that is cut off.
 */
export class GracefulShutdown {
  readonly #calls = new Set<Promise<unknown>>();
  #serving: { close(): Promise<void> } | undefined;
  #left = false;

  /** Begins to watch for the host's going. */
  watch(): void {
    const leave = (): void => this.leave();
    process.stdin.once('end', leave).once('close', leave).once('error', leave);
    process.stdout.on('error', leave);
    for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.once(signal, leave);
  }

  /** Closes this server, too, and goes when its pipe breaks. */
  attach(serving: { close(): Promise<void> }, wire: Writable): void {
    this.#serving = serving;
    wire.on('error', () => this.leave());
  }

  /** Has the end of the process wait for this call, within the grace. */
  waitFor(call: Promise<unknown>): void {
    this.#calls.add(call);
    const done = (): void => {
      this.#calls.delete(call);
    };
    call.then(done, done);
  }

  leave(): void {
    if (this.#left) return;
    this.#left = true;
    setTimeout(() => process.exit(0), GRACE_MS);
    const closed = this.#serving?.close() ?? Promise.resolve();
    void Promise.allSettled([closed, ...this.#calls]).then(() => process.exit(0));
  }
}
