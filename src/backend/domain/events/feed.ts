import type { Queries, Store } from '../../store/store.js';
import { lastEvent } from './event-log.js';

/** How often it is looked whether another process has written events, in milliseconds. */
const LOOK_EVERY_MS = 250;

/**
 * Tells those who wait for events that there are some: at once after a commit of this process, and soon after
 * one of another process on the same database. While nobody waits it costs nothing. (Whatever else only grows can
 * be waited for in the same way: `last` says how far it has come.)
 */
export class EventFeed {
  readonly #store: Store;
  readonly #lastOf: (db: Queries) => Promise<number>;
  readonly #waiting = new Set<() => void>();
  #last = 0;
  #ending: (() => void) | null = null;
  #looking = false;
  #lookAgain = false;

  constructor(store: Store, last: (db: Queries) => Promise<number> = lastEvent) {
    this.#store = store;
    this.#lastOf = last;
  }

  /**
   * Resolves when the log has events after that place, of any workspace; or after `milliseconds`, or when
   * `signal` aborts.
   *
   * @param after number of the last event that is known already
   */
  grown(after: number, milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(check);
        if (this.#waiting.size === 0) this.#end();
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
      this.#begin();
      this.#look();
    });
  }

  #begin(): void {
    if (this.#ending) return;
    const stopListening = this.#store.onCommit(() => this.#look());
    const poll = setInterval(() => this.#look(), LOOK_EVERY_MS);
    poll.unref();
    this.#ending = () => {
      stopListening();
      clearInterval(poll);
    };
  }

  #end(): void {
    this.#ending?.();
    this.#ending = null;
  }

  #look(): void {
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = true;
    this.#lastOf(this.#store.db)
      .then((last) => {
        this.#last = last;
        for (const check of [...this.#waiting]) check();
      })
      // Whoever waits looks by himself when his time is over, and is told then what is wrong.
      .catch(() => undefined)
      .finally(() => {
        this.#looking = false;
        if (!this.#lookAgain) return;
        this.#lookAgain = false;
        if (this.#waiting.size > 0) this.#look();
      });
  }
}
