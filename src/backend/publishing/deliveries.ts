import type { Claim } from './claim.js';
import { deliver } from './deliver.js';
import { Lease } from './lease.js';
import { otherPostIds } from './other-posts.js';
import type { PublisherPorts } from './publisher.js';
import type { Pauses, RunningDeliveries } from './running-deliveries.js';
import { SendingMarks } from './sending-marks.js';
import { settle } from './settle.js';
import type { Timings } from './timing.js';

/** What a delivery has to do with the publisher that claimed its target. */
interface Around {
  readonly timings: Timings;
  readonly running: RunningDeliveries;
  /** Resolves when what is due has been claimed. */
  claimed(): Promise<void>;
  /** A delivery has ended, and there is room for another one. */
  ended(): void;
  /** A target waits for a time of its own: sooner, perhaps, than anything else. */
  waitsFor(): void;
}

/** Deliveries of claimed targets, each from its lease to what is recorded of it. */
export class Deliveries {
  readonly #ports: PublisherPorts;
  readonly #around: Around;
  readonly #marks: SendingMarks;

  constructor(ports: PublisherPorts, around: Around) {
    this.#ports = ports;
    this.#around = around;
    this.#marks = new SendingMarks(ports.store, ports.clock);
  }

  /** Begins one attempt; what comes of it is recorded, or logged where it is a fault of our own. */
  start(claim: Claim): void {
    const { store, clock, ids, timers } = this.#ports;
    const { timings, running, ended } = this.#around;
    const { id } = claim.target;
    const lease = new Lease(claim, {
      store,
      clock,
      ids,
      marks: this.#marks,
      duration: timings.lease,
      now: () => timers.now(claim.workspace.id),
    });
    const pauses = running.pausesFor(timers, claim.workspace.id);
    const work = this.#publish(claim, lease, pauses)
      .catch((error: unknown) => {
        this.#ports.log.error({ err: error, targetId: id }, 'a delivery ended in a fault of our own');
      })
      .finally(() => {
        running.remove(id);
        this.#ports.postChanges.announce(claim.target.post_id);
        ended();
      });
    running.add(id, lease, pauses, work);
  }

  async #publish(claim: Claim, hold: Lease, pauses: Pauses): Promise<void> {
    const { store, ids, clock, timers, log, media, postChanges, reach } = this.#ports;
    postChanges.announce(claim.target.post_id);
    const verdict = await deliver(claim, {
      adapter: reach.adapterOf(claim.target.platform),
      hold,
      media,
      timings: this.#around.timings,
      connect: (limit) => {
        const signal = this.#signalAfter(limit, claim.workspace.id);
        return reach.connect(claim.account, pauses.timeFor(signal), signal);
      },
      otherPostIds: () => otherPostIds(store, claim),
      now: () => timers.now(claim.workspace.id),
      reached: async (step) => this.#ports.reached?.(step, claim),
      random: Math.random,
    });
    const facts = {
      postId: claim.target.post_id,
      targetId: claim.target.id,
      platform: claim.target.platform,
    };
    // What is due goes out first: that something is out can be written down a moment later.
    await this.#around.claimed();
    const time = { now: timers.now(claim.workspace.id), systemNow: clock.now() };
    const kept = verdict.kind !== 'lost_claim' && (await settle(store, ids, claim, verdict, time));
    if (!kept) {
      log.warn(facts, 'a claim was lost; nothing was recorded');
      return;
    }
    log.info({ ...facts, outcome: verdict.kind, attempt: claim.target.attempt }, 'target');
    if ('until' in verdict) this.#around.waitsFor();
  }

  /**
   * Gives a call up after so many milliseconds of the workspace's time, so that a clock that is moved finds
   * what it would have found; and of real time, for which the lease was made.
   */
  #signalAfter(limit: number, workspaceId: string): AbortSignal {
    const real = AbortSignal.timeout(limit);
    const { timers } = this.#ports;
    if (!timers.isFrozen(workspaceId)) return real;
    const moved = new AbortController();
    const takeBack = timers.after(workspaceId, limit, () => moved.abort());
    real.addEventListener('abort', takeBack, { once: true });
    return AbortSignal.any([real, moved.signal]);
  }
}
