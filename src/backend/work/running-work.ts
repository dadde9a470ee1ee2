import type { ConnectionTime } from '../networks/gateway.js';
import type { WorkspaceTimers } from './workspace-timers.js';

/** A hold on what is being delivered. */
export interface Held {
  /** Whether it lasts for so many more milliseconds. */
  lastsFor(milliseconds: number): boolean;
}

/** One delivery that this process is working on. */
interface Running {
  readonly lease: Held;
  readonly work: Promise<void>;
}

/** How many waits on its workspace's clock a delivery stands in. */
export class Pauses {
  readonly #timers: WorkspaceTimers;
  readonly #workspaceId: string;
  readonly #began: () => void;
  #open = 0;

  constructor(timers: WorkspaceTimers, workspaceId: string, began: () => void) {
    this.#timers = timers;
    this.#workspaceId = workspaceId;
    this.#began = began;
  }

  /** Nothing happens in the delivery before its workspace's clock moves on. */
  get waiting(): boolean {
    return this.#open > 0;
  }

  /** The workspace's time for one conversation; who stops listening waits no longer, though the network may. */
  timeFor(signal: AbortSignal): ConnectionTime {
    return {
      now: () => this.#timers.now(this.#workspaceId),
      pause: (milliseconds) => this.#pause(milliseconds, signal),
    };
  }

  /**
   * Waits so many milliseconds of the workspace's time.
   *
   * @param ends holds what ends the wait at once, for as long as it lasts
   */
  wait(milliseconds: number, ends: Set<() => void>): Promise<void> {
    this.#open += 1;
    this.#began();
    return new Promise((resolve) => {
      const end = (): void => {
        takeBack();
        if (!ends.delete(end)) return;
        this.#open -= 1;
        resolve();
      };
      const takeBack = this.#timers.after(this.#workspaceId, milliseconds, end);
      ends.add(end);
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
    this.#began();
    return new Promise((resolve) => {
      this.#timers.after(this.#workspaceId, milliseconds, () => {
        signal.removeEventListener('abort', release);
        release();
        resolve();
      });
    });
  }
}

/** The deliveries that this process is working on, by target. */
export class RunningDeliveries {
  readonly #running = new Map<string, Running & { readonly pauses: Pauses }>();
  #pauseBegan: () => void = () => undefined;
  #nextPause = this.#newNextPause();

  get size(): number {
    return this.#running.size;
  }

  pausesFor(timers: WorkspaceTimers, workspaceId: string): Pauses {
    return new Pauses(timers, workspaceId, () => {
      this.#pauseBegan();
      this.#nextPause = this.#newNextPause();
    });
  }

  add(targetId: string, lease: Held, pauses: Pauses, work: Promise<void>): void {
    this.#running.set(targetId, { lease, pauses, work });
  }

  remove(targetId: string): void {
    this.#running.delete(targetId);
  }

  /** Targets whose leases ran out while this process is still at them. */
  overdue(): string[] {
    return [...this.#running].filter(([, { lease }]) => !lease.lastsFor(0)).map(([id]) => id);
  }

  async ended(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ work }) => work));
  }

  /** Resolves when each of them has ended or waits for its workspace's clock. */
  async quiet(): Promise<void> {
    for (;;) {
      const active = [...this.#running.values()].filter(({ pauses }) => !pauses.waiting);
      if (active.length === 0) return;
      await Promise.race([...active.map(({ work }) => work), this.#nextPause]);
    }
  }

  #newNextPause(): Promise<void> {
    return new Promise((resolve) => {
      this.#pauseBegan = resolve;
    });
  }
}
