import type { Clock } from '../../../base/clock.js';
import type { Figures } from '../../../base/figures.js';
import type { IdSource } from '../../../base/ids.js';
import type { Log } from '../../../base/log.js';
import type { Random } from '../../../base/random.js';
import type { Tracer } from '../../../base/tracing/tracer.js';
import type { MediaStorage } from '../../../files/storage.js';
import type { NetworkGateway } from '../../../networks/gateway.js';
import type { OutgoingMedia } from '../../../networks/outgoing-post.js';
import { untilWritten } from '../../../store/database-errors.js';
import { lookUpOnly } from '../../../store/doubt.js';
import type { Store } from '../../../store/store.js';
import type { ChangeNotifier } from '../../../work/change-notifier.js';
import type { ClaimOptions } from '../../../work/due-table.js';
import { figureOutcome } from '../../../work/figure-outcome.js';
import type { JobQueue, WorkContext } from '../../../work/job-queue.js';
import { NetworkQueue, networkAttributes } from '../../../work/network-queue.js';
import { MAX_JOBS_PER_NETWORK, TIMINGS, type Timings } from '../../../work/timing.js';
import { Worker, type WorkerHandle } from '../../../work/worker.js';
import type { WorkspaceTimers } from '../../../work/workspace-timers.js';
import { findMedia } from '../../media/repository.js';
import type { DeliveryStep } from '../../publishing/delivery.js';
import { deliverSend } from './deliver-send.js';
import { knownIdsFor } from './known-ids.js';
import type { MessageContent } from './send-content.js';
import { SendLease } from './send-lease.js';
import { claimSends, lostAtOf, type SendClaim } from './send-records.js';
import { SENDS } from './send-table.js';
import { settleSend } from './settle-send.js';

export interface SenderDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: WorkspaceTimers;
  readonly ids: IdSource;
  readonly gateway: NetworkGateway;
  readonly media: MediaStorage;
  readonly changes: ChangeNotifier;
  readonly log: Log;
  readonly figures?: Figures;
  readonly tracer?: Tracer | undefined;
  /** Default: those of the service. */
  readonly timings?: Timings;
  /** For the jitter of pauses; default: `Math.random`. */
  readonly random?: Random;
  /** Called after each step of a delivery. */
  readonly reached?: (step: DeliveryStep, claim: SendClaim) => Promise<void>;
}

/** Starts a worker that sends replies and messages. */
export function startSender(dependencies: SenderDependencies): WorkerHandle {
  const { clock, timers, log, tracer, timings = TIMINGS } = dependencies;
  const sender = new Worker(new SendQueue(dependencies), {
    ...{ clock, timers, log, tracer, timings },
    maxPerSlot: MAX_JOBS_PER_NETWORK,
  });
  sender.wake();
  return sender;
}

class SendQueue extends NetworkQueue implements JobQueue<SendClaim, SendLease> {
  readonly name = 'sender';
  readonly interruptible = false;
  readonly #dependencies: SenderDependencies;
  readonly #timings: Timings;

  constructor(dependencies: SenderDependencies) {
    super({ store: dependencies.store, table: SENDS });
    this.#dependencies = dependencies;
    this.#timings = dependencies.timings ?? TIMINGS;
  }

  idOf({ send }: SendClaim): string {
    return send.id;
  }

  slotOf({ account }: SendClaim): string {
    return account.platform;
  }

  claim(options: ClaimOptions): Promise<readonly SendClaim[]> {
    return claimSends(this.#dependencies.store, this.#dependencies.ids, options);
  }

  leaseOf(claim: SendClaim): SendLease {
    const { store, clock, timers } = this.#dependencies;
    const now = () => timers.now(claim.workspace.id);
    return new SendLease(claim, { store, clock, duration: this.#timings.lease, now });
  }

  describe({ send, account, content }: SendClaim) {
    return {
      name: `send ${content.kind}`,
      attributes: {
        ...networkAttributes(account),
        'postrider.send.id': send.id,
        'postrider.attempt': send.attempt,
        'postrider.in_doubt': send.in_doubt > 0,
      },
    };
  }

  async perform(claim: SendClaim, { lease, limit, now, span }: WorkContext<SendLease>): Promise<boolean> {
    const { store, ids, clock, log, gateway, random = Math.random } = this.#dependencies;
    const verdict = await deliverSend(claim, {
      ...{ lease, now, random },
      adapter: gateway.adapterOf(claim.account.platform),
      timings: this.#timings,
      connect: (milliseconds) => {
        const { signal, time } = limit(milliseconds);
        return gateway.connect(claim.account, time, signal);
      },
      knownIds: () => knownIdsFor(store.db, claim),
      lostAt: () => lostAtOf(store.db, claim),
      mediaOf: (content) => this.#mediaOf(claim, content),
      until: async () => true,
      reached: async (step) => this.#dependencies.reached?.(step, claim),
    });
    const facts = { id: claim.send.id, platform: claim.account.platform };
    const time = { now: now(), systemNow: clock.now() };
    const recorded =
      verdict.kind !== 'lost_claim' &&
      (await untilWritten(() => settleSend(store, ids, claim, verdict, time)));
    if (!recorded) {
      log.warn(facts, 'the lease on a reply or message was lost; nothing was recorded');
      return false;
    }
    log.info({ ...facts, outcome: verdict.kind, attempt: claim.send.attempt }, claim.content.kind);
    span.set({ 'postrider.outcome': verdict.kind });
    if (verdict.kind === 'failed') span.fail(verdict.diagnosis.code);
    this.#dependencies.figures?.attempts.add({
      kind: claim.content.kind,
      platform: claim.account.platform,
      network: claim.account.simulated === 1 ? 'simulated' : 'real',
      outcome: figureOutcome(verdict, claim.send.in_doubt > 0, lookUpOnly(claim.send.in_doubt) !== null),
    });
    return 'until' in verdict;
  }

  ended(claim: SendClaim): void {
    this.#dependencies.changes.notify(claim.send.id);
  }

  async #mediaOf({ workspace }: SendClaim, { mediaKeys }: MessageContent): Promise<readonly OutgoingMedia[]> {
    const { store, media } = this.#dependencies;
    const found = await findMedia(store.db, workspace.id, mediaKeys);
    return mediaKeys.flatMap((key): OutgoingMedia[] => {
      const row = found.get(key);
      if (!row) return [];
      const name = { workspaceId: workspace.id, sha256: row.sha256 };
      const { content_type: contentType, bytes, width, height } = row;
      const open: OutgoingMedia['open'] = (range) => media.open(name, range);
      return [{ key, contentType, bytes, width, height, altText: null, publicUrl: null, open }];
    });
  }
}
