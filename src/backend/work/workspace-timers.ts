import type { Clock } from '../base/clock.js';
import { type WorkspaceClock, workspaceNow } from '../store/workspace-clock.js';

/** What Node’s timers take; a longer one would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface Waiting {
  readonly workspaceId: string;
  /** Workspace time. */
  readonly at: number;
  readonly fire: () => void;
  timer: NodeJS.Timeout | null;
}

/**
 * The workspaces' clocks as this process knows them, and waits that last as long as they do on such a clock: while
 * a sandbox's clock stands still, a wait ends when somebody moves the clock far enough.
 */
export class WorkspaceTimers {
  readonly #clock: Clock;
  readonly #clocks = new Map<string, WorkspaceClock>();
  readonly #waiting = new Set<Waiting>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes note of how a workspace's clock runs now, and ends the waits whose time has come. */
  learn(workspaceId: string, clock: WorkspaceClock): void {
    const known = this.#clocks.get(workspaceId);
    if (known?.clock_frozen_at === clock.clock_frozen_at && known.clock_offset_ms === clock.clock_offset_ms) {
      return;
    }
    this.#clocks.set(workspaceId, clock);
    const now = this.now(workspaceId);
    for (const one of this.#waiting) {
      if (one.workspaceId !== workspaceId) continue;
      if (one.at <= now) this.#end(one);
      else this.#arm(one);
    }
  }

  /** Workspace time. */
  now(workspaceId: string): number {
    const clock = this.#clocks.get(workspaceId);
    return clock ? workspaceNow(clock, this.#clock.now()) : this.#clock.now();
  }

  /**
   * Calls back after so many milliseconds of the workspace's time.
   *
   * @returns what takes the wait back
   */
  after(workspaceId: string, milliseconds: number, fire: () => void): () => void {
    const one: Waiting = { workspaceId, at: this.now(workspaceId) + milliseconds, fire, timer: null };
    this.#waiting.add(one);
    this.#arm(one);
    return () => this.#drop(one);
  }

  /** The workspace time at which the next wait ends; null: nothing waits. */
  nextEnd(workspaceId: string): number | null {
    const ends = [...this.#waiting].filter((one) => one.workspaceId === workspaceId).map(({ at }) => at);
    return ends.length > 0 ? Math.min(...ends) : null;
  }

  isFrozen(workspaceId: string): boolean {
    return (this.#clocks.get(workspaceId)?.clock_frozen_at ?? null) !== null;
  }

  #arm(one: Waiting): void {
    if (one.timer) clearTimeout(one.timer);
    one.timer = null;
    if (this.isFrozen(one.workspaceId)) return;
    const left = Math.max(0, one.at - this.now(one.workspaceId));
    one.timer = setTimeout(() => this.#end(one), Math.min(left, LONGEST_TIMER_MS));
    one.timer.unref();
  }

  #end(one: Waiting): void {
    this.#drop(one);
    one.fire();
  }

  #drop(one: Waiting): void {
    if (one.timer) clearTimeout(one.timer);
    this.#waiting.delete(one);
  }
}
