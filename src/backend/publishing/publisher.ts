import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock.js';
import type { IdSource } from '../ids.js';
import type { Log } from '../log.js';
import type { PostChanges } from '../posts/changes.js';
import type { Store } from '../store/store.js';
import { BATCH, type Claim, claimDue } from './claim.js';
import { ClockWatch } from './clock-watch.js';
import { type DeliveryStep, deliver } from './deliver.js';
import { Lease } from './lease.js';
import type { Reach } from './reach.js';
import { settle } from './settle.js';

/** Most targets that one process publishes at a time. */
const MOST_AT_ONCE = 256;

/** It looks at least this often, whatever it was told, in milliseconds. */
const SAFETY_CHECK_MS = 1_000;

/** How long running deliveries may take to end when the process is asked to stop, in milliseconds. */
const STOP_PATIENCE_MS = 700;

export interface PublisherPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** How the networks are reached. */
  readonly reach: Reach;
  readonly postChanges: PostChanges;
  readonly log: Log;
  /** Called between every two steps of a delivery. */
  readonly reached?: (step: DeliveryStep, claim: Claim) => Promise<void>;
}

export interface Publisher {
  /** Something may be due sooner than it thinks. */
  wake(): void;
  /** Publishes what is due, and resolves when nothing that is due is left. */
  runDue(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts publishing: it sleeps until the earliest due target, and is woken when something sooner arrives. */
export function startPublisher(ports: PublisherPorts): Publisher {
  const publisher = new SleepingPublisher(ports);
  publisher.wake();
  return publisher;
}

class SleepingPublisher implements Publisher {
  readonly #ports: PublisherPorts;
  readonly #watch: ClockWatch;
  readonly #running = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #stopped = false;

  constructor(ports: PublisherPorts) {
    this.#ports = ports;
    this.#watch = new ClockWatch(ports.clock);
  }

  wake(): void {
    if (this.#stopped) return;
    if (this.#looking) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = this.#look()
      .catch((error: unknown) => {
        this.#ports.log.error({ err: error }, 'the publisher could not look for due posts');
        this.#sleep(SAFETY_CHECK_MS);
      })
      .finally(() => {
        this.#looking = null;
        if (this.#lookAgain) {
          this.#lookAgain = false;
          this.wake();
        }
      });
  }

  async runDue(): Promise<void> {
    for (;;) {
      this.wake();
      while (this.#looking || this.#running.size > 0) {
        await this.#looking;
        await Promise.all(this.#running.values());
      }
      const next = await this.#nextWake();
      if (this.#stopped || next === null || next > this.#ports.clock.now()) return;
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#looking;
    // What does not end in time is found and looked into after its lease has run out.
    const patience = new AbortController();
    await Promise.race([
      Promise.all(this.#running.values()),
      pause(STOP_PATIENCE_MS, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
  }

  async #look(): Promise<void> {
    const { store, ids, clock, log } = this.#ports;
    const jump = this.#watch.look();
    if (jump !== 0) log.warn({ jumpMs: Math.round(jump) }, 'the wall clock jumped');
    while (!this.#stopped) {
      const room = MOST_AT_ONCE - this.#running.size;
      if (room <= 0) return;
      const claims = await claimDue(store, ids, {
        now: clock.now(),
        rescue: this.#watch.mayRescue,
        except: [...this.#running.keys()],
        limit: Math.min(BATCH, room),
      });
      for (const claim of claims) this.#start(claim);
      if (claims.length < Math.min(BATCH, room)) break;
    }
    const next = await this.#nextWake();
    this.#sleep(next === null ? SAFETY_CHECK_MS : next - clock.now());
  }

  #start(claim: Claim): void {
    const { id } = claim.target;
    const work = this.#publish(claim)
      .catch((error: unknown) => {
        this.#ports.log.error({ err: error, targetId: id }, 'a delivery ended in a fault of our own');
      })
      .finally(() => {
        this.#running.delete(id);
        this.#ports.postChanges.announce(claim.target.post_id);
        if (this.#running.size === MOST_AT_ONCE - 1) this.wake();
      });
    this.#running.set(id, work);
  }

  async #publish(claim: Claim): Promise<void> {
    const { store, ids, clock, log, postChanges, reach } = this.#ports;
    postChanges.announce(claim.target.post_id);
    const verdict = await deliver(claim, {
      adapter: reach.adapterOf(claim.target.platform),
      lease: new Lease(store, clock, claim),
      connect: (signal) => reach.connect(claim.account, signal),
      otherPostIds: () => otherPostIds(store, claim),
      now: () => clock.now(),
      reached: async (step) => this.#ports.reached?.(step, claim),
      random: Math.random,
    });
    const facts = {
      postId: claim.target.post_id,
      targetId: claim.target.id,
      platform: claim.target.platform,
    };
    const kept = verdict.kind !== 'lost_claim' && (await settle(store, ids, claim, verdict, clock.now()));
    if (!kept) {
      log.warn(facts, 'a claim was lost; nothing was recorded');
      return;
    }
    log.info({ ...facts, outcome: verdict.kind, attempt: claim.target.attempt }, 'target');
    if ('until' in verdict) this.wake();
  }

  async #nextWake(): Promise<number | null> {
    const running = [...this.#running.keys()];
    const row = await this.#ports.store.db
      .selectFrom('targets')
      .select('wake_at')
      .where('wake_at', 'is not', null)
      .$if(running.length > 0, (query) => query.where('id', 'not in', running))
      .$if(!this.#watch.mayRescue, (query) => query.where('lease_until', 'is', null))
      .orderBy('wake_at')
      .limit(1)
      .executeTakeFirst();
    return row?.wake_at ?? null;
  }

  #sleep(milliseconds: number): void {
    if (this.#stopped) return;
    if (this.#timer) clearTimeout(this.#timer);
    const most = Math.min(SAFETY_CHECK_MS, Math.max(0, Math.ceil(milliseconds)));
    this.#timer = setTimeout(() => this.wake(), most);
    this.#timer.unref();
  }
}

/** A network's clock may be behind ours by so much when it stamps a post, in milliseconds. */
const STAMP_SKEW_MS = 60_000;

async function otherPostIds(store: Store, { target }: Claim): Promise<string[]> {
  const rows = await store.db
    .selectFrom('targets')
    .select('network_post_id')
    .where('account_id', '=', target.account_id)
    .where('id', '!=', target.id)
    .where('published_at', '>=', (target.first_attempt_at ?? target.updated_at) - STAMP_SKEW_MS)
    .where('network_post_id', 'is not', null)
    .execute();
  return rows.flatMap((row) => row.network_post_id ?? []);
}
