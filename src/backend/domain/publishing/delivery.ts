import type { NetworkAdapter } from '../../networks/adapter.js';
import type { Connection } from '../../networks/connection.js';
import type { LostAt } from '../../work/late-posts.js';
import type { Timings } from '../../work/timing.js';
import type { AttemptFacts } from '../../work/verdict.js';
import type { Claim } from './claim.js';
import type { OutgoingFiles } from './outgoing-media.js';
import type { TargetLease } from './target-lease.js';

/** The steps of a delivery, in order; those of parts repeat for each part. */
export const DELIVERY_STEPS = [
  'claimed',
  'looked_up',
  'prepared',
  'marked',
  'created',
  'main_recorded',
  'part_looked_up',
  'part_marked',
  'part_created',
  'part_recorded',
] as const;
export type DeliveryStep = (typeof DELIVERY_STEPS)[number];

export interface DeliveryDependencies {
  readonly adapter: NetworkAdapter;
  readonly lease: TargetLease;
  readonly timings: Timings;
  readonly media: Pick<OutgoingFiles, 'of' | 'thumbnail'>;
  /** @param limit milliseconds after which the call is given up */
  connect(limit: number): Connection;
  /** Ids of the posts that other targets of the account have created since the first attempt. */
  otherPostIds(): Promise<readonly string[]>;
  /** Workspace time at which the last call of an earlier attempt ended. */
  lostAt(): Promise<number>;
  /** Workspace time. */
  now(): number;
  /**
   * Waits for a time of the workspace that is near.
   *
   * @returns false where it will not come while this process has the target, which must be given back
   */
  until(at: number): Promise<boolean>;
  /** Called after each step. */
  reached(step: DeliveryStep): Promise<void>;
  /** In [0, 1). */
  random(): number;
}

/** Null: the network's servers store nothing late. */
export function lostAtOf({ adapter, lostAt }: DeliveryDependencies): LostAt | null {
  return adapter.storesLate ? lostAt : null;
}

/** @param canReconcile whether a lost answer can be reconciled, by key or by look-up */
export function factsOf(
  claim: Claim,
  { now, random, timings }: DeliveryDependencies,
  canReconcile: boolean,
): AttemptFacts {
  return {
    attempt: claim.target.attempt - claim.target.attempt_base,
    now: now(),
    latest: claim.latest,
    random: random(),
    canReconcile,
    timings,
  };
}
