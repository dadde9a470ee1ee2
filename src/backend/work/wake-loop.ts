/** The longest sleep, in milliseconds: another process may have added work without announcing it. */
export const MAX_SLEEP_MS = 1_000;

export interface WakeLoopOptions {
  /**
   * Looks for work.
   *
   * @returns after how many milliseconds to look again; null: after the longest sleep
   */
  look(): Promise<number | null>;
  /** Called when a look fails; the next one follows after the longest sleep. */
  onError(error: unknown): void;
  /** The longest sleep between two looks, in milliseconds. */
  readonly maxSleepMs?: number;
}

/**
 * Looks for work when it is woken and when the last look said so, one look at a time. A wake during a look leads to
 * exactly one more look after it, so that nothing that arrives meanwhile is missed.
 */
export class WakeLoop {
  readonly #options: WakeLoopOptions;
  readonly #maxSleepMs: number;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #timer: NodeJS.Timeout | null = null;
  #stopped = false;

  constructor(options: WakeLoopOptions) {
    this.#options = options;
    this.#maxSleepMs = options.maxSleepMs ?? MAX_SLEEP_MS;
  }

  /** Looks now, or once more when the current look has ended. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = this.#look().finally(() => {
      this.#looking = null;
      if (!this.#lookAgain) return;
      this.#lookAgain = false;
      this.wake();
    });
  }

  /** Looks now. Resolves when no look is running and none is waiting to run. */
  async run(): Promise<void> {
    this.wake();
    while (this.#looking) await this.#looking;
  }

  /** Resolves when the look that is running now has ended. */
  async currentLook(): Promise<void> {
    await this.#looking;
  }

  /** Looks no more. Resolves when the current look has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    let sleepMs: number | null = null;
    try {
      // By now the look counts as running, so that a wake from within it leads to another one.
      await Promise.resolve();
      sleepMs = await this.#options.look();
    } catch (error) {
      this.#options.onError(error);
    }
    this.#sleep(sleepMs ?? this.#maxSleepMs);
  }

  #sleep(milliseconds: number): void {
    if (this.#stopped) return;
    if (this.#timer) clearTimeout(this.#timer);
    const delay = Math.min(this.#maxSleepMs, Math.max(0, Math.ceil(milliseconds)));
    this.#timer = setTimeout(() => this.wake(), delay);
    this.#timer.unref();
  }
}
