/**
 * Notifies requests that wait for a post, a reply or a message to change. Changes by other processes are announced only
 * where the database can do that, so a waiter always looks again after a short time as well.
 */
export class ChangeNotifier {
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #broadcast: (id: string) => void;

  /** @param broadcast notifies the other processes */
  constructor(broadcast: (id: string) => void = () => undefined) {
    this.#broadcast = broadcast;
  }

  /** Notifies the waiters in this process and in the others. */
  notify(id: string): void {
    this.notifyLocal(id);
    this.#broadcast(id);
  }

  /** Notifies the waiters in this process of a change made here or elsewhere. */
  notifyLocal(id: string): void {
    for (const listener of this.#listeners.get(id) ?? []) listener();
  }

  /** Resolves when `id` changes next, after `milliseconds`, or when `signal` aborts. */
  nextChange(id: string, milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const listeners = this.#listeners.get(id) ?? new Set();
      this.#listeners.set(id, listeners);
      const done = () => {
        clearTimeout(timer);
        listeners.delete(done);
        if (listeners.size === 0) this.#listeners.delete(id);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener('abort', done, { once: true });
      listeners.add(done);
      if (signal.aborted) done();
    });
  }
}
