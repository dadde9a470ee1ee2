import type { ConnectionTime } from '../networks/gateway.js';
import type { Lease } from './lease.js';
import type { WorkspaceTimers } from './workspace-timers.js';

interface RunningJob {
  readonly workspaceId: string;
  readonly lease: Pick<Lease, 'lastsFor'>;
  readonly waits: ClockWaits;
  readonly done: Promise<void>;
}

/** The waits of one job on its workspace's clock. */
export class ClockWaits {
  readonly #timers: WorkspaceTimers;
  readonly #workspaceId: string;
  readonly #onWait: () => void;
  #open = 0;

  constructor(timers: WorkspaceTimers, workspaceId: string, onWait: () => void) {
    this.#timers = timers;
    this.#workspaceId = workspaceId;
    this.#onWait = onWait;
  }

  /** Whether nothing happens in the job until its workspace's clock moves on. */
  get waiting(): boolean {
    return this.#open > 0;
  }

  /** The workspace's time for one call. When the signal aborts the job waits no longer, though the network may. */
  timeFor(signal: AbortSignal): ConnectionTime {
    return {
      now: () => this.#timers.now(this.#workspaceId),
      pause: (milliseconds) => this.#pause(milliseconds, signal),
    };
  }

  /**
   * Waits for this many milliseconds of the workspace's time.
   *
   * @param cancels contains what ends the wait at once, for as long as it lasts
   */
  wait(milliseconds: number, cancels: Set<() => void>): Promise<void> {
    this.#open += 1;
    this.#onWait();
    return new Promise((resolve) => {
      const end = (): void => {
        cancelTimer();
        if (!cancels.delete(end)) return;
        this.#open -= 1;
        resolve();
      };
      const cancelTimer = this.#timers.after(this.#workspaceId, milliseconds, end);
      cancels.add(end);
    });
  }

  #pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    let counted = !signal.aborted;
    const release = (): void => {
      if (counted) this.#open -= 1;
      counted = false;
    };
    if (counted) this.#open += 1;
    signal.addEventListener('abort', release, { once: true });
    this.#onWait();
    return new Promise((resolve) => {
      this.#timers.after(this.#workspaceId, milliseconds, () => {
        signal.removeEventListener('abort', release);
        release();
        resolve();
      });
    });
  }
}

/** The jobs that this process is working on, by id. */
export class RunningJobs {
  readonly #running = new Map<string, RunningJob>();
  #onNextWait: () => void = () => undefined;
  #nextWait = this.#newNextWait();

  get size(): number {
    return this.#running.size;
  }

  waitsFor(timers: WorkspaceTimers, workspaceId: string): ClockWaits {
    return new ClockWaits(timers, workspaceId, () => {
      this.#onNextWait();
      this.#nextWait = this.#newNextWait();
    });
  }

  add(id: string, job: RunningJob): void {
    this.#running.set(id, job);
  }

  remove(id: string): void {
    this.#running.delete(id);
  }

  /** Jobs whose leases ran out while this process is still working on them. */
  overdue(): string[] {
    return [...this.#running].filter(([, { lease }]) => !lease.lastsFor(0)).map(([id]) => id);
  }

  async ended(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  /**
   * Resolves when each job, of a workspace or of all, has ended or waits for its workspace's clock.
   *
   * @returns whether any was active
   */
  async quiet(workspaceId?: string): Promise<boolean> {
    for (let wasActive = false; ; wasActive = true) {
      const active = [...this.#running.values()].filter(
        (job) => !job.waits.waiting && (workspaceId === undefined || job.workspaceId === workspaceId),
      );
      if (active.length === 0) return wasActive;
      await Promise.race([...active.map(({ done }) => done), this.#nextWait]);
    }
  }

  #newNextWait(): Promise<void> {
    return new Promise((resolve) => {
      this.#onNextWait = resolve;
    });
  }
}
