import {
  DELIVERY_ERRORS,
  type DeliveryErrorCode,
  type Diagnosis,
} from '../../contract/posts/delivery-errors.js';
import { type NetworkAnswer, NetworkRefusal, OutcomeInDoubt } from '../networks/adapter.js';
import type { Delivered } from '../networks/outgoing-post.js';
import { ConnectionFailed } from '../networks/wire.js';
import { isDatabaseAway, isDiskFull } from '../store/database-errors.js';
import { backoffMs, MAX_ATTEMPTS, type Timings } from './timing.js';

/** The outcome of one attempt at a job. Times are epoch milliseconds of workspace time. */
export type Verdict =
  | { readonly kind: 'published'; readonly delivered: Delivered }
  /** The network refused it for good. */
  | { readonly kind: 'failed'; readonly diagnosis: Diagnosis }
  /** Nothing was posted; the next attempt is at `until`. */
  | { readonly kind: 'wait'; readonly until: number; readonly diagnosis: Diagnosis }
  /** It may have been posted; it is reconciled at `until`. */
  | { readonly kind: 'reconcile'; readonly until: number; readonly diagnosis: Diagnosis }
  /** It may have been posted, and nothing can tell: a person has to decide. */
  | { readonly kind: 'unknown'; readonly diagnosis: Diagnosis }
  /** It was claimed ahead of its time and is given back; nothing was sent. It is due at `until`. */
  | { readonly kind: 'early'; readonly until: number }
  /** It is too late to send it without asking. */
  | { readonly kind: 'missed'; readonly diagnosis: Diagnosis }
  /** The main post is published; a part that follows it is retried, or reconciled, at `until`. */
  | {
      readonly kind: 'parts_wait';
      readonly phase: 'waiting' | 'reconciling';
      readonly until: number;
      readonly diagnosis: Diagnosis;
    }
  /** Another process has the job now: nothing was written, and nothing may be recorded. */
  | { readonly kind: 'lost_claim' };

/** The verdicts that can follow from an error. */
export type ErrorVerdict = Extract<Verdict, { kind: 'failed' | 'wait' | 'reconcile' | 'unknown' }>;

export interface AttemptFacts {
  /** Attempts made so far, this one included. */
  readonly attempt: number;
  /** Workspace time. */
  readonly now: number;
  /** Workspace time after which it is not sent by itself. */
  readonly latest: number;
  /** In [0, 1). */
  readonly random: number;
  /** Whether a lost answer can be reconciled, by key or by look-up. */
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

/** Refusals that are temporary. */
const TEMPORARY: readonly DeliveryErrorCode[] = ['rate_limited', 'network_unavailable'];

/**
 * The verdict that follows from an error.
 *
 * @param sent whether the irreversible request may have left this process
 */
export function verdictOf(error: unknown, sent: boolean, facts: AttemptFacts): ErrorVerdict {
  if (error instanceof NetworkRefusal) return refused(error, facts);
  if (error instanceof OutcomeInDoubt && sent) return inDoubt(error.message, error.answer, facts);
  if (error instanceof OutcomeInDoubt) {
    return tryLater(
      'network_unavailable',
      'The network answered with an internal error.',
      error.answer,
      facts,
    );
  }
  if (error instanceof ConnectionFailed && !(sent && error.sent)) {
    return tryLater(
      'network_unavailable',
      'The network could not be reached; nothing was sent.',
      null,
      facts,
    );
  }
  const reason = error instanceof Error ? error.message : String(error);
  if (sent) return inDoubt(reason, null, facts);
  if (isDatabaseAway(error)) {
    return tryLater('service_error', 'Nothing was sent: Postrider’s database was unavailable.', null, facts);
  }
  if (isDiskFull(error)) {
    return tryLater('service_error', 'Nothing was sent: Postrider’s disk was full.', null, facts);
  }
  return {
    kind: 'failed',
    diagnosis: diagnosisOf('service_error', `Nothing was sent: ${reason}`, facts.now),
  };
}

function refused(refusal: NetworkRefusal, facts: AttemptFacts): ErrorVerdict {
  if (TEMPORARY.includes(refusal.code)) {
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
  notBefore: number | null = null,
): ErrorVerdict {
  const until = Math.max(facts.now + backoffMs(facts.timings, facts.attempt, facts.random), notBefore ?? 0);
  const diagnosis = diagnosisOf(code, message, facts.now, answer, until);
  const mayRetry = facts.attempt < MAX_ATTEMPTS && until <= facts.latest;
  return mayRetry ? { kind: 'wait', until, diagnosis } : { kind: 'failed', diagnosis };
}

/** Nobody knows whether it was posted: it is reconciled again for as long as that can help. */
export function inDoubt(message: string, answer: NetworkAnswer | null, facts: AttemptFacts): ErrorVerdict {
  if (!facts.canReconcile || facts.attempt >= MAX_ATTEMPTS) {
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
