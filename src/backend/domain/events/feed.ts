import type { Queries, Store } from '../../store/store.js';
import { WakeLoop } from '../../work/wake-loop.js';
import { lastEvent } from './event-log.js';

/** How often to look whether another process has written events, in milliseconds. */
const POLL_INTERVAL_MS = 250;

/**
 * Notifies waiters of new events: at once after a commit of this process, and soon after a commit of another process on
 * the same database. It costs nothing while nobody waits. Anything else that only grows can be waited for in the same
 * way; `last` returns how far it has grown.
 */
export class EventFeed {
  readonly #store: Store;
  readonly #lastOf: (db: Queries) => Promise<number>;
  readonly #waiting = new Set<() => void>();
  #last = 0;
  /** Runs while somebody waits. */
  #polling: { readonly loop: WakeLoop; end(): void } | null = null;

  constructor(store: Store, last: (db: Queries) => Promise<number> = lastEvent) {
    this.#store = store;
    this.#lastOf = last;
  }

  /**
   * Resolves when the log has events of any workspace after that position, after `milliseconds`, or when `signal`
   * aborts.
   *
   * @param after the number of the last known event
   */
  grown(after: number, milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(check);
        if (this.#waiting.size === 0) this.#endPolling();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const check = (): void => {
        if (this.#last > after) done();
      };
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener('abort', done, { once: true });
      this.#waiting.add(check);
      if (signal.aborted) return done();
      this.#polling ??= this.#beginPolling();
      this.#polling.loop.wake();
    });
  }

  #beginPolling() {
    const loop = new WakeLoop({
      maxSleepMs: POLL_INTERVAL_MS,
      look: async () => {
        this.#last = await this.#lastOf(this.#store.db);
        for (const check of [...this.#waiting]) check();
        return null;
      },
      // Waiters read the log themselves when their time is over, and then receive the error.
      onError: () => undefined,
    });
    const stopListening = this.#store.onCommit(() => loop.wake());
    return {
      loop,
      end: () => {
        stopListening();
        void loop.stop();
      },
    };
  }

  #endPolling(): void {
    this.#polling?.end();
    this.#polling = null;
  }
}
