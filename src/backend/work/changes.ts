/**
 * Tells those who hold a read open that a post, a reply or a message has changed. Changes made by another process are
 * told where the database can, and noticed by looking again in any case, so waiting always has a short longest
 * interval.
 */
export class PostChanges {
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #tell: (postId: string) => void;

  /** @param tell tells the other processes */
  constructor(tell: (postId: string) => void = () => undefined) {
    this.#tell = tell;
  }

  announce(postId: string): void {
    this.heard(postId);
    this.#tell(postId);
  }

  /** It has changed, here or in another process. */
  heard(postId: string): void {
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
