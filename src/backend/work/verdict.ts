import {
  DELIVERY_ERRORS,
  type DeliveryErrorCode,
  type Diagnosis,
} from '../../contract/posts/delivery-errors.js';
import type { AttemptOutcome } from '../../contract/posts/posts.js';
import { type NetworkAnswer, NetworkRefusal, OutcomeInDoubt } from '../networks/adapter.js';
import type { Delivered } from '../networks/outgoing-post.js';
import { ConnectionFailed } from '../networks/wire.js';
import { isDatabaseAway, isDiskFull } from '../store/database-errors.js';
import { CHECK_REQUESTED, type Doubt, type LookUpOnly, REPEAT_REFUSED } from '../store/doubt.js';
import { backoffMs, CHECKS_AFTER_GRACE_MS, MAX_CHECKS, type Timings } from './timing.js';

/** The outcome of one attempt at a job. Times are epoch milliseconds of workspace time. */
export type Verdict =
  | {
      readonly kind: 'published';
      readonly delivered: Delivered;
      /** The first part that this attempt gave up; absent: it gave up none. */
      readonly gaveUp?: { readonly status: 'failed' | 'unknown'; readonly diagnosis: Diagnosis };
    }
  /** The network refused it for good; `isRepeat`: because it has the same already. */
  | { readonly kind: 'failed'; readonly diagnosis: Diagnosis; readonly isRepeat?: true }
  /** Nothing was posted; the next attempt is at `until`. */
  | { readonly kind: 'wait'; readonly until: number; readonly diagnosis: Diagnosis }
  /** It may have been posted; it is reconciled at `until`. `lookUpOnly`: it must not be sent. */
  | {
      readonly kind: 'reconcile';
      readonly until: number;
      readonly diagnosis: Diagnosis;
      readonly lookUpOnly?: LookUpOnly;
    }
  /** It may have been posted, and nothing can tell: a person has to decide. */
  | { readonly kind: 'unknown'; readonly diagnosis: Diagnosis; readonly lookUpOnly?: LookUpOnly }
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

/** The errors of attempts that sent nothing to the network. */
const UNSENT: readonly DeliveryErrorCode[] = ['network_unavailable', 'service_error', 'not_delivered'];

/** The outcome of an attempt that failed for good. */
export function failedOutcome({ code }: Diagnosis): Extract<AttemptOutcome, 'not_sent' | 'refused'> {
  return UNSENT.includes(code) ? 'not_sent' : 'refused';
}

