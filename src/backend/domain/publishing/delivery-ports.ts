import type { Connection, Delivered, NetworkAdapter } from '../../networks/adapter.js';
import type { Timings } from '../../work/timing.js';
import type { AttemptFacts } from '../../work/verdict.js';
import type { Claim } from './claim.js';
import type { OutgoingFiles } from './outgoing-media.js';
import type { PartResult } from './part-records.js';

/** The steps of one delivery, in their order; those of parts come again for each part. */
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

/** This process's hold on the target, and what may be written as long as it lasts. */
export interface Hold {
  /** Whether it lasts for so many more milliseconds. */
  lastsFor(milliseconds: number): boolean;
  /** Renews it, and keeps what preparing left at the network. False: it was lost, nothing was written. */
  renew(kept: { readonly prepared_json?: string }): Promise<boolean>;
  /** Records that the irreversible call is about to leave. False: it was lost, nothing was written. */
  markSending(): Promise<boolean>;
  /** The same for a part. */
  markPart(position: number): Promise<boolean>;
  /** Records that the main post is out while parts are still to follow. */
  recordMain(delivered: Delivered): Promise<boolean>;
  recordPart(position: number, result: PartResult): Promise<boolean>;
}

/** What a delivery needs of its surroundings. */
export interface DeliveryPorts {
  readonly adapter: NetworkAdapter;
  readonly hold: Hold;
  readonly timings: Timings;
  readonly media: Pick<OutgoingFiles, 'of' | 'thumbnail'>;
  /** @param limit milliseconds after which the call is given up */
  connect(limit: number): Connection;
  /** Ids of the posts that other targets of the account have made since the first attempt. */
  otherPostIds(): Promise<readonly string[]>;
  /** Workspace time. */
  now(): number;
  /**
   * Waits for a time of the workspace that is near.
   *
   * @returns false where it will not come while this process holds the target: that is given back
   */
  until(at: number): Promise<boolean>;
  /** Called between every two steps. */
  reached(step: DeliveryStep): Promise<void>;
  /** In [0, 1). */
  random(): number;
}

/** Whether the network still knows the key of a first attempt made at `since`, workspace time. */
export function keyHolds(since: number, { adapter, now }: Pick<DeliveryPorts, 'adapter' | 'now'>): boolean {
  return adapter.recovery === 'key' && now() - since < (adapter.keyLifetimeMs ?? Number.POSITIVE_INFINITY);
}

/** @param canReconcile whether a lost answer can be looked into: by key or by look-up */
export function factsOf(claim: Claim, ports: DeliveryPorts, canReconcile: boolean): AttemptFacts {
  return {
    attempt: claim.target.attempt - claim.target.attempt_base,
    now: ports.now(),
    latest: claim.latest,
    random: ports.random(),
    canReconcile,
    timings: ports.timings,
  };
}
