import type { Connection } from '../networks/connection.js';
import type { Delivered } from '../networks/outgoing-post.js';
import { isTransient, untilWritten } from '../store/database-errors.js';
import { type LookUpOnly, REPEAT_REFUSED } from '../store/doubt.js';
import { type LostAt, lateVerdict } from './late-posts.js';
import type { Lease } from './lease.js';
import type { Timings } from './timing.js';
import {
  type AttemptFacts,
  absent,
  cannotLookUp,
  type ErrorVerdict,
  keepLookUpOnly,
  lookUpFailed,
  refusedRepeat,
  stillWaiting,
  type Verdict,
  verdictOf,
} from './verdict.js';

/** The steps after which a test may stop a delivery, in order. */
type DeliverOnceStep = 'looked_up' | 'prepared' | 'marked' | 'created';

/** The lease was lost during preparation: another process has the job now. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** One thing that must appear at a network once: a post, a reply, a message. */
export interface OnceDelivery<Ready> {
  /** An earlier attempt may have sent it: check with the network before sending. */
  readonly inDoubt: boolean;
  /** Why it is only looked up, and not sent; null: it may be sent. */
  readonly lookUpOnly: LookUpOnly | null;
  /** If in doubt, it is sent again with its idempotency key, which the network still knows. */
  readonly replays: boolean;
  /**
   * Everything before the irreversible call.
   *
   * @throws LeaseLost, and whatever the network answers
   */
  prepare(): Promise<Ready>;
  /** Whether preparing makes calls to the network. */
  readonly preparesAtNetwork: boolean;
  /** The one irreversible call. */
  create(connection: Connection, ready: Ready): Promise<Delivered>;
  /** Called after a refusal, so that the next attempt prepares again. @returns false where the lease was lost */
  discard(ready: Ready): Promise<boolean>;
  /** Looks for what an earlier attempt may have created; null: this network cannot be asked. */
  readonly find: ((connection: Connection) => Promise<Delivered | null>) | null;
  /** When its answer was lost, where it may be stored late; null: it is sent again if it is not found. */
  readonly lostAt: LostAt | null;
  facts(canReconcile: boolean): AttemptFacts;
  /** Whether a lost answer can be reconciled, by key or by look-up. */
  readonly canReconcile: boolean;
  /** Workspace time before which the irreversible call must not leave. */
  readonly notBefore: number;
  /** Why it must not be sent now; null: it may be. @param now workspace time */
  unmetPrecondition(now: number): Extract<Verdict, { kind: 'missed' | 'failed' }> | null;
}

export interface DeliverOnceDependencies {
  readonly lease: Pick<Lease, 'lastsFor'> & {
    /** Records that the irreversible call is about to leave. @returns false where the lease was lost */
    markSending(): Promise<boolean>;
  };
  readonly timings: Timings;
  /** @param limit milliseconds after which the call is given up */
  connect(limit: number): Connection;
  /** Workspace time. */
  now(): number;
  /** Waits for that workspace time. @returns false where the wait is cancelled: then nothing must be sent */
  until(at: number): Promise<boolean>;
  reached(step: DeliverOnceStep): Promise<void>;
}

/**
 * Reconciles what an earlier attempt may have done, prepares, checks that the lease still holds, and makes the one
 * irreversible call, not before its time.
 *
 * Where a lost answer can be reconciled, the sending mark is written while waiting for that time. Elsewhere it is
 * written after the wait: a process that died while it waited would leave a mark that does not tell whether the
 * call had left.
 */
export async function deliverOnce<Ready>(
  delivery: OnceDelivery<Ready>,
  dependencies: DeliverOnceDependencies,
): Promise<Verdict> {
  const { lease, timings, now, until, reached } = dependencies;
  const facts = () => delivery.facts(delivery.canReconcile);
  const replays = delivery.inDoubt && delivery.replays && delivery.lookUpOnly === null;
  const early: Verdict = { kind: 'early', until: delivery.notBefore };
  if (delivery.inDoubt && !replays) {
    const known = await reconcile(delivery, dependencies);
    if (known) return known;
    await reached('looked_up');
    if (delivery.lookUpOnly !== null) return absent(delivery.lookUpOnly, facts());
    const late = delivery.lostAt && (await lateVerdict(delivery.lostAt, facts()));
    if (late) return late;
  }
  const settled = (verdict: Verdict) => settledInDoubt(verdict, replays, delivery, dependencies);
  const unmet = delivery.unmetPrecondition(now());
  if (unmet) return settled(unmet);

  let ready: Ready;
  try {
    ready = await delivery.prepare();
  } catch (error) {
    if (error instanceof LeaseLost) return { kind: 'lost_claim' };
    return settled(verdictOf(error, false, facts()));
  }
  if (delivery.preparesAtNetwork) await reached('prepared');
  if (!delivery.canReconcile && !(await until(delivery.notBefore))) return early;

  try {
    if (!(await lease.markSending())) return { kind: 'lost_claim' };
  } catch (error) {
    // Nothing is sent without a mark, and this process knows that it sent nothing.
    if (!isTransient(error)) throw error;
    return settled(verdictOf(error, false, facts()));
  }
  await reached('marked');
  if (!(await until(delivery.notBefore))) return early;
  // A process that was suspended here and wakes after its lease sends nothing: another may have the job.
  if (!lease.lastsFor(timings.callLimit)) return { kind: 'lost_claim' };
  try {
    const delivered = await delivery.create(dependencies.connect(timings.callLimit), ready);
    await reached('created');
    return { kind: 'published', delivered };
  } catch (error) {
    const verdict = verdictOf(error, true, facts());
    if (verdict.kind === 'wait' && !(await untilWritten(() => delivery.discard(ready))))
      return { kind: 'lost_claim' };
    return settled(verdict);
  }
}

/**
 * What the verdict of this attempt means where an earlier one is in doubt. It stays in doubt until it is settled, so that
 * each further attempt looks first.
 */
async function settledInDoubt<Ready>(
  verdict: Verdict,
  replays: boolean,
  delivery: OnceDelivery<Ready>,
  dependencies: DeliverOnceDependencies,
): Promise<Verdict> {
  if (!delivery.inDoubt) return verdict;
  if (verdict.kind === 'wait') return stillWaiting(verdict, replays);
  if (verdict.kind === 'failed' && verdict.isRepeat) {
    // The earlier attempt may have created it after all, too late for the look-up.
    const known = await reconcile(delivery, dependencies);
    if (known) return known.kind === 'published' ? known : keepLookUpOnly(known, REPEAT_REFUSED);
    return refusedRepeat(verdict.diagnosis.network, delivery.facts(true));
  }
  // While it is replayed with its key, only an answer to that call tells what became of the first one.
  const isFinal = replays && (verdict.kind === 'failed' || verdict.kind === 'missed');
  return isFinal ? ((await reconcile(delivery, dependencies)) ?? verdict) : verdict;
}

/**
 * Finds out what became of an earlier attempt.
 *
 * @returns the verdict; null where nothing was created
 */
async function reconcile<Ready>(
  delivery: OnceDelivery<Ready>,
  { connect, now, timings }: DeliverOnceDependencies,
): Promise<Extract<Verdict, { kind: 'published' }> | ErrorVerdict | null> {
  if (!delivery.find) return cannotLookUp(now());
  let found: Delivered | null;
  try {
    found = await delivery.find(connect(timings.callLimit));
  } catch (error) {
    return keepLookUpOnly(lookUpFailed(error, delivery.facts(true)), delivery.lookUpOnly);
  }
  return found ? { kind: 'published', delivered: { ...found, adopted: true } } : null;
}
