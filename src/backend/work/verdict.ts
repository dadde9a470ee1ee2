import {
  DELIVERY_ERRORS,
  type DeliveryErrorCode,
  type Diagnosis,
} from '../../contract/posts/delivery-errors.js';
import { type Delivered, type NetworkAnswer, NetworkRefusal, OutcomeInDoubt } from '../networks/adapter.js';
import { ConnectionFailed } from '../networks/wire.js';
import { isDatabaseAway, isDiskFull } from '../store/database-faults.js';
import { backoffMs, MOST_ATTEMPTS, type Timings } from './timing.js';

/** What one attempt at a target came to. Instants are epoch milliseconds in workspace time. */
export type Verdict =
  | { readonly kind: 'published'; readonly delivered: Delivered }
  /** The network said no, for good. */
  | { readonly kind: 'failed'; readonly diagnosis: Diagnosis }
  /** Nothing was posted; it is tried again at `until`. */
  | { readonly kind: 'wait'; readonly until: number; readonly diagnosis: Diagnosis }
  /** It may have been posted; it is looked into at `until`. */
  | { readonly kind: 'reconcile'; readonly until: number; readonly diagnosis: Diagnosis }
  /** It may have been posted, and nothing can tell: a person decides. */
  | { readonly kind: 'unknown'; readonly diagnosis: Diagnosis }
  /** It was claimed ahead of its time, and is given back: nothing was asked of the network. It is due at `until`. */
  | { readonly kind: 'early'; readonly until: number }
  /** It became too late to send it silently. */
  | { readonly kind: 'missed'; readonly diagnosis: Diagnosis }
  /** The main post is out; a part that follows it is tried again, or looked into, at `until`. */
  | {
      readonly kind: 'parts_wait';
      readonly phase: 'waiting' | 'reconciling';
      readonly until: number;
      readonly diagnosis: Diagnosis;
    }
  /** Another process holds the target now: nothing was written, nothing is to be recorded. */
  | { readonly kind: 'lost_claim' };

/** What a fault can come to. */
export type FaultVerdict = Extract<Verdict, { kind: 'failed' | 'wait' | 'reconcile' | 'unknown' }>;

export interface AttemptFacts {
  /** Attempts made so far, this one included. */
  readonly attempt: number;
  /** Workspace time. */
  readonly now: number;
  /** Workspace time after which it may not go out by itself. */
  readonly latest: number;
  /** In [0, 1). */
  readonly random: number;
  /** Whether a lost answer can be looked into: by key or by look-up. */
  readonly canReconcile: boolean;
  readonly timings: Timings;
}

export function diagnosisOf(
  code: DeliveryErrorCode,
  message: string,
  now: number,
  answer: NetworkAnswer | null = null,
  retryAt: number | null = null,
): Diagnosis {
  const { cause, retryable, action } = DELIVERY_ERRORS[code];
  return {
    code,
    message,
    cause,
    retryable,
    retryAt: retryAt === null ? null : new Date(retryAt).toISOString(),
    action,
    network: answer,
    occurredAt: new Date(now).toISOString(),
  };
}

/** Refusals that pass by themselves. */
const PASSING: readonly DeliveryErrorCode[] = ['rate_limited', 'network_unavailable'];

/**
 * What follows from a fault.
 *
 * @param sent whether the irreversible request may have left this process
 */
export function verdictOf(fault: unknown, sent: boolean, facts: AttemptFacts): FaultVerdict {
  if (fault instanceof NetworkRefusal) return refused(fault, facts);
  if (fault instanceof OutcomeInDoubt && sent) return inDoubt(fault.message, fault.answer, facts);
  if (fault instanceof OutcomeInDoubt) {
    return tryLater(
      'network_unavailable',
      'The network answered with a fault of its own.',
      fault.answer,
      facts,
    );
  }
  if (fault instanceof ConnectionFailed && !(sent && fault.sent)) {
    return tryLater(
      'network_unavailable',
      'The network could not be reached; nothing was posted.',
      null,
      facts,
    );
  }
  const words = fault instanceof Error ? fault.message : String(fault);
  if (sent) return inDoubt(words, null, facts);
  if (isDatabaseAway(fault)) {
    return tryLater('service_error', 'Nothing was sent: the service’s own database was away.', null, facts);
  }
  if (isDiskFull(fault)) {
    return tryLater('service_error', 'Nothing was sent: the service’s own disk was full.', null, facts);
  }
  return { kind: 'failed', diagnosis: diagnosisOf('service_error', `Nothing was sent: ${words}`, facts.now) };
}

function refused(refusal: NetworkRefusal, facts: AttemptFacts): FaultVerdict {
  if (PASSING.includes(refusal.code)) {
    return tryLater(refusal.code, refusal.message, refusal.answer, facts, refusal.retryAt);
  }
  const { code, message, answer, retryAt } = refusal;
  return { kind: 'failed', diagnosis: diagnosisOf(code, message, facts.now, answer, retryAt) };
}

function tryLater(
  code: DeliveryErrorCode,
  message: string,
  answer: NetworkAnswer | null,
  facts: AttemptFacts,
  toldToWaitUntil: number | null = null,
): FaultVerdict {
  const until = Math.max(
    facts.now + backoffMs(facts.timings, facts.attempt, facts.random),
    toldToWaitUntil ?? 0,
  );
  const diagnosis = diagnosisOf(code, message, facts.now, answer, until);
  const mayGoOn = facts.attempt < MOST_ATTEMPTS && until <= facts.latest;
  return mayGoOn ? { kind: 'wait', until, diagnosis } : { kind: 'failed', diagnosis };
}

/** Nobody knows whether it was posted: it is looked into again, as long as that can help. */
export function inDoubt(message: string, answer: NetworkAnswer | null, facts: AttemptFacts): FaultVerdict {
  if (!facts.canReconcile || facts.attempt >= MOST_ATTEMPTS) {
    return { kind: 'unknown', diagnosis: diagnosisOf('outcome_unknown', message, facts.now, answer) };
  }
  const until =
    facts.now + Math.max(facts.timings.settleDelay, backoffMs(facts.timings, facts.attempt, facts.random));
  return {
    kind: 'reconcile',
    until,
    diagnosis: diagnosisOf('outcome_unknown', message, facts.now, answer, until),
  };
}
