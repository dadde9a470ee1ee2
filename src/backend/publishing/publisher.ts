import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock.js';
import type { IdSource } from '../ids.js';
import type { Log } from '../log.js';
import type { PostChanges } from '../posts/changes.js';
import type { Store } from '../store/store.js';
import { BATCH, type Claim, claimDue, isAnythingDue } from './claim.js';
import { ClockWatch } from './clock-watch.js';
import { Deliveries } from './deliveries.js';
import type { DeliveryStep } from './delivery-ports.js';
import { shortenImpossibleLeases } from './impossible-leases.js';
import type { OutgoingFiles } from './outgoing-media.js';
import type { Reach } from './reach.js';
import { RunningDeliveries } from './running-deliveries.js';
import { TIMINGS, type Timings } from './timing.js';
import { alignMovedWorkspaces } from './wake-times.js';
import type { WorkspaceTimers } from './workspace-timers.js';

/** Most targets that one process publishes at a time, unless told. */
const MOST_AT_ONCE = 1024;

/** By how much more is claimed each time that more was due than was claimed: the commit is what takes the time. */
const GROWTH = 32;

/** It looks at least this often, whatever it was told, in milliseconds. */
const SAFETY_CHECK_MS = 1_000;

/** How long running deliveries may take to end when the process is asked to stop, in milliseconds. */
const STOP_PATIENCE_MS = 700;

export interface PublisherPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: WorkspaceTimers;
  readonly ids: IdSource;
  /** How the networks are reached. */
  readonly reach: Reach;
  /** The files of posts. */
  readonly media: OutgoingFiles;
  readonly postChanges: PostChanges;
  readonly log: Log;
  /** Those that the service runs with, unless told. */
  readonly timings?: Timings;
  /** Most targets that it publishes at a time. */
  readonly mostAtOnce?: number;
  /** Called between every two steps of a delivery. */
  readonly reached?: (step: DeliveryStep, claim: Claim) => Promise<void>;
}

export interface Publisher {
  /** Something may be due sooner than it thinks. */
  wake(): void;
  /**
   * Publishes what is due, and resolves when nothing that is due is left, and what this process works on has
   * ended or waits for its workspace's clock.
   */
  runDue(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts publishing: it sleeps until the earliest due target, and is woken when something sooner arrives. */
export function startPublisher(ports: PublisherPorts): Publisher {
  const publisher = new SleepingPublisher(ports);
  publisher.wake();
  return publisher;
}

class SleepingPublisher implements Publisher {
  readonly #ports: PublisherPorts;
  readonly #timings: Timings;
  readonly #mostAtOnce: number;
  readonly #watch: ClockWatch;
  readonly #running = new RunningDeliveries();
  readonly #deliveries: Deliveries;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #leasesChecked = false;
  #stopped = false;

  constructor(ports: PublisherPorts) {
    this.#ports = ports;
    this.#timings = ports.timings ?? TIMINGS;
    this.#mostAtOnce = ports.mostAtOnce ?? MOST_AT_ONCE;
    this.#watch = new ClockWatch(ports.clock, this.#timings.lease);
    this.#deliveries = new Deliveries(ports, {
      timings: this.#timings,
      running: this.#running,
      claimed: () => this.#looking ?? Promise.resolve(),
      ended: () => {
        if (this.#running.size === this.#mostAtOnce - 1) this.wake();
      },
      waitsFor: () => this.wake(),
    });
  }

  wake(): void {
    if (this.#stopped) return;
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = this.#look()
      .catch((error: unknown) => {
        this.#ports.log.error({ err: error }, 'the publisher could not look for due posts');
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
    const { store, clock, timers } = this.#ports;
    await this.#watchClock();
    await alignMovedWorkspaces(store, clock.now());
    let now = clock.now();
    let limit = (await isAnythingDue(store, this.#dueAt(now))) ? BATCH : 0;
    while (limit > 0 && !this.#stopped) {
      now = clock.now();
      const most = Math.min(limit, this.#mostAtOnce - this.#running.size);
      const claimed = await this.#claim(most, now);
      for (const claim of claimed) {
        timers.learn(claim.workspace.id, claim.workspace);
        this.#deliveries.start(claim);
      }
      if (this.#running.size >= this.#mostAtOnce) return;
      limit = claimed.length < most ? 0 : limit * GROWTH;
    }
    // From the very instant of the last claim: what became due since then is not passed over.
    const next = await this.#nextWake(now);
    this.#sleep(next === null ? SAFETY_CHECK_MS : next - clock.now());
  }

  #claim(limit: number, now: number): Promise<readonly Claim[]> {
    const { store, ids } = this.#ports;
    return claimDue(store, ids, { ...this.#dueAt(now), lease: this.#timings.lease, limit });
  }

  async #watchClock(): Promise<void> {
    const { store, clock, log } = this.#ports;
    const jump = this.#watch.look();
    if (jump !== 0) log.warn({ jumpMs: Math.round(jump) }, 'the wall clock jumped');
    if (this.#leasesChecked && jump >= 0) return;
    await shortenImpossibleLeases(store, clock.now(), this.#timings.lease);
    this.#leasesChecked = true;
  }

  #dueAt(now: number) {
    return {
      now,
      rescue: this.#watch.mayRescue,
      except: this.#running.overdue(),
    };
  }

  #isAnythingDue(): Promise<boolean> {
    return isAnythingDue(this.#ports.store, this.#dueAt(this.#ports.clock.now()));
  }

  async #nextWake(after: number): Promise<number | null> {
    const row = await this.#ports.store.db
      .selectFrom('targets')
      .select('wake_at')
      .where('wake_at', '>', after)
      .orderBy('wake_at')
      .limit(1)
      .executeTakeFirst();
    return row?.wake_at ?? null;
  }

  #sleep(milliseconds: number): void {
    if (this.#stopped) return;
    if (this.#timer) clearTimeout(this.#timer);
    const most = Math.min(SAFETY_CHECK_MS, Math.max(0, Math.ceil(milliseconds)));
    this.#timer = setTimeout(() => this.wake(), most);
    this.#timer.unref();
  }
}
