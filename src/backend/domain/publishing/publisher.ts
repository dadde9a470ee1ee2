import type { Clock } from '../../base/clock.js';
import type { IdSource } from '../../base/ids.js';
import type { Log } from '../../base/log.js';
import type { Random } from '../../base/random.js';
import type { NetworkGateway } from '../../networks/gateway.js';
import { untilWritten } from '../../store/database-faults.js';
import type { Store } from '../../store/store.js';
import type { PostChanges } from '../../work/changes.js';
import { TIMINGS, type Timings } from '../../work/timing.js';
import { alignMovedWorkspaces } from '../../work/wake-times.js';
import type { Surroundings, WorkQueue } from '../../work/work-queue.js';
import { SleepingWorker, type Worker } from '../../work/worker.js';
import type { WorkspaceTimers } from '../../work/workspace-timers.js';
import { type Claim, claimDue, countDue } from './claim.js';
import { deliver } from './deliver.js';
import type { DeliveryStep } from './delivery-ports.js';
import { shortenImpossibleLeases } from './impossible-leases.js';
import { Lease } from './lease.js';
import { otherPostIds } from './other-posts.js';
import type { OutgoingFiles } from './outgoing-media.js';
import { SendingMarks } from './sending-marks.js';
import { shortenSetBackWaits } from './set-back-waits.js';
import { Settlements } from './settlements.js';

export interface PublisherPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: WorkspaceTimers;
  readonly ids: IdSource;
  /** How the networks are reached. */
  readonly gateway: NetworkGateway;
  /** The files of posts. */
  readonly media: OutgoingFiles;
  readonly postChanges: PostChanges;
  readonly log: Log;
  /** Those that the service runs with, unless told. */
  readonly timings?: Timings;
  /** For the jitter of pauses; `Math.random` unless told. */
  readonly random?: Random;
  /** Most targets that it publishes at a time on one network. */
  readonly mostPerNetwork?: number;
  /** Called between every two steps of a delivery. */
  readonly reached?: (step: DeliveryStep, claim: Claim) => Promise<void>;
}

export type Publisher = Worker;

/** Starts publishing: it sleeps until the earliest due target, and is woken when something sooner arrives. */
export function startPublisher(ports: PublisherPorts): Publisher {
  const { clock, timers, log, timings = TIMINGS, mostPerNetwork } = ports;
  const publisher = new SleepingWorker(new TargetQueue(ports), {
    clock,
    timers,
    log,
    timings,
    ...(mostPerNetwork !== undefined && { mostPerNetwork }),
  });
  publisher.wake();
  return publisher;
}

/** Targets that fall due. */
class TargetQueue implements WorkQueue<Claim, Lease> {
  readonly name = 'publisher';
  readonly #ports: PublisherPorts;
  readonly #timings: Timings;
  readonly #marks: SendingMarks;
  readonly #settlements: Settlements;

  constructor(ports: PublisherPorts) {
    this.#ports = ports;
    this.#timings = ports.timings ?? TIMINGS;
    this.#marks = new SendingMarks(ports.store, ports.clock);
    this.#settlements = new Settlements(ports.store, ports.ids);
  }

  idOf({ target }: Claim): string {
    return target.id;
  }

  countDue(options: Parameters<typeof countDue>[1], most: number): Promise<number> {
    return countDue(this.#ports.store, { ...options, ahead: this.#timings.lead }, most);
  }

  claim(options: Parameters<typeof claimDue>[2]): Promise<readonly Claim[]> {
    return claimDue(this.#ports.store, this.#ports.ids, { ...options, ahead: this.#timings.lead });
  }

  alignMovedWorkspaces(now: number): Promise<void> {
    return alignMovedWorkspaces(this.#ports.store, now);
  }

  async clockWasSetBack(now: number, lease: number): Promise<void> {
    await shortenImpossibleLeases(this.#ports.store, now, lease);
    await shortenSetBackWaits(this.#ports.store, now);
  }

  /** What can be claimed ahead of its time has been, as far as that is near. */
  async nextWake(after: number): Promise<number | null> {
    const { lead } = this.#timings;
    const row = await this.#ports.store.db
      .selectFrom('targets')
      .select(['wake_at', 'status'])
      .where('wake_at', '>', after)
      .where((where) => where.or([where('status', '!=', 'pending'), where('wake_at', '>', after + lead)]))
      .orderBy('wake_at')
      .limit(1)
      .executeTakeFirst();
    if (!row || row.wake_at === null) return null;
    return row.status === 'pending' ? row.wake_at - lead : row.wake_at;
  }

  hold(claim: Claim): Lease {
    const { store, clock, ids, timers } = this.#ports;
    return new Lease(claim, {
      store,
      clock,
      ids,
      marks: this.#marks,
      duration: this.#timings.lease,
      callLimit: this.#timings.callLimit,
      now: () => timers.now(claim.workspace.id),
    });
  }

  async perform(claim: Claim, { hold, limit, now, until, claimed }: Surroundings<Lease>): Promise<boolean> {
    const { store, clock, log, media, postChanges, gateway, random = Math.random } = this.#ports;
    postChanges.announce(claim.target.post_id);
    const verdict = await deliver(claim, {
      adapter: gateway.adapterOf(claim.target.platform),
      hold,
      media,
      timings: this.#timings,
      connect: (milliseconds) => {
        const { signal, time } = limit(milliseconds);
        return gateway.connect(claim.account, time, signal);
      },
      otherPostIds: () => otherPostIds(store, claim),
      now,
      until,
      reached: async (step) => this.#ports.reached?.(step, claim),
      random,
    });
    const facts = {
      postId: claim.target.post_id,
      targetId: claim.target.id,
      platform: claim.target.platform,
    };
    await claimed();
    const time = { now: now(), systemNow: clock.now() };
    const kept =
      verdict.kind !== 'lost_claim' &&
      (await untilWritten(() => this.#settlements.settle({ claim, verdict, ...time })));
    if (!kept) {
      log.warn(facts, 'a claim was lost; nothing was recorded');
      return false;
    }
    log.info({ ...facts, outcome: verdict.kind, attempt: claim.target.attempt }, 'target');
    return 'until' in verdict;
  }

  ended(claim: Claim): void {
    this.#ports.postChanges.announce(claim.target.post_id);
  }
}
