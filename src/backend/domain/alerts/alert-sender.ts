import { isAlertKind } from '../../../contract/alerts/alerts.js';
import type { Clock } from '../../base/clock.js';
import type { Figures } from '../../base/figures.js';
import type { Log } from '../../base/log.js';
import type { Tracer } from '../../base/tracing/tracer.js';
import { untilWritten } from '../../store/database-errors.js';
import { SealBroken } from '../../store/sealing/sealed.js';
import type { Store } from '../../store/store.js';
import { clampAfterClockRollback } from '../../work/clock-rollback.js';
import {
  alignMovedWorkspaces,
  type ClaimOptions,
  countDue,
  type DueOptions,
  nextWake,
} from '../../work/due-table.js';
import type { JobQueue, WorkContext } from '../../work/job-queue.js';
import { Lease } from '../../work/lease.js';
import { Worker, type WorkerHandle } from '../../work/worker.js';
import type { WorkspaceTimers } from '../../work/workspace-timers.js';
import type { AlertFacts } from './alert-facts.js';
import { type AlertOutcome, type ClaimedAlert, claimAlerts, settleAlert } from './alert-jobs.js';
import { alertMessage } from './alert-message.js';
import { ALERT_CHANNELS } from './alert-table.js';
import { ALERT_LEASE_MS, TROUBLE_INTERVAL_MS } from './alert-times.js';
import type { DiskSpace } from './disk-space.js';
import { gatherEvents } from './gather-events.js';
import { gatherTroubles } from './gather-troubles.js';
import { type AlertTransport, sendAlert } from './send-alert.js';

export interface AlertSenderDependencies extends AlertTransport {
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: WorkspaceTimers;
  readonly log: Log;
  readonly figures?: Figures;
  readonly tracer?: Tracer | undefined;
  readonly publicUrl: string;
  readonly disk: DiskSpace;
  /** Called when an alert has been sent, before that is recorded. */
  readonly onSent?: () => Promise<void>;
}

/** Alerts that this process sends at a time. */
const MAX_AT_A_TIME = 4;
const SLOT = 'alerts';

/** Starts a worker that tells people of failures. */
export function startAlertSender(dependencies: AlertSenderDependencies): WorkerHandle {
  const { clock, timers, log, tracer } = dependencies;
  const sender = new Worker(new AlertQueue(dependencies), {
    ...{ clock, timers, log, tracer },
    timings: { lease: ALERT_LEASE_MS, lead: 0 },
    maxPerSlot: MAX_AT_A_TIME,
  });
  sender.wake();
  return sender;
}

class AlertQueue implements JobQueue<ClaimedAlert, Lease> {
  readonly name = 'alert sender';
  readonly interruptible = false;
  readonly #dependencies: AlertSenderDependencies;
  #hasChannels = true;
  /** When it last looked for troubles, by the monotonic clock. */
  #lookedAt: number | null = null;

  constructor(dependencies: AlertSenderDependencies) {
    this.#dependencies = dependencies;
  }

  async refresh(now: number): Promise<void> {
    const { store, clock } = this.#dependencies;
    this.#hasChannels = await gatherEvents(store, clock);
    if (this.#hasChannels) await this.#lookForTroubles();
    if (this.#hasChannels) await alignMovedWorkspaces(store, ALERT_CHANNELS, now);
  }

  async #lookForTroubles(): Promise<void> {
    const { store, clock, disk } = this.#dependencies;
    const now = clock.monotonic();
    if (this.#lookedAt !== null && now - this.#lookedAt < TROUBLE_INTERVAL_MS) return;
    this.#lookedAt = now;
    await gatherTroubles(store, clock, await disk.look());
  }

  slotGroups() {
    return this.#hasChannels ? [[SLOT]] : [];
  }

  idOf({ channel }: ClaimedAlert): string {
    return channel.id;
  }

  slotOf(): string {
    return SLOT;
  }

  countDue(options: DueOptions, limit: number): Promise<number> {
    return countDue(this.#dependencies.store, ALERT_CHANNELS, options, limit);
  }

  claim(options: ClaimOptions): Promise<readonly ClaimedAlert[]> {
    return claimAlerts(this.#dependencies.store, options);
  }

  async nextWake(after: number): Promise<number | null> {
    return this.#hasChannels ? nextWake(this.#dependencies.store, ALERT_CHANNELS, after) : null;
  }

  clampAfterClockRollback(now: number, lease: number): Promise<void> {
    return clampAfterClockRollback(this.#dependencies.store, ALERT_CHANNELS, now, lease);
  }

  leaseOf({ channel: { id, attempt, lease_until: leaseUntil } }: ClaimedAlert): Lease {
    const { store, clock } = this.#dependencies;
    return new Lease(ALERT_CHANNELS, { id, attempt, leaseUntil }, { store, clock, duration: ALERT_LEASE_MS });
  }

  describe({ channel }: ClaimedAlert) {
    return {
      name: `send alert ${channel.kind}`,
      attributes: {
        'postrider.workspace.id': channel.workspace_id,
        'postrider.attempt': channel.attempt - channel.attempt_base,
      },
    };
  }

  async perform(claim: ClaimedAlert, { limit, span }: WorkContext<Lease>): Promise<boolean> {
    const { store, clock, log, figures, onSent } = this.#dependencies;
    const outcome = await this.#send(claim, limit(ALERT_LEASE_MS / 2).signal);
    await onSent?.();
    const status = await untilWritten(() => settleAlert(store, claim, outcome, clock.now()));
    const { id: channelId, kind, attempt } = claim.channel;
    const facts = { channelId, kind, attempt, outcome: status ?? 'not recorded' };
    if (outcome.error === null) log.info(facts, 'alert');
    else log.warn({ ...facts, reason: outcome.error }, 'an alert could not be sent');
    figures?.attempts.add({ kind: 'alert', channel: kind, outcome: facts.outcome });
    span.set({ 'postrider.outcome': facts.outcome });
    if (outcome.error !== null) span.fail('not_sent');
    return status !== 'retry' && status !== null;
  }

  ended(): void {
    // Nobody waits for a single alert.
  }

  async #send({ channel, workspace }: ClaimedAlert, signal: AbortSignal): Promise<AlertOutcome> {
    const { store, publicUrl, clock } = this.#dependencies;
    const { id, kind, sealed, sending_json: sending, with_text: withText, sent_number: number } = channel;
    if (sending === null || !isAlertKind(kind)) return { error: null };
    try {
      const address = store.vault.openAlertAddress(id, sealed);
      const facts = JSON.parse(sending) as AlertFacts;
      const message = await alertMessage(store.db, workspace, facts, { publicUrl, withText: withText === 1 });
      return await sendAlert(
        this.#dependencies,
        { kind, address, id: `${id}.${number}`, workspace, message, systemNow: clock.now() },
        signal,
      );
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error;
      return {
        error: 'The address cannot be opened with the current secret key. Remove it and add it again.',
      };
    }
  }
}
