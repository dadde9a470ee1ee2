import { setTimeout as pause } from 'node:timers/promises';
import type { RanDelivery } from '../../../contract/sandbox/sandbox.js';
import type { IdSource } from '../../base/ids.js';
import type { Log } from '../../base/log.js';
import { untilWritten } from '../../store/database-faults.js';
import type { Store } from '../../store/store.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import { ClockWatch } from '../../work/clock-watch.js';
import { type AttemptPorts, attempt } from './attempt.js';
import {
  type ActiveWebhook,
  activeWebhooks,
  type ClaimedDelivery,
  claimDeliveries,
  type Due,
  isAnythingDue,
  LEASE_MS,
} from './claim.js';
import { disableWebhook } from './disable.js';
import { fanOut } from './fan-out.js';
import { endOf, mayBeTold } from './key-rights.js';
import { giveUpClaim, releaseClaim } from './release.js';
import { shortenSetBackDeliveries } from './set-back-deliveries.js';
import { settleAttempt } from './settle.js';

/** Most attempts that are made at a time for one webhook: a slow receiver holds up nobody else. */
const MOST_PER_WEBHOOK = 8;

/** It looks at least this often, whatever it was told, in milliseconds. */
const SAFETY_CHECK_MS = 1_000;

/** How long attempts may take to end when the process is asked to stop, in milliseconds. */
const STOP_PATIENCE_MS = 500;

export interface DispatcherPorts extends AttemptPorts {
  readonly store: Store;
  readonly ids: IdSource;
  readonly log: Log;
  /** From 0 up to 1, for the jitter. */
  readonly random: () => number;
}

/** What was sent since somebody began to watch. */
export interface WatchedDeliveries {
  readonly ran: readonly RanDelivery[];
  end(): void;
}

interface Running {
  readonly webhookId: string;
  readonly workspaceId: string;
  readonly ended: Promise<void>;
}

/** Sends events to webhooks: it looks when something is committed, and when a delivery is due again. */
export class WebhookDispatcher {
  readonly #ports: DispatcherPorts;
  readonly #running = new Map<string, Running>();
  readonly #watchers = new Set<(workspaceId: string, ran: RanDelivery) => void>();
  readonly #stopping = new AbortController();
  readonly #stopListening: () => void;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #anyActive = true;
  readonly #watch: ClockWatch;
  #timer: NodeJS.Timeout | null = null;

