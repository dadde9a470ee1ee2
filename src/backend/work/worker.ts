import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import type { Span } from '../base/tracing/span.js';
import { inNoSpan, inRootSpan, type Tracer } from '../base/tracing/tracer.js';
import { ClockWatch } from './clock-watch.js';
import { ConcurrencyLimiter, type FreeSlots } from './concurrency-limiter.js';
import type { DueOptions } from './due-table.js';
import type { Job, JobQueue, WorkContext } from './job-queue.js';
import type { Lease } from './lease.js';
import { type ClockWaits, RunningJobs } from './running-jobs.js';
import type { Timings } from './timing.js';
import { WakeLoop } from './wake-loop.js';
import type { WorkspaceTimers } from './workspace-timers.js';

/**
 * The most jobs that are claimed with one statement, unless more than these are due at once. PostgreSQL plans by this
 * limit: with a thousand it reads all of a table of some thousand rows to find one.
 */
const BATCH = 32;

/** How long running jobs may take to end when the process is asked to stop, in milliseconds. */
const STOP_PATIENCE_MS = 700;

export interface WorkerOptions {
  readonly clock: Clock;
  readonly timers: WorkspaceTimers;
  readonly log: Log;
  readonly timings: Pick<Timings, 'lease' | 'lead'>;
  /** The most jobs that this process runs at a time for each key of its queue. */
  readonly maxPerSlot: number;
  /** Records each job as a trace. */
  readonly tracer?: Tracer | undefined;
  /** How long running jobs may take to end when the worker is stopped, in milliseconds. */
  readonly stopPatienceMs?: number;
}

/** Does the jobs of a queue when they fall due: sleeps until the earliest, and is woken when one arrives sooner. */
export class Worker<Claimed extends Job, JobLease extends Pick<Lease, 'lastsFor'>> {
  readonly #queue: JobQueue<Claimed, JobLease>;
  readonly #options: WorkerOptions;
  readonly #limiter: ConcurrencyLimiter;
  readonly #watch: ClockWatch;
  readonly #loop: WakeLoop;
  readonly #running = new RunningJobs();
  readonly #stopping = new AbortController();
  /** Cancels the waits of jobs that were claimed ahead of their time. */
  readonly #waits = new Set<() => void>();
  /** It has stopped while some jobs were still running. */
  #abandoned = false;
  #stopped = false;
  #lookedAt: number;

  constructor(queue: JobQueue<Claimed, JobLease>, options: WorkerOptions) {
    this.#queue = queue;
    this.#options = options;
    // Every running job may listen, and Node warns of more than ten.
    setMaxListeners(0, this.#stopping.signal);
    this.#limiter = new ConcurrencyLimiter(options.maxPerSlot);
    this.#lookedAt = options.clock.monotonic();
    this.#watch = new ClockWatch(options.clock, options.timings.lease);
    this.#loop = new WakeLoop({
      look: async () => {
        const next = await inNoSpan(() => this.#look());
        this.#lookedAt = options.clock.monotonic();
        return next;
      },
      onError: (error) => options.log.error({ err: error }, `the ${queue.name} could not find due jobs`),
    });
  }

  /** A job may be due sooner than expected. */
  wake(): void {
    this.#loop.wake();
  }

  /**
   * Does what is due. Resolves when nothing is due for which there is a free slot, and each job that this process
   * runs, of a workspace or of all, has ended or waits for its workspace's clock.
   */
  async runDue(workspaceId?: string): Promise<void> {
    let again = true;
    while (again) {
      await this.#loop.run();
      const wasActive = await this.#running.quiet(workspaceId);
      again = !this.#stopped && (wasActive || (await this.#isAnythingDue()));
    }
  }

