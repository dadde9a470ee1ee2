import type { DeliveryErrorCode } from '../../../../contract/posts/delivery-errors.js';
import type { Clock } from '../../../base/clock.js';
import type { IdSource } from '../../../base/ids.js';
import type { Log } from '../../../base/log.js';
import type { Random } from '../../../base/random.js';
import type { Tracer } from '../../../base/tracing/tracer.js';
import { NetworkRefusal } from '../../../networks/adapter.js';
import type { NetworkGateway } from '../../../networks/gateway.js';
import { ConnectionFailed } from '../../../networks/wire.js';
import { untilWritten } from '../../../store/database-errors.js';
import { recordEvents } from '../../../store/events.js';
import type { AccountRow } from '../../../store/schema.js';
import type { Store } from '../../../store/store.js';
import type { ClaimOptions } from '../../../work/due-table.js';
import type { JobQueue, WorkContext } from '../../../work/job-queue.js';
import { keepLease } from '../../../work/lease.js';
import { NetworkQueue, networkAttributes } from '../../../work/network-queue.js';
import { backoffMs, MAX_JOBS_PER_NETWORK, TIMINGS, type Timings } from '../../../work/timing.js';
import { diagnosisOf } from '../../../work/verdict.js';
import { Worker, type WorkerHandle } from '../../../work/worker.js';
import type { WorkspaceTimers } from '../../../work/workspace-timers.js';
import { updateAccountHealth } from '../../accounts/update-health.js';
import { accountReadsComments } from '../../accounts/view.js';
import { noteFailedLook, ToldFailures } from './failed-looks.js';
import { NOTICES } from './notice-table.js';
import {
  claimNotices,
  finishNotice,
  type NoticeClaim,
  NoticeLease,
  postponeNotice,
  releaseNotice,
} from './notices.js';
import { beginPolling, finishLook, lookForNews } from './polling.js';
import { readSubject } from './read-subject.js';
import { PostUnsettled } from './unsettled-posts.js';

export interface IntakeDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly timers: WorkspaceTimers;
  readonly ids: IdSource;
  readonly gateway: NetworkGateway;
  readonly log: Log;
  readonly tracer?: Tracer | undefined;
  /** Default: those of the service. */
  readonly timings?: Timings;
  /** For the jitter of pauses; default: `Math.random`. */
  readonly random?: Random;
  /** Milliseconds between two looks at what is new for an account. Default: those of its network. */
  readonly looksEvery?: number;
  /** Called before due notices are claimed: simulated people come and write. */
  readonly before?: () => Promise<void>;
}

/** Starts a worker that reads from the networks what their notices announce, and stores it. */
export function startIntake(dependencies: IntakeDependencies): WorkerHandle {
  const { clock, timers, log, tracer, timings = TIMINGS } = dependencies;
  const intake = new Worker(new NoticeQueue(dependencies), {
    ...{ clock, timers, log, tracer, timings },
    maxPerSlot: MAX_JOBS_PER_NETWORK,
  });
  intake.wake();
  return intake;
}

/** Refusals after which nothing can be read until somebody has acted on the account. */
const ACCOUNT_UNUSABLE: readonly DeliveryErrorCode[] = [
  'account_reconnect_required',
  'account_restricted',
  'permission_missing',
];

/** Refusals that concern everything that is read for the account. */
const WHOLE_ACCOUNT: readonly DeliveryErrorCode[] = [
  ...ACCOUNT_UNUSABLE,
  'rate_limited',
  'quota_exceeded',
  'network_unavailable',
];

/**
 * A notice is a job until what it announces is stored, however often reading it fails. It is dropped when the network
 * says that its subject is gone, or when its account is.
 */
class NoticeQueue extends NetworkQueue implements JobQueue<NoticeClaim, NoticeLease> {
  readonly name = 'inbox intake';
  readonly interruptible = true;
  readonly #dependencies: IntakeDependencies;
  readonly #timings: Timings;
  readonly #told = new ToldFailures();

  constructor(dependencies: IntakeDependencies) {
    super({ store: dependencies.store, table: NOTICES });
    this.#dependencies = dependencies;
    this.#timings = dependencies.timings ?? TIMINGS;
  }

