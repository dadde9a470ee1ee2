import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock.js';
import type { Log } from '../log.js';
import type { WorkspaceRow } from '../store/schema.js';
import { BATCH, type ClaimOptions } from './claim.js';
import { ClockWatch } from './clock-watch.js';
import type { ConnectionTime } from './reach.js';
import { type Held, type Pauses, RunningDeliveries } from './running-deliveries.js';
import type { Timings } from './timing.js';
import type { WorkspaceTimers } from './workspace-timers.js';

/** Most pieces of work that one process does at a time, unless told. */
const MOST_AT_ONCE = 1024;

/** It looks at least this often, whatever it was told, in milliseconds. */
export const SAFETY_CHECK_MS = 1_000;

/** How long running deliveries may take to end when the process is asked to stop, in milliseconds. */
const STOP_PATIENCE_MS = 700;

/** A piece of work that belongs to this process until its lease runs out. */
interface Claimed {
  readonly workspace: WorkspaceRow;
}

/** What one piece of work needs of the worker. */
export interface Surroundings<Hold extends Held> {
  readonly hold: Hold;
  /** A signal that ends after so many milliseconds, and the time by which the network is spoken with. */
  limit(milliseconds: number): { readonly signal: AbortSignal; readonly time: ConnectionTime };
  /** Workspace time. */
  now(): number;
  /** Resolves once what is due has been claimed: that goes out before anything is written down. */
  claimed(): Promise<void>;
}

/** Work that falls due: where it is kept, how it is claimed, and how it is done. */
export interface WorkQueue<Work extends Claimed, Hold extends Held> {
  /** What the log calls it. */
  readonly name: string;
  idOf(work: Work): string;
  /** How many pieces of work are due, up to `most`. */
  countDue(options: Pick<ClaimOptions, 'now' | 'rescue' | 'except'>, most: number): Promise<number>;
  claim(options: ClaimOptions): Promise<readonly Work[]>;
  /** System time, after `after`, at which something is to be looked at. */
  nextWake(after: number): Promise<number | null>;
  /** Makes `wake_at` follow from clocks that were moved. @param now system time */
  alignMovedWorkspaces(now: number): Promise<void>;
  /** @param now system time */
  shortenImpossibleLeases(now: number, lease: number): Promise<void>;
  hold(work: Work): Hold;
  /** Does it and records what came of it. @returns whether it is to be looked at again */
  perform(work: Work, surroundings: Surroundings<Hold>): Promise<boolean>;
  /** Called when it has ended, however it did. */
  ended(work: Work): void;
}

export interface WorkerPorts {
  readonly clock: Clock;
  readonly timers: WorkspaceTimers;
  readonly log: Log;
  readonly timings: Timings;
  readonly mostAtOnce?: number;
}

/** Does what falls due: sleeps until the earliest, and is woken when something sooner arrives. */
export interface Worker {
  /** Something may be due sooner than it thinks. */
  wake(): void;
  /**
   * Does what is due, and resolves when nothing that is due is left, and what this process works on has ended
   * or waits for its workspace's clock.
   */
  runDue(): Promise<void>;
  stop(): Promise<void>;
}

export class SleepingWorker<Work extends Claimed, Hold extends Held> implements Worker {
  readonly #queue: WorkQueue<Work, Hold>;
  readonly #ports: WorkerPorts;
  readonly #timings: Timings;
  readonly #mostAtOnce: number;
  readonly #watch: ClockWatch;
  readonly #running = new RunningDeliveries();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #leasesChecked = false;
  #stopped = false;

  constructor(queue: WorkQueue<Work, Hold>, ports: WorkerPorts) {
    this.#queue = queue;
    this.#ports = ports;
    this.#timings = ports.timings;
    this.#mostAtOnce = ports.mostAtOnce ?? MOST_AT_ONCE;
    this.#watch = new ClockWatch(ports.clock, this.#timings.lease);
  }

