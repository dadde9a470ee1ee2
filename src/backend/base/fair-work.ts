import { FairTurns } from './fair-turns.js';

export interface FairWorkOptions {
  /** The most pieces of work at a time. */
  readonly maxAtOnce: number;
  /** The most pieces of work at a time of one share. */
  readonly maxPerShare: number;
  /** How many more of one share may wait. Default: any number. */
  readonly maxWaitingPerShare?: number;
}

/** A share already has as much work as it may have. */
export class ShareFull extends Error {
  override readonly name = 'ShareFull';
  /** How much work the share has, running and waiting. */
  readonly count: number;

  constructor(count: number) {
    super(`${count} pieces of work of this share are running or waiting.`);
    this.count = count;
  }
}

/** Runs work of several shares, such as workspaces, within limits. Shares take turns. */
export class FairWork {
  readonly #maxWaiting: number;
  readonly #turns: FairTurns<() => void>;

  constructor({ maxWaitingPerShare = Number.POSITIVE_INFINITY, ...limits }: FairWorkOptions) {
    this.#maxWaiting = maxWaitingPerShare;
    this.#turns = new FairTurns({ ...limits, start: (begin) => begin() });
  }

  /**
   * Runs work when it is the share’s turn.
   *
   * @param signal stops waiting for the turn; the work itself must watch it too
   * @throws ShareFull at once, the reason of the signal, or what the work throws
   */
  async run<Result>(share: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    await this.#turn(share, signal);
    try {
      return await work();
    } finally {
      this.#turns.end(share);
    }
  }

  #turn(share: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#turns.remove(begin);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#turns.add(begin, share);
      const waiting = this.#turns.waitingOf(share);
      if (waiting <= this.#maxWaiting) return;
      this.#turns.remove(begin);
      signal.removeEventListener('abort', leave);
      reject(new ShareFull(this.#turns.runningOf(share) + waiting - 1));
    });
  }
}
