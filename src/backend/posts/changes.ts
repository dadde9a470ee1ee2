/**
 * Tells those who hold a read open that a post has changed. Changes made by another process are noticed by
 * looking again, so waiting always has a short longest interval.
 */
export class PostChanges {
  readonly #listeners = new Map<string, Set<() => void>>();

  announce(postId: string): void {
    for (const listener of this.#listeners.get(postId) ?? []) listener();
  }

  /** Resolves at the next change of the post, after `milliseconds`, or when `signal` aborts. */
  next(postId: string, milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const listeners = this.#listeners.get(postId) ?? new Set();
      this.#listeners.set(postId, listeners);
      const done = () => {
        clearTimeout(timer);
        listeners.delete(done);
        if (listeners.size === 0) this.#listeners.delete(postId);
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
