import { readTraceContext } from '../../../base/trace-context.js';
import type { Clock } from '../../base/clock.js';
import type { Figures } from '../../base/figures.js';
import type { IdSource } from '../../base/ids.js';
import type { Log } from '../../base/log.js';
import type { Random } from '../../base/random.js';
import type { Span } from '../../base/tracing/span.js';
import type { Tracer } from '../../base/tracing/tracer.js';
import type { NetworkGateway } from '../../networks/gateway.js';
import { untilWritten } from '../../store/database-errors.js';
import { lookUpOnly } from '../../store/doubt.js';
import type { Store } from '../../store/store.js';
import type { ChangeNotifier } from '../../work/change-notifier.js';
import type { ClaimOptions } from '../../work/due-table.js';
import { figureOutcome } from '../../work/figure-outcome.js';
import type { JobQueue, WorkContext } from '../../work/job-queue.js';
import { NetworkQueue, networkAttributes } from '../../work/network-queue.js';
import { MAX_JOBS_PER_NETWORK, TIMINGS, type Timings } from '../../work/timing.js';
import type { Verdict } from '../../work/verdict.js';
import { Worker, type WorkerHandle } from '../../work/worker.js';
import type { WorkspaceTimers } from '../../work/workspace-timers.js';
import { type Claim, claimTargets } from './claim.js';
import { deliver } from './deliver.js';
import { publishedMain } from './deliver-parts.js';
import type { DeliveryStep } from './delivery.js';
import { lostAt } from './lost-at.js';
import { otherPostIds } from './other-posts.js';
import type { OutgoingFiles } from './outgoing-media.js';
import { SendingMarks } from './sending-marks.js';
import { Settlements } from './settlements.js';
import { TargetLease } from './target-lease.js';
import { TARGETS } from './target-table.js';

export interface PublisherDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: WorkspaceTimers;
  readonly ids: IdSource;
  readonly gateway: NetworkGateway;
  /** The files of posts. */
  readonly media: OutgoingFiles;
  readonly changes: ChangeNotifier;
  readonly log: Log;
  readonly figures?: Figures;
  readonly tracer?: Tracer | undefined;
  /** Default: those of the service. */
  readonly timings?: Timings;
  /** For the jitter of pauses; default: `Math.random`. */
  readonly random?: Random;
  /** The most targets that it publishes at a time on one network. */
  readonly maxPerNetwork?: number;
  /** Called after each step of a delivery. */
  readonly reached?: (step: DeliveryStep, claim: Claim) => Promise<void>;
}

/** Starts a worker that publishes targets when they fall due. */
export function startPublisher(dependencies: PublisherDependencies): WorkerHandle {
  const { clock, timers, log, tracer, timings = TIMINGS } = dependencies;
  const publisher = new Worker(new TargetQueue(dependencies), {
    ...{ clock, timers, log, tracer, timings },
    maxPerSlot: dependencies.maxPerNetwork ?? MAX_JOBS_PER_NETWORK,
  });
  publisher.wake();
  return publisher;
}

/** Whether nothing can be sent: the main post, or each part that is left, is only looked up. */
function isLookUp(claim: Claim): boolean {
  if (!publishedMain(claim)) return claim.lookUpOnly !== null;
  const left = claim.parts.filter(({ status }) => status === 'pending');
  return left.length > 0 && left.every((part) => lookUpOnly(part.in_doubt) !== null);
}

class TargetQueue extends NetworkQueue implements JobQueue<Claim, TargetLease> {
  readonly name = 'publisher';
  readonly interruptible = false;
  readonly #dependencies: PublisherDependencies;
  readonly #timings: Timings;
  readonly #marks: SendingMarks;
  readonly #settlements: Settlements;

  constructor(dependencies: PublisherDependencies) {
    const { store, clock, ids, timings = TIMINGS } = dependencies;
    super({ store, table: TARGETS, lead: timings.lead });
    this.#dependencies = dependencies;
    this.#timings = timings;
    this.#marks = new SendingMarks(store, clock);
    this.#settlements = new Settlements(store, ids);
  }