export interface AttemptFacts {
  /** Attempts made so far, this one included; once a call's outcome is in doubt, those since that call. */
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
  givesUpAt: number | null = null,
): Diagnosis {
  const { cause, retryable, action } = DELIVERY_ERRORS[code];
  return {
    code,
    message,
    cause,
    retryable,
    retryAt: retryAt === null ? null : new Date(retryAt).toISOString(),
    ...(givesUpAt !== null && { givesUpAt: new Date(givesUpAt).toISOString() }),
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
    const message = error.sent
      ? 'The connection to the network broke before the last step; nothing was posted.'
      : error.message;
    return tryLater('network_unavailable', message, null, facts);
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
  const diagnosis = diagnosisOf(code, message, facts.now, answer, retryAt);
  return { kind: 'failed', diagnosis, ...(refusal.isRepeat && { isRepeat: true }) };
}

/**
 * Nothing was posted: it is tried again until it is too late, and once more just before that. A rate limit that lasts
 * longer ends it at once. A network that says how long it will be away may be back earlier.
 */
function tryLater(
  code: DeliveryErrorCode,
  message: string,
  answer: NetworkAnswer | null,
  facts: AttemptFacts,
  named: number | null = null,
): ErrorVerdict {
  const { now, latest, timings } = facts;
  const isLimit = code === 'rate_limited' && named !== null;
  const lastTry = isLimit ? latest : latest - timings.settleDelay;
  const soonest = Math.max(now + timings.minBackoff, isLimit ? named : 0);
  if (soonest > lastTry) {
    const over = isLimit ? message : `${message} It was retried until it would have been too late.`;
    return { kind: 'failed', diagnosis: diagnosisOf(code, over, now, answer, named) };
  }
  const paused = now + backoffMs(timings, facts.attempt, facts.random);
  const until = Math.min(Math.max(paused, soonest, named ?? 0), lastTry);
  return { kind: 'wait', until, diagnosis: diagnosisOf(code, message, now, answer, until, latest) };
}

/** It was sent, and the answer does not say whether it was posted: it is reconciled if it can be. */
function inDoubt(message: string, answer: NetworkAnswer | null, facts: AttemptFacts): ErrorVerdict {
  return facts.canReconcile
    ? reconciledAt(nextCheck(facts), message, answer, facts)
    : unknown(message, answer, facts);
}

/** The verdict on a call in doubt at a network that offers no look-up. @param now workspace time */
export function cannotLookUp(now: number): Extract<Verdict, { kind: 'unknown' }> {
  const message = 'It was sent, but the answer was lost, and this network offers no way to look it up.';
  return { kind: 'unknown', diagnosis: diagnosisOf('outcome_unknown', message, now) };
}

/** Whatever was to be found out about a call in doubt has to wait. */
const CANNOT_ASK = 'It was sent, but the answer was lost, and the network cannot be asked about it now.';

/**
 * The verdict where a call in doubt was to be repeated, and nothing could be sent. It stays in doubt until it is settled,
 * so that each further attempt looks first.
 *
 * @param replays whether it was to be repeated with its key: then nobody has looked
 */
export function stillWaiting(
  { until, diagnosis }: Extract<Verdict, { kind: 'wait' }>,
  replays: boolean,
): ErrorVerdict {
  const { network, occurredAt } = diagnosis;
  if (!replays) return { kind: 'reconcile', until, diagnosis };
  return reconciledAt(until, CANNOT_ASK, network, { now: Date.parse(occurredAt) });
}

/**
 * The verdict where looking up what became of an earlier attempt failed. A network that is away is asked until it is
 * back or the grace has passed, one that cannot say some times more.
 */
export function lookUpFailed(error: unknown, facts: AttemptFacts): ErrorVerdict {
  const said = error instanceof OutcomeInDoubt ? error.answer.message : null;
  const reason = said ?? (error instanceof Error ? error.message : String(error));
  const refusal = error instanceof NetworkRefusal ? error : null;
  const isAway = error instanceof ConnectionFailed || (refusal && TEMPORARY.includes(refusal.code));
  const message = isAway ? CANNOT_ASK : `It was sent, but looking it up failed: ${reason}`;
  const until = Math.max(nextCheck(facts), refusal?.retryAt ?? 0);
  const mayCheck = facts.attempt < MAX_CHECKS || (isAway && until <= facts.latest + CHECKS_AFTER_GRACE_MS);
  const answer = refusal?.answer ?? null;
  return mayCheck ? reconciledAt(until, message, answer, facts) : unknown(message, answer, facts);
}

/** A slow network may still be writing what was sent. */
function nextCheck({ now, timings, attempt, random }: AttemptFacts): number {
  return now + Math.max(timings.settleDelay, backoffMs(timings, attempt, random));
}

function reconciledAt(
  until: number,
  message: string,
  answer: NetworkAnswer | null,
  { now }: Pick<AttemptFacts, 'now'>,
): ErrorVerdict {
  return { kind: 'reconcile', until, diagnosis: diagnosisOf('outcome_unknown', message, now, answer, until) };
}

function unknown(message: string, answer: NetworkAnswer | null, { now }: AttemptFacts): ErrorVerdict {
  return { kind: 'unknown', diagnosis: diagnosisOf('outcome_unknown', message, now, answer) };
}

/** The verdict where a server does not have it yet, and may still store it. @param until when to look again */
export function notThereYet(until: number, facts: AttemptFacts): ErrorVerdict {
  const message =
    'It was sent, but the answer was lost. The server does not have it so far, and may still store it: it is looked up again.';
  return reconciledAt(until, message, null, facts);
}

/**
 * The network refused to post it once more because it has it already, so the attempt in doubt has probably posted it;
 * but a look-up does not find it. It is looked up again, and never sent again.
 *
 * @param answer the refusal; null: it came in an earlier attempt
 */
export function refusedRepeat(answer: NetworkAnswer | null, facts: AttemptFacts): ErrorVerdict {
  const message =
    'It was sent, and the network refuses to post it again because it already has it, but a look-up does not find it.';
  const mayCheck = facts.attempt < MAX_CHECKS;
  return keepLookUpOnly(
    mayCheck ? reconciledAt(nextCheck(facts), message, answer, facts) : unknown(message, answer, facts),
    REPEAT_REFUSED,
  );
}

/** The verdict where what is only looked up is surely absent. */
export function absent(reason: LookUpOnly, facts: AttemptFacts): ErrorVerdict {
  if (reason === REPEAT_REFUSED) return refusedRepeat(null, facts);
  const message = 'The network does not have it. Nothing was sent after the check.';
  return { kind: 'failed', diagnosis: diagnosisOf('not_delivered', message, facts.now) };
}

/** The same verdict for what must not be sent. */
export function keepLookUpOnly(verdict: ErrorVerdict, reason: LookUpOnly | null): ErrorVerdict {
  return reason !== null && (verdict.kind === 'reconcile' || verdict.kind === 'unknown')
    ? { ...verdict, lookUpOnly: reason }
    : verdict;
}

/** How far in doubt a verdict leaves its job. @param usual what its kind means without more */
export function doubtAfter(verdict: object, usual: 0 | 1): Doubt {
  const kept = 'lookUpOnly' in verdict ? verdict.lookUpOnly : null;
  if (kept === REPEAT_REFUSED) return REPEAT_REFUSED;
  return kept === CHECK_REQUESTED ? CHECK_REQUESTED : usual;
}
