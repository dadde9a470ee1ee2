export interface FairTurnsOptions<Job> {
  /** The most jobs at a time. */
  readonly maxAtOnce: number;
  /** The most jobs at a time that one share has begun. */
  readonly maxPerShare: number;
  /** Begins a job. `end` frees its turn. */
  readonly start: (job: Job, share: string) => void;
}

/**
 * Gives turns to jobs of several shares, such as workspaces. Shares take turns, and none has more than its limit, so
 * that the jobs of one share delay those of the others by one turn at most.
 */
export class FairTurns<Job> {
  readonly #options: FairTurnsOptions<Job>;
  /** What waits for a turn, by share. The share whose turn is next comes first. */
  readonly #queues = new Map<string, Set<Job>>();
  /** How many jobs run, by the share whose turn they took. */
  readonly #running = new Map<string, number>();
  #atOnce = 0;

  constructor(options: FairTurnsOptions<Job>) {
    this.#options = options;
  }

  /** Queues a job, or starts it. A job can wait in several shares: it takes the first turn of any of them. */
  add(job: Job, share: string): void {
    const queue = this.#queues.get(share);
    if (queue) queue.add(job);
    else this.#queues.set(share, new Set([job]));
    this.#startNext();
  }

  /** Takes a waiting job out of the queues. */
  remove(job: Job): void {
    for (const [share, queue] of this.#queues) {
      queue.delete(job);
      if (queue.size === 0) this.#queues.delete(share);
    }
  }

  /** Frees the turn of a job that has ended. */
  end(share: string): void {
    this.#atOnce -= 1;
    const left = this.runningOf(share) - 1;
    if (left > 0) this.#running.set(share, left);
    else this.#running.delete(share);
    this.#startNext();
  }

  waitingOf(share: string): number {
    return this.#queues.get(share)?.size ?? 0;
  }

  runningOf(share: string): number {
    return this.#running.get(share) ?? 0;
  }

  #startNext(): void {
    while (this.#atOnce < this.#options.maxAtOnce) {
      const turn = this.#nextTurn();
      if (turn === null) return;
      const [share, job, queue] = turn;
      this.remove(job);
      // The others come first now.
      if (this.#queues.delete(share)) this.#queues.set(share, queue);
      this.#atOnce += 1;
      this.#running.set(share, this.runningOf(share) + 1);
      this.#options.start(job, share);
    }
  }

  #nextTurn(): readonly [share: string, job: Job, queue: Set<Job>] | null {
    for (const [share, queue] of this.#queues) {
      if (this.runningOf(share) >= this.#options.maxPerShare) continue;
      for (const job of queue) return [share, job, queue];
    }
    return null;
  }
}