  wake(): void {
    if (this.#stopped) return;
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = this.#look()
      .catch((error: unknown) => {
        this.#ports.log.error({ err: error }, `the ${this.#queue.name} could not look for what is due`);
        this.#sleep(SAFETY_CHECK_MS);
      })
      .finally(() => {
        this.#looking = null;
        if (this.#lookAgain) {
          this.#lookAgain = false;
          this.wake();
        }
      });
  }

  async runDue(): Promise<void> {
    do {
      this.wake();
      while (this.#looking) await this.#looking;
      await this.#running.quiet();
    } while (!this.#stopped && (await this.#isAnythingDue()));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#looking;
    // What does not end in time is found and looked into after its lease has run out.
    const patience = new AbortController();
    await Promise.race([
      this.#running.ended(),
      pause(STOP_PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
  }

  async #look(): Promise<void> {
    const { clock, timers } = this.#ports;
    await this.#watchClock();
    await this.#queue.alignMovedWorkspaces(clock.now());
    let now = clock.now();
    const due = await this.#queue.countDue(this.#dueAt(now), BATCH + 1);
    // Where many are due, all of them wait for the commit: one is better than several.
    let limit = due > BATCH ? this.#mostAtOnce : Math.min(due, 1) * BATCH;
    while (limit > 0 && !this.#stopped) {
      now = clock.now();
      const most = Math.min(limit, this.#mostAtOnce - this.#running.size);
      const claimed = await this.#queue.claim({
        ...this.#dueAt(now),
        lease: this.#timings.lease,
        limit: most,
      });
      for (const work of claimed) {
        timers.learn(work.workspace.id, work.workspace);
        this.#start(work);
      }
      if (this.#running.size >= this.#mostAtOnce) return;
      limit = claimed.length < most ? 0 : this.#mostAtOnce;
    }
    // From the very instant of the last claim: what became due since then is not passed over.
    const next = await this.#queue.nextWake(now);
    this.#sleep(next === null ? SAFETY_CHECK_MS : next - clock.now());
  }

  async #watchClock(): Promise<void> {
    const { clock, log } = this.#ports;
    const jump = this.#watch.look();
    if (jump !== 0) log.warn({ jumpMs: Math.round(jump) }, 'the wall clock jumped');
    if (this.#leasesChecked && jump >= 0) return;
    await this.#queue.shortenImpossibleLeases(clock.now(), this.#timings.lease);
    this.#leasesChecked = true;
  }

  #dueAt(now: number) {
    return {
      now,
      rescue: this.#watch.mayRescue,
      except: this.#running.overdue(),
    };
  }

  async #isAnythingDue(): Promise<boolean> {
    return (await this.#queue.countDue(this.#dueAt(this.#ports.clock.now()), 1)) > 0;
  }

  #start(work: Work): void {
    const { timers, log } = this.#ports;
    const id = this.#queue.idOf(work);
    const hold = this.#queue.hold(work);
    const pauses = this.#running.pausesFor(timers, work.workspace.id);
    const done = this.#perform(work, hold, pauses)
      .catch((error: unknown) => {
        log.error({ err: error, id }, 'a delivery ended in a fault of our own');
      })
      .finally(() => {
        this.#running.remove(id);
        this.#queue.ended(work);
        if (this.#running.size === this.#mostAtOnce - 1) this.wake();
      });
    this.#running.add(id, hold, pauses, done);
  }

  async #perform(work: Work, hold: Hold, pauses: Pauses): Promise<void> {
    const ends: (() => void)[] = [];
    try {
      const again = await this.#queue.perform(work, {
        hold,
        limit: (milliseconds) => {
          const signal = this.#signalAfter(milliseconds, work.workspace.id, ends);
          return { signal, time: pauses.timeFor(signal) };
        },
        now: () => this.#ports.timers.now(work.workspace.id),
        claimed: async () => {
          await this.#looking;
        },
      });
      if (again) this.wake();
    } finally {
      for (const end of ends) end();
    }
  }

  /**
   * Gives a call up after so many milliseconds of the workspace's time, so that a clock that is moved finds
   * what it would have found; and of real time, for which the lease was made.
   *
   * A timer of our own: `AbortSignal.timeout` costs twice as much, and a thousand posts of one instant wait for it.
   *
   * @param ends takes what ends the wait
   */
  #signalAfter(limit: number, workspaceId: string, ends: (() => void)[]): AbortSignal {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), limit).unref();
    ends.push(() => clearTimeout(timer));
    const { timers } = this.#ports;
    if (timers.isFrozen(workspaceId)) ends.push(timers.after(workspaceId, limit, () => over.abort()));
    return over.signal;
  }

  #sleep(milliseconds: number): void {
    if (this.#stopped) return;
    if (this.#timer) clearTimeout(this.#timer);
    const most = Math.min(SAFETY_CHECK_MS, Math.max(0, Math.ceil(milliseconds)));
    this.#timer = setTimeout(() => this.wake(), most);
    this.#timer.unref();
  }
}
