import type { Clock } from '../../base/clock.js';
import type { IdSource } from '../../base/ids.js';
import type { Log } from '../../base/log.js';
import type { Tracer } from '../../base/tracing/tracer.js';
import { NetworkRefusal } from '../../networks/adapter.js';
import type { NetworkGateway } from '../../networks/gateway.js';
import { untilWritten } from '../../store/database-errors.js';
import { recordEvents } from '../../store/events.js';
import type { Store, Write } from '../../store/store.js';
import type { ClaimOptions } from '../../work/due-table.js';
import type { JobQueue, WorkContext } from '../../work/job-queue.js';
import { keepLease } from '../../work/lease.js';
import { NetworkQueue, networkAttributes } from '../../work/network-queue.js';
import { TIMINGS } from '../../work/timing.js';
import { diagnosisOf } from '../../work/verdict.js';
import { Worker, type WorkerHandle } from '../../work/worker.js';
import type { WorkspaceTimers } from '../../work/workspace-timers.js';
import { updateAccountHealth } from '../accounts/update-health.js';
import { followPublished } from './follow-published.js';
import { recordMetricEvents } from './metric-events.js';
import {
  claimMetricAccounts,
  finishReading,
  type MetricClaim,
  MetricLease,
  releaseMetricAccount,
} from './metric-records.js';
import { METRIC_ACCOUNTS } from './metric-table.js';
import { type AccountReading, readAccount } from './read-account.js';

export interface MetricReaderDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: WorkspaceTimers;
  readonly ids: IdSource;
  readonly gateway: NetworkGateway;
  readonly log: Log;
  readonly tracer?: Tracer | undefined;
}

/** Accounts of one network that a process reads at a time: nobody waits for them. */
const MAX_PER_NETWORK = 8;

/** Starts a worker that reads what the networks count of published posts. */
export function startMetricReader(dependencies: MetricReaderDependencies): WorkerHandle {
  const { clock, timers, log, tracer } = dependencies;
  const reader = new Worker(new MetricQueue(dependencies), {
    ...{ clock, timers, log, tracer, timings: TIMINGS },
    maxPerSlot: MAX_PER_NETWORK,
  });
  reader.wake();
  return reader;
}

/** An account is one job: what is due of all its posts is read with few requests. */
class MetricQueue extends NetworkQueue implements JobQueue<MetricClaim, MetricLease> {
  readonly name = 'reader of numbers';
  readonly interruptible = true;
  readonly #dependencies: MetricReaderDependencies;

  constructor(dependencies: MetricReaderDependencies) {
    super({ store: dependencies.store, table: METRIC_ACCOUNTS });
    this.#dependencies = dependencies;
  }

  override async refresh(now: number): Promise<void> {
    await followPublished(this.#dependencies.store, now);
    await super.refresh(now);
  }

  idOf({ row }: MetricClaim): string {
    return row.id;
  }

  slotOf({ account }: MetricClaim): string {
    return account.platform;
  }

  claim(options: ClaimOptions): Promise<readonly MetricClaim[]> {
    return claimMetricAccounts(this.#dependencies.store, options);
  }

  leaseOf(claim: MetricClaim): MetricLease {
    const { store, clock } = this.#dependencies;
    return new MetricLease(claim, { store, clock, duration: TIMINGS.lease });
  }

  describe({ account }: MetricClaim) {
    return { name: `read numbers ${account.platform}`, attributes: networkAttributes(account) };
  }

  async perform(claim: MetricClaim, context: WorkContext<MetricLease>): Promise<boolean> {
    const { store, clock, ids, log } = this.#dependencies;
    const facts = { accountId: claim.account.id };
    let reading: AccountReading;
    try {
      reading = await keepLease(context.lease, TIMINGS.lease, () => this.#read(claim, context));
    } catch (error) {
      if (!context.stopping.aborted) throw error;
      await releaseMetricAccount(store, claim, clock.now());
      return false;
    }
    const { read, failure } = reading;
    if (failure) context.span.fail(failure instanceof NetworkRefusal ? failure.code : 'unreadable');
    if (failure) log.warn({ err: failure, ...facts }, 'numbers could not be read; retrying later');
    const kept = await untilWritten(() => {
      const instants = { now: context.now(), systemNow: clock.now() };
      return finishReading(store, claim, read, instants, async (trx) => {
        await recordMetricEvents(trx, ids, claim.workspace.id, { settled: read.settled, now: instants.now });
        await this.#keepHealth(trx, claim, failure, context);
      });
    });
    if (!kept) log.warn(facts, 'the lease on an account’s numbers was lost; nothing was stored');
    return kept;
  }

  ended(): void {
    // Nobody waits for a single account.
  }

  /** Reads until the worker stops: what was not stored is read again. */
  #read(claim: MetricClaim, { limit, now, stopping }: WorkContext<MetricLease>): Promise<AccountReading> {
    const { store, gateway } = this.#dependencies;
    const { account } = claim;
    let onStop: () => void = () => undefined;
    const stopped = new Promise<never>((_resolve, reject) => {
      onStop = () => reject(stopping.reason);
      stopping.addEventListener('abort', onStop);
    });
    const connect = () => {
      const { signal, time } = limit(TIMINGS.callLimit);
      return gateway.connect(account, time, signal);
    };
    const adapter = gateway.adapterOf(account.platform);
    return Promise.race([readAccount({ store, adapter, connect, now }, claim), stopped]).finally(() =>
      stopping.removeEventListener('abort', onStop),
    );
  }

  /** What is missing for reading alone says nothing of publishing: only the end of all access does. */
  async #keepHealth(
    trx: Write,
    { account }: MetricClaim,
    failure: AccountReading['failure'],
    context: WorkContext<MetricLease>,
  ): Promise<void> {
    if (!(failure instanceof NetworkRefusal) || failure.code !== 'account_reconnect_required') return;
    const now = context.now();
    const diagnosis = diagnosisOf(failure.code, failure.message, now, failure.answer);
    await recordEvents(trx, this.#dependencies.ids, await updateAccountHealth(trx, account, diagnosis, now));
  }
}