  constructor(ports: DispatcherPorts) {
    this.#ports = ports;
    this.#watch = new ClockWatch(ports.clock, LEASE_MS);
    // Without webhooks a commit concerns nobody here; another process's first one is seen by the safety check.
    this.#stopListening = ports.store.onCommit(() => {
      if (this.#anyActive) this.wake();
    });
    this.wake();
  }

  /** There may be something to send. */
  wake(): void {
    if (this.#stopping.signal.aborted) return;
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = this.#look()
      .catch((error: unknown) => {
        this.#ports.log.error({ err: error }, 'it could not be looked what is to be sent to webhooks');
        this.#sleep(SAFETY_CHECK_MS);
      })
      .finally(() => {
        this.#looking = null;
        if (!this.#lookAgain) return;
        this.#lookAgain = false;
        this.wake();
      });
  }

  /** Tells what this process sends for a workspace from now on, in its order, until it is ended. */
  watch(workspaceId: string): WatchedDeliveries {
    const ran: RanDelivery[] = [];
    const watch = (of: string, one: RanDelivery): void => {
      if (of === workspaceId) ran.push(one);
    };
    this.#watchers.add(watch);
    return { ran, end: () => this.#watchers.delete(watch) };
  }

  /** Sends what is due in a workspace, and resolves when nothing that is due is left. */
  async runDue(workspaceId: string): Promise<void> {
    for (let idle = false; !idle && !this.#stopping.signal.aborted; ) {
      this.wake();
      while (this.#looking) await this.#looking;
      const running = [...this.#running.values()].filter((one) => one.workspaceId === workspaceId);
      idle = running.length === 0;
      await Promise.all(running.map(({ ended }) => ended));
    }
  }

  async stop(): Promise<void> {
    this.#stopListening();
    if (this.#timer) clearTimeout(this.#timer);
    const patience = new AbortController();
    while (this.#looking) await this.#looking;
    const ended = Promise.all([...this.#running.values()].map((one) => one.ended));
    const waited = pause(STOP_PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([ended, waited]);
    patience.abort();
    this.#stopping.abort();
    await Promise.all([...this.#running.values()].map((one) => one.ended));
    while (this.#looking) await this.#looking;
  }

  async #look(): Promise<void> {
    const { store, ids, clock } = this.#ports;
    let active = await activeWebhooks(store.db);
    this.#anyActive = active.length > 0;
    if (active.length === 0) return this.#sleep(SAFETY_CHECK_MS);
    if (await this.#disableEnded(active)) active = await activeWebhooks(store.db);
    await this.#watchClock();
    await fanOut(store, ids, clock);
    // Again: it may have jumped meanwhile.
    this.#watch.look();
    const now = this.#watch.lookedAt;
    for (const one of active) await this.#claimFor(one, { now, rescue: this.#watch.mayRescue });
    const next = await this.#nextWake(now);
    this.#sleep(next === null ? SAFETY_CHECK_MS : next - clock.now());
  }

  /** What was written down by a clock that has been set back since would wait as long as it was set back. */
  async #watchClock(): Promise<void> {
    const { store, clock } = this.#ports;
    this.#watch.look();
    await this.#watch.mendSetBack(() => shortenSetBackDeliveries(store, clock.now(), LEASE_MS));
  }

  /** Switches off the webhooks whose key has ended: nobody is left who may be told. */
  async #disableEnded(active: readonly ActiveWebhook[]): Promise<boolean> {
    const { store, ids, clock } = this.#ports;
    const systemNow = clock.now();
    const ended = active.filter(({ key }) => endOf(key, systemNow) !== null);
    for (const { webhook, workspace, key } of ended) {
      await store.write((trx) =>
        disableWebhook(trx, ids, webhook, {
          because: 'key_ended',
          reason: `The key "${key.label}", whose events it was sent, ${endOf(key, systemNow)}. Give the webhook its address again with another key.`,
          now: workspaceNow(workspace, systemNow),
        }),
      );
    }
    return ended.length > 0;
  }

  async #claimFor(active: ActiveWebhook, due: Due): Promise<void> {
    const { store } = this.#ports;
    const { id } = active.webhook;
    const running = [...this.#running.values()].filter((one) => one.webhookId === id).length;
    const limit = MOST_PER_WEBHOOK - running;
    if (limit <= 0 || !(await isAnythingDue(store.db, id, due))) return;
    const claims = await claimDeliveries(store, active, { ...due, limit });
    for (const claim of claims) this.#start(claim);
  }

  #start(claim: ClaimedDelivery): void {
    const { id, workspace_id: workspaceId, webhook_id: webhookId } = claim.delivery;
    const ended = this.#deliver(claim)
      .catch((error: unknown) =>
        this.#ports.log.error(
          { err: error, deliveryId: id },
          'a webhook delivery ended in a fault of our own',
        ),
      )
      .finally(() => {
        this.#running.delete(id);
        this.wake();
      });
    this.#running.set(id, { webhookId, workspaceId, ended });
  }

  async #deliver(claim: ClaimedDelivery): Promise<void> {
    const { store, ids, clock, random, log } = this.#ports;
    const { delivery } = claim;
    if (!mayBeTold(claim)) {
      await giveUpClaim(store, delivery, 'The webhook’s key may not see such events any more.');
      return;
    }
    const sent = await attempt(this.#ports, claim, this.#stopping.signal);
    if (sent.error !== undefined && this.#stopping.signal.aborted) {
      await releaseClaim(store, delivery, clock.now());
      return;
    }
    const time = { systemNow: clock.now(), random: random() };
    const status = await untilWritten(() => settleAttempt(store, ids, claim, sent, time));
    log.info({ deliveryId: delivery.id, type: delivery.type, status, attempt: delivery.attempts }, 'webhook');
    if (status === null) return;
    const ran: RanDelivery = {
      at: new Date(delivery.last_attempt_at ?? clock.now()).toISOString(),
      webhookId: delivery.webhook_id,
      deliveryId: delivery.id,
      eventId: delivery.event_id,
      type: delivery.type,
      attempt: delivery.attempts,
      status,
      answered: sent.answer?.status ?? null,
    };
    for (const watch of this.#watchers) watch(delivery.workspace_id, ran);
  }

  async #nextWake(after: number): Promise<number | null> {
    const row = await this.#ports.store.db
      .selectFrom('webhook_deliveries')
      .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
      .select((select) => select.fn.min<number | null>('wake_at').as('next'))
      .where('webhooks.active', '=', 1)
      .where('wake_at', '>', after)
      .executeTakeFirst();
    return row?.next ?? null;
  }

  #sleep(milliseconds: number): void {
    if (this.#stopping.signal.aborted) return;
    if (this.#timer) clearTimeout(this.#timer);
    const most = Math.min(SAFETY_CHECK_MS, Math.max(0, Math.ceil(milliseconds)));
    this.#timer = setTimeout(() => this.wake(), most);
    this.#timer.unref();
  }
}
