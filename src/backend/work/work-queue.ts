import type { ClaimOptions, DueOptions } from '../domain/publishing/claim.js';
import type { ConnectionTime } from '../networks/gateway.js';
import type { AccountRow, WorkspaceRow } from '../store/schema.js';
import type { Held } from './running-work.js';

/** A piece of work that belongs to this process until its lease runs out. */
export interface Claimed {
  readonly workspace: WorkspaceRow;
  readonly account: Pick<AccountRow, 'platform'>;
}

/** What one piece of work needs of the worker. */
export interface Surroundings<Hold extends Held> {
  readonly hold: Hold;
  /** A signal that ends after so many milliseconds, and the time by which the network is spoken with. */
  limit(milliseconds: number): { readonly signal: AbortSignal; readonly time: ConnectionTime };
  /** Workspace time. */
  now(): number;
  /**
   * Waits for a time of the workspace that is near.
   *
   * @param at workspace time
   * @returns false where the worker is stopped before it, or it is further off than anything is claimed ahead: the
   *   clock was set back
   */
  until(at: number): Promise<boolean>;
  /** Resolves once what is due has been claimed: that goes out before anything is written down. */
  claimed(): Promise<void>;
}

/** Work that falls due: where it is kept, how it is claimed, and how it is done. */
export interface WorkQueue<Work extends Claimed, Hold extends Held> {
  /** What the log calls it. */
  readonly name: string;
  idOf(work: Work): string;
  /** How many pieces of work are due, up to `most`. */
  countDue(options: DueOptions, most: number): Promise<number>;
  claim(options: ClaimOptions): Promise<readonly Work[]>;
  /** System time, after `after`, at which something is to be looked at. */
  nextWake(after: number): Promise<number | null>;
  /** Makes `wake_at` follow from clocks that were moved. @param now system time */
  alignMovedWorkspaces(now: number): Promise<void>;
  /**
   * The wall clock was set back, or may have been before this process began: shortens what was written down by it
   * and would last as long as it was set back.
   *
   * @param now system time
   * @param lease how long a lease lasts, in milliseconds
   */
  clockWasSetBack(now: number, lease: number): Promise<void>;
  hold(work: Work): Hold;
  /** Does it and records what came of it. @returns whether it is to be looked at again */
  perform(work: Work, surroundings: Surroundings<Hold>): Promise<boolean>;
  /** Called when it has ended, however it did. */
  ended(work: Work): void;
}
