import { setTimeout as pause } from 'node:timers/promises';
import type { RanDelivery } from '../../../contract/sandbox/sandbox.js';
import type { Figures } from '../../base/figures.js';
import type { IdSource } from '../../base/ids.js';
import type { Log } from '../../base/log.js';
import type { Tracer } from '../../base/tracing/tracer.js';
import { untilWritten } from '../../store/database-errors.js';
import type { Store } from '../../store/store.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import { clampAfterClockRollback } from '../../work/clock-rollback.js';
import type { ClaimOptions, DueOptions } from '../../work/due-table.js';
import { countDue } from '../../work/due-table.js';
import type { JobQueue, WorkContext } from '../../work/job-queue.js';
import { Lease } from '../../work/lease.js';
import { Worker } from '../../work/worker.js';
import type { WorkspaceTimers } from '../../work/workspace-timers.js';
import { type AttemptDependencies, attempt } from './attempt.js';
import {
  type ActiveWebhook,
  activeWebhooks,
  type ClaimedDelivery,
  claimDeliveries,
  DELIVERY_LEASE_MS,
  failDelivery,
  releaseDelivery,
} from './claim.js';
import { DELIVERIES } from './delivery-table.js';
import { disableWebhook } from './disable.js';
import { fanOut, visibleTypes } from './fan-out.js';
import { settleAttempt } from './settle.js';

/** The most attempts at a time for one webhook: a slow receiver delays only its own deliveries. */
const MAX_PER_WEBHOOK = 8;

/** How long attempts may take to end when the process is asked to stop, in milliseconds. */
const STOP_PATIENCE_MS = 500;

export interface DispatcherDependencies extends AttemptDependencies {
  readonly store: Store;
  readonly timers: WorkspaceTimers;
  readonly ids: IdSource;
  readonly log: Log;
  readonly figures?: Figures;
  readonly tracer?: Tracer | undefined;
  /** In [0, 1), for the jitter of retries. */
  readonly random: () => number;
}

/** What has been sent since somebody began to watch. */
export interface WatchedDeliveries {
  readonly ran: readonly RanDelivery[];
  end(): void;
}

/** Sends events to webhooks: looks for work after each commit, and when a retry is due. */
export class WebhookDispatcher {
  readonly #worker: Worker<ClaimedDelivery, Lease>;
  readonly #watchers = new Set<(workspaceId: string, ran: RanDelivery) => void>();
  readonly #stopListening: () => void;

