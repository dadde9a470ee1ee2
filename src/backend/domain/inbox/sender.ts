import type { Clock } from '../../base/clock.js';
import type { IdSource } from '../../base/ids.js';
import type { Log } from '../../base/log.js';
import type { Random } from '../../base/random.js';
import type { MediaStorage } from '../../files/storage.js';
import type { OutgoingMedia } from '../../networks/adapter.js';
import type { NetworkGateway } from '../../networks/gateway.js';
import { untilWritten } from '../../store/database-faults.js';
import type { Store } from '../../store/store.js';
import type { PostChanges } from '../../work/changes.js';
import { TIMINGS, type Timings } from '../../work/timing.js';
import { alignMovedWorkspaces } from '../../work/wake-times.js';
import type { Surroundings, WorkQueue } from '../../work/work-queue.js';
import { SleepingWorker, type Worker } from '../../work/worker.js';
import type { WorkspaceTimers } from '../../work/workspace-timers.js';
import { findMedia } from '../media/repository.js';
import type { ClaimOptions, DueOptions } from '../publishing/claim.js';
import type { DeliveryStep } from '../publishing/delivery-ports.js';
import { deliverSend } from './deliver-send.js';
import { knownIdsFor } from './known-ids.js';
import type { MessageContent } from './send-content.js';
import { SendLease } from './send-lease.js';
import { claimSends, countDueSends, nextSendWake, type SendClaim } from './send-records.js';
import { shortenImpossibleSendLeases, shortenSetBackSends } from './set-back-sends.js';
import { settleSend } from './settle-send.js';

export interface SenderPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: WorkspaceTimers;
  readonly ids: IdSource;
  readonly gateway: NetworkGateway;
  readonly media: MediaStorage;
  /** Who waits for a reply or message to be out. */
  readonly changes: PostChanges;
  readonly log: Log;
  readonly timings?: Timings;
  /** For the jitter of pauses; `Math.random` unless told. */
  readonly random?: Random;
  /** Called between every two steps of a delivery. */
  readonly reached?: (step: DeliveryStep, claim: SendClaim) => Promise<void>;
}

/** Starts sending replies and messages: by the publisher's own loop, from a queue of their own. */
export function startSender(ports: SenderPorts): Worker {
  const { clock, timers, log, timings = TIMINGS } = ports;
  const sender = new SleepingWorker(new SendQueue(ports), { clock, timers, log, timings });
  sender.wake();
  return sender;
}

class SendQueue implements WorkQueue<SendClaim, SendLease> {
  readonly name = 'sender';
  readonly #ports: SenderPorts;
  readonly #timings: Timings;

  constructor(ports: SenderPorts) {
    this.#ports = ports;
    this.#timings = ports.timings ?? TIMINGS;
  }

  idOf({ send }: SendClaim): string {
    return send.id;
  }

  countDue(options: DueOptions, most: number): Promise<number> {
    return countDueSends(this.#ports.store, options, most);
  }

  claim(options: ClaimOptions): Promise<readonly SendClaim[]> {
    return claimSends(this.#ports.store, this.#ports.ids, options);
  }

  nextWake(after: number): Promise<number | null> {
    return nextSendWake(this.#ports.store, after);
  }

  alignMovedWorkspaces(now: number): Promise<void> {
    return alignMovedWorkspaces(this.#ports.store, now);
  }

  async clockWasSetBack(now: number, lease: number): Promise<void> {
    await shortenImpossibleSendLeases(this.#ports.store, now, lease);
    await shortenSetBackSends(this.#ports.store, now);
  }

  hold(claim: SendClaim): SendLease {
    const { store, clock, timers } = this.#ports;
    const now = () => timers.now(claim.workspace.id);
    return new SendLease(claim, { store, clock, duration: this.#timings.lease, now });
  }

  async perform(claim: SendClaim, { hold, limit, now }: Surroundings<SendLease>): Promise<boolean> {
    const { store, ids, clock, log, gateway, random = Math.random } = this.#ports;
    const verdict = await deliverSend(claim, {
      adapter: gateway.adapterOf(claim.account.platform),
      hold,
      timings: this.#timings,
      connect: (milliseconds) => {
        const { signal, time } = limit(milliseconds);
        return gateway.connect(claim.account, time, signal);
      },
      knownIds: () => knownIdsFor(store.db, claim),
      mediaOf: (content) => this.#mediaOf(claim, content),
      now,
      until: async () => true,
      reached: async (step) => this.#ports.reached?.(step, claim),
      random,
    });
    const facts = { id: claim.send.id, platform: claim.account.platform };
    const time = { now: now(), systemNow: clock.now() };
    const kept =
      verdict.kind !== 'lost_claim' &&
      (await untilWritten(() => settleSend(store, ids, claim, verdict, time)));
    if (!kept) {
      log.warn(facts, 'a claim was lost; nothing was recorded');
      return false;
    }
    log.info({ ...facts, outcome: verdict.kind, attempt: claim.send.attempt }, claim.content.kind);
    return 'until' in verdict;
  }

  ended(claim: SendClaim): void {
    this.#ports.changes.announce(claim.send.id);
  }

  async #mediaOf({ workspace }: SendClaim, { mediaKeys }: MessageContent): Promise<readonly OutgoingMedia[]> {
    const { store, media } = this.#ports;
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