  idOf({ target }: Claim): string {
    return target.id;
  }

  slotOf({ target }: Claim): string {
    return target.platform;
  }

  claim(options: ClaimOptions): Promise<readonly Claim[]> {
    const { store, ids } = this.#dependencies;
    return claimTargets(store, ids, { ...options, ahead: this.#timings.lead });
  }

  leaseOf(claim: Claim): TargetLease {
    const { store, clock, ids, timers } = this.#dependencies;
    return new TargetLease(claim, {
      ...{ store, clock, ids },
      marks: this.#marks,
      duration: this.#timings.lease,
      callLimit: this.#timings.callLimit,
      now: () => timers.now(claim.workspace.id),
    });
  }

  describe({ target, account, inDoubt }: Claim) {
    return {
      name: `publish ${target.platform}`,
      attributes: {
        ...networkAttributes(account),
        'postrider.post.id': target.post_id,
        'postrider.target.id': target.id,
        'postrider.attempt': target.attempt,
        'postrider.in_doubt': inDoubt,
      },
    };
  }

  async perform(claim: Claim, context: WorkContext<TargetLease>): Promise<boolean> {
    const { lease, limit, now, until } = context;
    const { store, clock, log, media, changes, gateway, random = Math.random } = this.#dependencies;
    const begunAt = now();
    changes.notify(claim.target.post_id);
    const verdict = await deliver(claim, {
      ...{ lease, media, now, until, random },
      adapter: gateway.adapterOf(claim.target.platform),
      timings: this.#timings,
      connect: (milliseconds) => {
        const { signal, time } = limit(milliseconds);
        return gateway.connect(claim.account, time, signal);
      },
      otherPostIds: () => otherPostIds(store, claim),
      lostAt: () => lostAt(store, claim),
      reached: async (step) => this.#dependencies.reached?.(step, claim),
    });
    await context.claimsEnded();
    const time = { now: now(), systemNow: clock.now() };
    const recorded =
      verdict.kind !== 'lost_claim' &&
      (await untilWritten(() => this.#settlements.settle({ claim, verdict, ...time })));
    const { id: targetId, post_id: postId, platform, attempt } = claim.target;
    if (!recorded) {
      log.warn({ postId, targetId, platform }, 'the lease on a target was lost; nothing was recorded');
      return false;
    }
    log.info({ postId, targetId, platform, outcome: verdict.kind, attempt }, 'target');
    context.span.set({ 'postrider.outcome': verdict.kind });
    if (verdict.kind === 'failed') context.span.fail(verdict.diagnosis.code);
    if (this.#dependencies.tracer) await this.#linkCreation(context.span, postId);
    this.#count(claim, verdict, begunAt);
    return 'until' in verdict;
  }

  /** The trace in which the post was created, which may be weeks ago. */
  async #linkCreation(span: Span, postId: string): Promise<void> {
    const post = await this.#dependencies.store.db
      .selectFrom('posts')
      .select('traceparent')
      .where('id', '=', postId)
      .executeTakeFirst();
    const created = readTraceContext(post?.traceparent ?? undefined, undefined);
    if (created) span.link(created);
  }

  #count(claim: Claim, verdict: Verdict, begunAt: number): void {
    const { figures } = this.#dependencies;
    const { target, account, inDoubt } = claim;
    const of = { platform: target.platform, network: account.simulated === 1 ? 'simulated' : 'real' };
    figures?.attempts.add({ kind: 'post', ...of, outcome: figureOutcome(verdict, inDoubt, isLookUp(claim)) });
    if (target.attempt - target.attempt_base !== 1 || target.scheduled_at === null) return;
    figures?.lateness.observe(Math.max(0, begunAt - target.scheduled_at) / 1_000, of);
  }

  ended(claim: Claim): void {
    this.#dependencies.changes.notify(claim.target.post_id);
  }
}
