import type { Attributes, Span } from '../base/tracing/span.js';
import type { ConnectionTime } from '../networks/gateway.js';
import type { WorkspaceRow } from '../store/schema.js';
import type { ClaimOptions, DueOptions } from './due-table.js';
import type { Lease } from './lease.js';

/** A job that belongs to this process until its lease runs out. */
export interface Job {
  readonly workspace: Pick<WorkspaceRow, 'id' | 'clock_offset_ms' | 'clock_frozen_at'>;
}

/** What the worker provides to a job while it runs. */
export interface WorkContext<JobLease> {
  readonly lease: JobLease;
  /** A signal that aborts after this many milliseconds, and the time that a call made under it sees. */
  limit(milliseconds: number): { readonly signal: AbortSignal; readonly time: ConnectionTime };
  /** Workspace time. */
  now(): number;
  /**
   * Waits for a time of the workspace that is near.
   *
   * @param at workspace time
   * @returns false where the worker is stopped first, or the time is further off than any job is claimed ahead because
   *   the clock was set back
   */
  until(at: number): Promise<boolean>;
  /** Resolves when the current round of claims has ended: claims come before records of what has happened. */
  claimsEnded(): Promise<void>;
  /** Aborts when the worker stops and no longer waits for jobs to end. */
  readonly stopping: AbortSignal;
  /** Where the job says how it ended, for a trace. */
  readonly span: Span;
}

/** One kind of job: where its jobs are kept, how they are claimed, and how they are done. */
export interface JobQueue<Claimed extends Job, JobLease extends Pick<Lease, 'lastsFor'>> {
  /** The name of its worker in the log. */
  readonly name: string;
  /** Whether its jobs end soon after `stopping` aborts, so that a worker that stops waits for all of them. */
  readonly interruptible: boolean;
  /** Brings in jobs that have arrived since the last look. @param now system time */
  refresh(now: number): Promise<void>;
  /** The keys of its concurrency slots; jobs of keys in one group are claimed with one statement. */
  slotGroups(): readonly (readonly string[])[];
  idOf(job: Claimed): string;
  /** The key of the concurrency slot that a job takes. */
  slotOf(job: Claimed): string;
  /** How many jobs are due, up to `limit`. */
  countDue(options: DueOptions, limit: number): Promise<number>;
  claim(options: ClaimOptions): Promise<readonly Claimed[]>;
  /** When to look again, in system time after `after`. */
  nextWake(after: number): Promise<number | null>;
  /**
   * Corrects what was written before the wall clock was set back, which may have been before this process started.
   *
   * @param now system time
   * @param lease how long a lease lasts, in milliseconds
   */
  clampAfterClockRollback(now: number, lease: number): Promise<void>;
  leaseOf(job: Claimed): JobLease;
  /** The job as a span of a trace: a name that few jobs do not share, and what is known before it runs. */
  describe(job: Claimed): { readonly name: string; readonly attributes: Attributes };
  /** Does the job and records its outcome. @returns whether to look for work again at once */
  perform(job: Claimed, context: WorkContext<JobLease>): Promise<boolean>;
  /** Called when a job has ended, whatever its outcome. */
  ended(job: Claimed): void;
}
