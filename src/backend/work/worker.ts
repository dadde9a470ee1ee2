import { setTimeout as pause } from 'node:timers/promises';
import { PLATFORMS, type Platform } from '../../contract/platforms.js';
import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import { BATCH, type DueOptions } from '../domain/publishing/claim.js';
import { ClockWatch } from './clock-watch.js';
import { Places, type Room } from './concurrency-limiter.js';
import { type Held, type Pauses, RunningDeliveries } from './running-work.js';
import type { Timings } from './timing.js';
import type { Claimed, WorkQueue } from './work-queue.js';
import type { WorkspaceTimers } from './workspace-timers.js';

/** Most pieces of work that one process does at a time for one network, unless told. */
const MOST_PER_NETWORK = 1024;

/** It looks at least this often, whatever it was told, in milliseconds. */
export const SAFETY_CHECK_MS = 1_000;

/** How long running deliveries may take to end when the process is asked to stop, in milliseconds. */
const STOP_PATIENCE_MS = 700;

export interface WorkerPorts {
  readonly clock: Clock;
  readonly timers: WorkspaceTimers;
  readonly log: Log;
  readonly timings: Timings;
  readonly mostPerNetwork?: number;
}

/** Does what falls due: sleeps until the earliest, and is woken when something sooner arrives. */
export interface Worker {
  /** Something may be due sooner than it thinks. */
  wake(): void;
  /**
   * Does what is due, and resolves when nothing that is due is left for which there is a place, and what this
   * process works on has ended or waits for its workspace's clock.
   */
  runDue(): Promise<void>;
  stop(): Promise<void>;
}

export class SleepingWorker<Work extends Claimed, Hold extends Held> implements Worker {
  readonly #queue: WorkQueue<Work, Hold>;
  readonly #ports: WorkerPorts;
  readonly #timings: Timings;
  readonly #places: Places;
  readonly #watch: ClockWatch;
  readonly #running = new RunningDeliveries();
  /** What ends the waits of those that are done before their time. */
  readonly #waits = new Set<() => void>();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  /** It has stopped, and some deliveries had not ended. */
  #left = false;
  #stopped = false;

  constructor(queue: WorkQueue<Work, Hold>, ports: WorkerPorts) {
    this.#queue = queue;
    this.#ports = ports;
    this.#timings = ports.timings;
    this.#places = new Places(ports.mostPerNetwork ?? MOST_PER_NETWORK);
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
    // What is not due yet is given back: another process, or the next start, does it in time.
    for (const end of this.#waits) end();
    await this.#looking;
    // What does not end in time is found and looked into after its lease has run out.
    const patience = new AbortController();
    await Promise.race([
      this.#running.ended(),
      pause(STOP_PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
    if (this.#running.size === 0) return;
    this.#left = true;
    this.#ports.log.info(
      { unfinished: this.#running.size },
      `the ${this.#queue.name} stops: what it has not finished is looked into when its lease has run out`,
    );
  }

  async #look(): Promise<void> {
    const { clock } = this.#ports;
    await this.#watchClock();
    await this.#queue.alignMovedWorkspaces(clock.now());
    // Again: it may have jumped meanwhile.
    const now = this.#lookAtClock();
    const through = new Set<Platform>();
    for (let room = this.#places.widestRoom(through); room; room = this.#places.widestRoom(through)) {
      if (this.#stopped) return;
      if (await this.#claimFor(room, now)) for (const network of room.networks) through.add(network);
    }
    // From the very instant by which all was claimed: what became due since then is not passed over.
    const next = await this.#queue.nextWake(now);
    this.#sleep(next === null ? SAFETY_CHECK_MS : next - clock.now());
  }

  /** @returns whether it took all that is due for those networks */
  async #claimFor({ networks, places }: Room, now: number): Promise<boolean> {
    const closed = PLATFORMS.filter((network) => !networks.includes(network));
    const dueThere = this.#dueAt(now, closed);
    const due = await this.#queue.countDue(dueThere, BATCH + 1);
    if (due === 0) return true;
    // Where many are due, all of them wait for the commit: one is better than several.
    const limit = Math.min(places, due > BATCH ? places : BATCH);
    const claimed = await this.#queue.claim({ ...dueThere, lease: this.#timings.lease, limit });
    for (const work of claimed) {
      this.#ports.timers.learn(work.workspace.id, work.workspace);
      this.#start(work);
    }
    return claimed.length < limit;
  }

  async #watchClock(): Promise<void> {
    const { clock } = this.#ports;
    this.#lookAtClock();
    await this.#watch.mendSetBack(() => this.#queue.clockWasSetBack(clock.now(), this.#timings.lease));
  }

  /** @returns the time by which it may be claimed */
  #lookAtClock(): number {
    const jump = this.#watch.look();
    if (jump !== 0) this.#ports.log.warn({ jumpMs: Math.round(jump) }, 'the wall clock jumped');
    return this.#watch.lookedAt;
  }

  #dueAt(now: number, closed: readonly Platform[]): DueOptions {
    return {
      now,
      rescue: this.#watch.mayRescue,
      except: this.#running.overdue(),
      closed,
    };
  }

  async #isAnythingDue(): Promise<boolean> {
    const due = this.#dueAt(this.#ports.clock.now(), this.#places.full());
    return (await this.#queue.countDue(due, 1)) > 0;
  }

  #start(work: Work): void {
    const { timers, log } = this.#ports;
    const id = this.#queue.idOf(work);
    const network = work.account.platform;
    this.#places.take(network);
    const hold = this.#queue.hold(work);
    const pauses = this.#running.pausesFor(timers, work.workspace.id);
    const done = this.#perform(work, hold, pauses)
      .catch((error: unknown) => {
        // The database is closed by now, and was told of it as far as it came.
        if (this.#left) return;
        log.error({ err: error, id }, 'a delivery ended in a fault of our own');
      })
      .finally(() => {
        this.#running.remove(id);
        this.#queue.ended(work);
        if (this.#places.giveBack(network)) this.wake();
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
        until: (at) => this.#until(at, work.workspace.id, pauses),
        claimed: async () => {
          await this.#looking;
        },
      });
      if (again) this.wake();
    } finally {
      for (const end of ends) end();
    }
  }

  async #until(at: number, workspaceId: string, pauses: Pauses): Promise<boolean> {
    for (;;) {
      const left = at - this.#ports.timers.now(workspaceId);
      if (left <= 0) return true;
      if (this.#stopped || left > this.#timings.lead) return false;
      await pauses.wait(left, this.#waits);
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