  /** Milliseconds since it last looked for due jobs without an error, or since the start. */
  get sinceLook(): number {
    return this.#options.clock.monotonic() - this.#lookedAt;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    // Jobs whose time has not come are given back: another process, or the next start, does them in time.
    for (const cancel of this.#waits) cancel();
    await this.#loop.stop();
    const patience = new AbortController();
    await Promise.race([
      this.#running.ended(),
      pause(this.#options.stopPatienceMs ?? STOP_PATIENCE_MS, undefined, { signal: patience.signal }).catch(
        () => undefined,
      ),
    ]);
    patience.abort();
    this.#stopping.abort();
    if (this.#queue.interruptible) await this.#running.ended();
    if (this.#running.size === 0) return;
    this.#abandoned = true;
    this.#options.log.info(
      { unfinished: this.#running.size },
      `the ${this.#queue.name} stops; unfinished jobs are rescued when their leases run out`,
    );
  }

  async #look(): Promise<number | null> {
    const { clock, timings } = this.#options;
    this.#checkClock();
    await this.#watch.afterRollback(() => this.#queue.clampAfterClockRollback(clock.now(), timings.lease));
    await this.#queue.refresh(clock.now());
    // Once more: the clock may have jumped in between.
    const now = this.#checkClock();
    for (const group of this.#queue.slotGroups()) {
      if (!(await this.#claimGroup(group, now))) return null;
    }
    // From the very time by which jobs were claimed, so that those that fell due since then are not passed over.
    const next = await this.#queue.nextWake(now);
    return next === null ? null : next - clock.now();
  }

  /** @returns false where the worker was stopped in between */
  async #claimGroup(group: readonly string[], now: number): Promise<boolean> {
    const rest = new Set(group);
    for (let slots = this.#limiter.widest([...rest]); slots; slots = this.#limiter.widest([...rest])) {
      if (this.#stopped) return false;
      if (await this.#claim(slots, group, now)) for (const key of slots.keys) rest.delete(key);
    }
    return true;
  }

  /** @returns whether it claimed all that is due for those keys */
  async #claim({ keys, free }: FreeSlots, group: readonly string[], now: number): Promise<boolean> {
    const options = this.#dueOptions(now, group, keys);
    const due = await this.#queue.countDue(options, BATCH + 1);
    if (due === 0) return true;
    // Where many are due, all of them wait for the commit: one is better than several.
    const limit = Math.min(free, due > BATCH ? free : BATCH);
    const claimed = await this.#queue.claim({ ...options, lease: this.#options.timings.lease, limit });
    for (const job of claimed) {
      this.#options.timers.learn(job.workspace.id, job.workspace);
      this.#start(job);
    }
    return claimed.length < limit;
  }

  /** @returns the time by which jobs may be claimed */
  #checkClock(): number {
    const jump = this.#watch.check();
    if (jump !== 0) this.#options.log.warn({ jumpMs: Math.round(jump) }, 'the wall clock jumped');
    return this.#watch.checkedAt;
  }

  #dueOptions(now: number, group: readonly string[], open: readonly string[]): DueOptions {
    return {
      now,
      rescue: this.#watch.mayRescue,
      except: this.#running.overdue(),
      open,
      closed: group.filter((key) => !open.includes(key)),
    };
  }

  async #isAnythingDue(): Promise<boolean> {
    const now = this.#options.clock.now();
    for (const group of this.#queue.slotGroups()) {
      const open = group.filter((key) => this.#limiter.free(key) > 0);
      if (open.length === 0) continue;
      if ((await this.#queue.countDue(this.#dueOptions(now, group, open), 1)) > 0) return true;
    }
    return false;
  }

  #start(job: Claimed): void {
    const { timers, log } = this.#options;
    const id = this.#queue.idOf(job);
    const slot = this.#queue.slotOf(job);
    const workspaceId = job.workspace.id;
    this.#limiter.acquire(slot);
    const lease = this.#queue.leaseOf(job);
    const waits = this.#running.waitsFor(timers, workspaceId);
    const { name, attributes } = this.#queue.describe(job);
    const perform = (span: Span): Promise<void> => this.#perform(job, lease, waits, span);
    const done = inRootSpan(this.#options.tracer, name, { kind: 'consumer', attributes }, perform)
      .catch((error: unknown) => {
        // The database is already closed, and has what could be recorded about the job.
        if (this.#abandoned) return;
        log.error({ err: error, id }, `a job of the ${this.#queue.name} failed unexpectedly`);
      })
      .finally(() => {
        this.#running.remove(id);
        this.#queue.ended(job);
        if (this.#limiter.release(slot)) this.wake();
      });
    this.#running.add(id, { workspaceId, lease, waits, done });
  }

  async #perform(job: Claimed, lease: JobLease, waits: ClockWaits, span: Span): Promise<void> {
    const workspaceId = job.workspace.id;
    const cleanups: (() => void)[] = [];
    const context: WorkContext<JobLease> = {
      lease,
      limit: (milliseconds) => {
        const signal = this.#signalAfter(milliseconds, workspaceId, cleanups);
        return { signal, time: waits.timeFor(signal) };
      },
      now: () => this.#options.timers.now(workspaceId),
      until: (at) => this.#until(at, workspaceId, waits),
      claimsEnded: () => this.#loop.currentLook(),
      stopping: this.#stopping.signal,
      span,
    };
    try {
      if (await this.#queue.perform(job, context)) this.wake();
    } finally {
      for (const cleanup of cleanups) cleanup();
    }
  }

  async #until(at: number, workspaceId: string, waits: ClockWaits): Promise<boolean> {
    for (;;) {
      const left = at - this.#options.timers.now(workspaceId);
      if (left <= 0) return true;
      if (this.#stopped || left > this.#options.timings.lead) return false;
      await waits.wait(left, this.#waits);
    }
  }

  /**
   * Aborts after this many milliseconds of the workspace's time, so that a moved clock has the same effect as waiting,
   * and of real time, which the lease was made for.
   *
   * `AbortSignal.timeout` costs twice as much as this timer, and a thousand posts of one instant wait for it.
   *
   * @param cleanups receives what cancels the timers
   */
  #signalAfter(limit: number, workspaceId: string, cleanups: (() => void)[]): AbortSignal {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), limit).unref();
    cleanups.push(() => clearTimeout(timer));
    const { timers } = this.#options;
    if (timers.isFrozen(workspaceId))
      cleanups.push(timers.after(workspaceId, limit, () => controller.abort()));
    return controller.signal;
  }
}

/** What a worker's owner needs of it, whatever its jobs are. */
export type WorkerHandle = Pick<
  Worker<Job, Pick<Lease, 'lastsFor'>>,
  'wake' | 'runDue' | 'stop' | 'sinceLook'
>;
