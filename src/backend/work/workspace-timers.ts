import type { Clock } from '../base/clock.js';
import type { ConnectionTime } from '../networks/gateway.js';
import { type WorkspaceClock, workspaceNow } from '../store/workspace-clock.js';

/** The longest delay of Node's timers; a longer one would end at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface Timer {
  readonly workspaceId: string;
  /** Workspace time. */
  readonly at: number;
  readonly fire: () => void;
  timeout: NodeJS.Timeout | null;
}

/**
 * The clocks of workspaces as this process knows them, and timers that run on those clocks: while a sandbox's clock is
 * frozen, a timer fires when somebody moves the clock far enough.
 */
export class WorkspaceTimers {
  readonly #clock: Clock;
  readonly #clocks = new Map<string, WorkspaceClock>();
  readonly #timers = new Set<Timer>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Remembers how a workspace's clock runs now, and fires the timers whose time has come. */
  learn(workspaceId: string, clock: WorkspaceClock): void {
    const known = this.#clocks.get(workspaceId);
    if (known?.clock_frozen_at === clock.clock_frozen_at && known.clock_offset_ms === clock.clock_offset_ms) {
      return;
    }
    this.#clocks.set(workspaceId, clock);
    const now = this.now(workspaceId);
    for (const timer of this.#timers) {
      if (timer.workspaceId !== workspaceId) continue;
      if (timer.at <= now) this.#fire(timer);
      else this.#arm(timer);
    }
  }

  /** Workspace time. */
  now(workspaceId: string): number {
    const clock = this.#clocks.get(workspaceId);
    return clock ? workspaceNow(clock, this.#clock.now()) : this.#clock.now();
  }

  /** The workspace's time, for calls that a request or a check waits for. */
  timeOf(workspaceId: string): ConnectionTime {
    return {
      now: () => this.now(workspaceId),
      pause: (milliseconds) =>
        new Promise((resolve) => {
          this.after(workspaceId, milliseconds, resolve);
        }),
    };
  }

  /**
   * Calls back after this many milliseconds of the workspace's time.
   *
   * @returns what cancels the timer
   */
  after(workspaceId: string, milliseconds: number, fire: () => void): () => void {
    const timer: Timer = { workspaceId, at: this.now(workspaceId) + milliseconds, fire, timeout: null };
    this.#timers.add(timer);
    this.#arm(timer);
    return () => this.#drop(timer);
  }

  /** The workspace time at which the next timer fires; null: there is none. */
  nextEnd(workspaceId: string): number | null {
    const ends = [...this.#timers].filter((timer) => timer.workspaceId === workspaceId).map(({ at }) => at);
    return ends.length > 0 ? Math.min(...ends) : null;
  }

  isFrozen(workspaceId: string): boolean {
    return (this.#clocks.get(workspaceId)?.clock_frozen_at ?? null) !== null;
  }

  #arm(timer: Timer): void {
    if (timer.timeout) clearTimeout(timer.timeout);
    timer.timeout = null;
    if (this.isFrozen(timer.workspaceId)) return;
    const left = Math.max(0, timer.at - this.now(timer.workspaceId));
    timer.timeout = setTimeout(() => this.#fire(timer), Math.min(left, MAX_TIMER_MS));
    timer.timeout.unref();
  }

  #fire(timer: Timer): void {
    this.#drop(timer);
    timer.fire();
  }

  #drop(timer: Timer): void {
    if (timer.timeout) clearTimeout(timer.timeout);
    this.#timers.delete(timer);
  }
}