  override async refresh(now: number): Promise<void> {
    await this.#dependencies.before?.();
    await beginPolling(this.#dependencies.store, now);
    await super.refresh(now);
  }

  idOf({ notice }: NoticeClaim): string {
    return notice.id;
  }

  slotOf({ account }: NoticeClaim): string {
    return account.platform;
  }

  claim(options: ClaimOptions): Promise<readonly NoticeClaim[]> {
    return claimNotices(this.#dependencies.store, options);
  }

  leaseOf(claim: NoticeClaim): NoticeLease {
    const { store, clock } = this.#dependencies;
    return new NoticeLease(claim, { store, clock, duration: this.#timings.lease });
  }

  describe({ notice, account, subject }: NoticeClaim) {
    return {
      name: `read inbox ${account.platform}`,
      attributes: {
        ...networkAttributes(account),
        'postrider.inbox.subject': subject.kind,
        'postrider.attempt': notice.attempt,
      },
    };
  }

  /** Looks again after each notice: the next one of the same account may be due then. */
  async perform(claim: NoticeClaim, context: WorkContext<NoticeLease>): Promise<boolean> {
    const { store, clock, log } = this.#dependencies;
    const facts = { accountId: claim.account.id, attempt: claim.notice.attempt };
    if (!isUsable(claim.account)) {
      await this.#postpone(claim, context, this.#timings.maxBackoff, true);
      return true;
    }
    try {
      const finish = await keepLease(context.lease, this.#timings.lease, () => this.#read(claim, context));
      const finished = await untilWritten(finish);
      this.#told.forget(claim);
      if (!finished) log.warn(facts, 'the lease on a notice was lost; nothing was stored');
    } catch (error) {
      if (context.stopping.aborted) {
        await releaseNotice(store, claim, clock.now());
        return false;
      }
      if (error instanceof PostUnsettled) log.debug(facts, 'comments wait for the post that they may be on');
      else {
        context.span.fail(error instanceof NetworkRefusal ? error.code : 'unreadable');
        this.#logFailure(claim, error);
      }
      await this.#retryLater(claim, context, error);
    }
    return true;
  }

  /** A network that is away for a day must not fill the log. */
  #logFailure(claim: NoticeClaim, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const told = this.#told.next(claim, reason);
    if (told === null) return;
    const facts = { accountId: claim.account.id, attempt: claim.notice.attempt };
    this.#dependencies.log.warn(
      told === 'full' ? { err: error, ...facts } : { reason, ...facts },
      'new comments or messages could not be read; retrying later',
    );
  }

  ended(): void {
    // Nobody waits for a single notice.
  }

  /** Reads until the worker stops: what was not read to its end is read again. */
  #read(claim: NoticeClaim, { limit, now, stopping }: WorkContext<NoticeLease>) {
    const { account, subject } = claim;
    const { store, ids, gateway, clock, looksEvery } = this.#dependencies;
    let onStop: () => void = () => undefined;
    const stopped = new Promise<never>((_resolve, reject) => {
      onStop = () => reject(stopping.reason);
      stopping.addEventListener('abort', onStop);
    });
    const connect = () => {
      const { signal, time } = limit(this.#timings.callLimit);
      return gateway.connect(account, time, signal);
    };
    const adapter = gateway.adapterOf(account.platform);
    const reads = { db: store.db, ids, account, adapter, connect, now, looksEvery };
    const reading = async (): Promise<() => Promise<boolean>> => {
      if (subject.kind === 'news') {
        // Somebody has turned it off.
        if (!accountReadsComments(account)) return () => finishNotice(store, claim, async () => undefined);
        const looked = await lookForNews(reads, subject);
        return () => finishLook(store, claim, looked, { now: now(), systemNow: clock.now() });
      }
      const keep = await readSubject(reads, subject);
      return () => finishNotice(store, claim, async (trx) => keep?.(trx));
    };
    return Promise.race([reading(), stopped]).finally(() => stopping.removeEventListener('abort', onStop));
  }

  async #retryLater(claim: NoticeClaim, context: WorkContext<NoticeLease>, error: unknown): Promise<void> {
    const { random = Math.random } = this.#dependencies;
    const refusal = error instanceof NetworkRefusal ? error : null;
    const isUnusable = refusal !== null && ACCOUNT_UNUSABLE.includes(refusal.code);
    const pause = isUnusable
      ? this.#timings.maxBackoff
      : backoffMs(this.#timings, claim.notice.attempt, random());
    const asked = (refusal?.retryAt ?? 0) - context.now();
    const wholeAccount = refusal ? WHOLE_ACCOUNT.includes(refusal.code) : error instanceof ConnectionFailed;
    await this.#postpone(claim, context, Math.max(pause, asked), wholeAccount, { error });
  }

  #postpone(
    claim: NoticeClaim,
    context: WorkContext<NoticeLease>,
    pause: number,
    wholeAccount: boolean,
    failure: { readonly error: unknown } | null = null,
  ): Promise<boolean> {
    const { store, clock, ids } = this.#dependencies;
    const refusal = failure?.error instanceof NetworkRefusal ? failure.error : null;
    return untilWritten(() => {
      const now = context.now();
      const time = { until: now + pause, now, systemNow: clock.now() };
      return postponeNotice(store, claim, { ...time, wholeAccount }, async (trx) => {
        if (failure) await noteFailedLook(trx, claim, failure.error, now);
        // What is missing for reading alone says nothing of publishing: only the end of all access does.
        if (refusal?.code !== 'account_reconnect_required') return;
        const diagnosis = diagnosisOf(refusal.code, refusal.message, now, refusal.answer);
        await recordEvents(trx, ids, await updateAccountHealth(trx, claim.account, diagnosis, now));
      });
    });
  }
}

function isUsable({ health_status: status }: AccountRow): boolean {
  return status !== 'reconnect_required' && status !== 'disabled';
}