  constructor(dependencies: DispatcherDependencies) {
    const { clock, timers, log, tracer, store } = dependencies;
    const queue = new DeliveryQueue(dependencies, (workspaceId, ran) => {
      for (const watcher of this.#watchers) watcher(workspaceId, ran);
    });
    this.#worker = new Worker(queue, {
      ...{ clock, timers, log, tracer },
      timings: { lease: DELIVERY_LEASE_MS, lead: 0 },
      maxPerSlot: MAX_PER_WEBHOOK,
      stopPatienceMs: 0,
    });
    // Without webhooks, commits need no look. The first webhook of another process is seen by the regular one.
    this.#stopListening = store.onCommit(() => {
      if (queue.hasActiveWebhooks) this.wake();
    });
    this.wake();
  }

  /** There may be something to send. */
  wake(): void {
    this.#worker.wake();
  }

  /** Collects what this process sends for a workspace from now on, in order, until the watch is ended. */
  watch(workspaceId: string): WatchedDeliveries {
    const ran: RanDelivery[] = [];
    const watcher = (of: string, delivery: RanDelivery): void => {
      if (of === workspaceId) ran.push(delivery);
    };
    this.#watchers.add(watcher);
    return { ran, end: () => this.#watchers.delete(watcher) };
  }

  /** Sends what is due in a workspace. Resolves when nothing is due there any more. */
  runDue(workspaceId: string): Promise<void> {
    return this.#worker.runDue(workspaceId);
  }

  /** Sends what is due for as long as it is patient, and gives the rest back. */
  async stop(): Promise<void> {
    this.#stopListening();
    const patience = new AbortController();
    const lastDeliveries = this.#worker.runDue().catch(() => undefined);
    await Promise.race([
      lastDeliveries,
      pause(STOP_PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
    await this.#worker.stop();
    await lastDeliveries;
  }
}

class DeliveryQueue implements JobQueue<ClaimedDelivery, Lease> {
  readonly name = 'webhook dispatcher';
  readonly interruptible = true;
  readonly #dependencies: DispatcherDependencies;
  readonly #onSent: (workspaceId: string, ran: RanDelivery) => void;
  #active: ReadonlyMap<string, ActiveWebhook> | null = null;

  constructor(dependencies: DispatcherDependencies, onSent: (workspaceId: string, ran: RanDelivery) => void) {
    this.#dependencies = dependencies;
    this.#onSent = onSent;
  }

  /** Whether any webhook was active at the last look; true before the first one. */
  get hasActiveWebhooks(): boolean {
    return this.#active === null || this.#active.size > 0;
  }

  /** Creates deliveries of the events since the last look. */
  async refresh(): Promise<void> {
    const { store, ids, clock } = this.#dependencies;
    await this.#readActive();
    if (!this.hasActiveWebhooks) return;
    if (await this.#disableWithoutKey()) await this.#readActive();
    await fanOut(store, ids, clock);
  }

  /** A group for each webhook, because deliveries are indexed by webhook. */
  slotGroups() {
    return [...(this.#active?.keys() ?? [])].map((id) => [id]);
  }

  idOf({ delivery }: ClaimedDelivery): string {
    return delivery.id;
  }

  slotOf({ webhook }: ClaimedDelivery): string {
    return webhook.id;
  }

  countDue(options: DueOptions, limit: number): Promise<number> {
    return countDue(this.#dependencies.store, DELIVERIES, options, limit);
  }

  async claim(options: ClaimOptions): Promise<readonly ClaimedDelivery[]> {
    const webhook = this.#active?.get(options.open[0] ?? '');
    return webhook ? claimDeliveries(this.#dependencies.store, webhook, options) : [];
  }

  async nextWake(after: number): Promise<number | null> {
    if (!this.hasActiveWebhooks) return null;
    const row = await this.#dependencies.store.db
      .selectFrom('webhook_deliveries')
      .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
      .select((select) => select.fn.min<number | null>('wake_at').as('next'))
      .where('webhooks.active', '=', 1)
      .where('wake_at', '>', after)
      .executeTakeFirst();
    return row?.next ?? null;
  }

  clampAfterClockRollback(now: number, lease: number): Promise<void> {
    return clampAfterClockRollback(this.#dependencies.store, DELIVERIES, now, lease);
  }

  leaseOf({ delivery }: ClaimedDelivery): Lease {
    const { store, clock } = this.#dependencies;
    const { id, attempts, lease_until: leaseUntil } = delivery;
    return new Lease(
      DELIVERIES,
      { id, attempt: attempts, leaseUntil },
      { store, clock, duration: DELIVERY_LEASE_MS },
    );
  }

  describe({ delivery }: ClaimedDelivery) {
    return {
      name: 'deliver webhook',
      attributes: {
        'postrider.workspace.id': delivery.workspace_id,
        'postrider.webhook.id': delivery.webhook_id,
        'postrider.event.id': delivery.event_id,
        'postrider.event.type': delivery.type,
        'postrider.attempt': delivery.attempts,
      },
    };
  }

  /** Looks again after each delivery: the next one for the same object may be due then. */
  async perform(claim: ClaimedDelivery, { stopping, span }: WorkContext<Lease>): Promise<boolean> {
    const { store, ids, clock, random, log } = this.#dependencies;
    const { delivery } = claim;
    if (!maySend(claim)) {
      await failDelivery(store, delivery, 'The webhook’s API key may no longer read events of this type.');
      return true;
    }
    const outcome = await attempt(this.#dependencies, claim, stopping);
    if (outcome.error !== undefined && stopping.aborted) {
      await releaseDelivery(store, delivery, clock.now());
      return false;
    }
    const time = { systemNow: clock.now(), random: random() };
    const status = await untilWritten(() => settleAttempt(store, ids, claim, outcome, time));
    span.set({ 'postrider.outcome': status ?? 'not recorded' });
    log.info({ deliveryId: delivery.id, type: delivery.type, status, attempt: delivery.attempts }, 'webhook');
    this.#dependencies.figures?.attempts.add({ kind: 'webhook', outcome: status ?? 'not recorded' });
    if (status === null) return true;
    this.#onSent(delivery.workspace_id, {
      at: new Date(delivery.last_attempt_at ?? clock.now()).toISOString(),
      webhookId: delivery.webhook_id,
      deliveryId: delivery.id,
      eventId: delivery.event_id,
      type: delivery.type,
      attempt: delivery.attempts,
      status,
      answered: outcome.answer?.status ?? null,
    });
    return true;
  }

  ended(): void {
    // Nobody waits for a single delivery.
  }

  async #readActive(): Promise<void> {
    const active = await activeWebhooks(this.#dependencies.store.db);
    this.#active = new Map(active.map((one) => [one.webhook.id, one]));
  }

  /** Disables the webhooks whose key has ended: nobody may receive their events any more. */
  async #disableWithoutKey(): Promise<boolean> {
    const { store, ids, clock } = this.#dependencies;
    const systemNow = clock.now();
    let disabledAny = false;
    for (const { webhook, workspace, key } of this.#active?.values() ?? []) {
      const ended = endOf(key, systemNow);
      if (ended === null) continue;
      await store.write((trx) =>
        disableWebhook(trx, ids, webhook, {
          because: 'key_ended',
          reason: `The API key "${key.label}", which this webhook uses, ${ended}. Set the webhook’s URL again with another key.`,
          now: workspaceNow(workspace, systemNow),
        }),
      );
      disabledAny = true;
    }
    return disabledAny;
  }
}

/** How a key has ended, in words; null: it has not. */
function endOf(key: ActiveWebhook['key'], systemNow: number): string | null {
  if (key.revoked_at !== null) return 'was revoked';
  return key.expires_at !== null && key.expires_at <= systemNow ? 'has expired' : null;
}

/** Checks the key's scopes when the event is sent, and not only when it happened. */
function maySend({ delivery, key }: ClaimedDelivery): boolean {
  const visible: readonly string[] = visibleTypes(key.scopes_json);
  return delivery.event_seq === null || visible.includes(delivery.type);
}
