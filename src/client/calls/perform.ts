import { CALLER_MARGIN_MS } from '../../contract/time-limits.js';
import { ApiError } from '../errors/api-errors.js';
import { AbortedError, type ErrorContext, PostriderError } from '../errors/errors.js';
import { type Configuration, checkedTimeout, DEFAULT_TIMEOUT_MS } from '../options.js';
import { dataOf } from './answer.js';
import { abortedBefore, attemptOnce, type NoAnswer } from './attempt.js';
import { type Answer, type Call, isWrite, longMsOf, operationOf } from './call.js';
import { warnIfDeprecated } from './deprecation-warning.js';
import { noAnswerError, outcomeUnknown } from './error-factory.js';
import { idempotencyKeyOf, prepare } from './request.js';
import { metaOf } from './response-meta.js';
import { backoffMs, leavesOpen, mayRetry, settles } from './retry-policy.js';

/** Time limit of one attempt in ms, in addition to the requested wait of a read. */
const ATTEMPT_TIMEOUT_MS = 30_000;

/** How much of the call's time a waiting read reserves for the round trip, in ms. */
const HELD_READ_MARGIN_MS = 2_000;

/**
 * Performs a call with all its attempts, under one idempotency key and one deadline.
 *
 * @throws PostriderError whose class says what happened and whether the call may have acted
 */
export async function perform(call: Call, configuration: Configuration): Promise<Answer<unknown>> {
  const { now, redact, baseUrl, transport, maxRetries } = configuration;
  const { signal, onAnswer } = call.options;
  const operation = operationOf(call.operation);
  const idempotencyKey = idempotencyKeyOf(call);
  const given = call.options.timeoutMs ?? configuration.timeoutMs;
  const longLimit = longMsOf(call) + CALLER_MARGIN_MS;
  const deadline = now() + checkedTimeout(given ?? Math.max(DEFAULT_TIMEOUT_MS, longLimit));

  /** Whether an attempt may have acted and no response has settled that yet. */
  let open = false;
  let sentBefore = false;
  const contextAt = (attempts: number, sent: boolean): ErrorContext => ({
    operation: call.operation,
    idempotencyKey,
    attempts,
    sent: sent || sentBefore,
  });
  const unanswered = (failure: NoAnswer, attempts: number): PostriderError =>
    noAnswerError(failure, { origin: baseUrl.origin, context: contextAt(attempts, failure.sent), redact });

  for (let attempt = 1; ; attempt++) {
    const remaining = Math.max(1, deadline - now());
    const wait = heldSeconds(call, remaining);
    const request = prepare(call, idempotencyKey, configuration, wait);
    // Uploads have no time limit of their own: the upload watches for progress.
    const most = call.file
      ? Number.POSITIVE_INFINITY
      : Math.max(ATTEMPT_TIMEOUT_MS + (wait ?? 0) * 1000, longLimit);
    const limit = Math.min(remaining, most);
    const attempted = await attemptOnce(transport, request, signal, limit);

    let failure: PostriderError;
    if ('failure' in attempted) {
      failure = unanswered(attempted.failure, attempt);
    } else {
      warnIfDeprecated(attempted.response.headers, operation);
      try {
        const asked = { origin: baseUrl.origin, context: contextAt(attempt, true), redact };
        const data = dataOf(attempted.response, call, asked);
        const meta = metaOf(attempted.response, idempotencyKey, attempt);
        onAnswer?.(meta);
        return { data, meta };
      } catch (error) {
        if (!(error instanceof PostriderError)) throw error;
        if (error instanceof ApiError) onAnswer?.(metaOf(attempted.response, idempotencyKey, attempt));
        failure = error;
      }
    }

    const stillOpen: boolean = leavesOpen(failure) || (open && !settles(failure));
    const delay = backoffMs(failure, attempt, configuration.random());
    const again = mayRetry(failure, operation) && (call.file?.repeatable ?? true);
    if (attempt > maxRetries || !again || now() + delay >= deadline) {
      if (!isWrite(operation) || !stillOpen || failure instanceof AbortedError) throw failure;
      throw outcomeUnknown(failure, contextAt(attempt, true));
    }
    open = stillOpen;
    sentBefore = failure.sent;
    await pause(delay, signal, configuration);
    if (signal?.aborted) throw unanswered(abortedBefore(signal), attempt);
  }
}

/** Sleeps; returns early when the signal fires. */
async function pause(ms: number, signal: AbortSignal | undefined, { sleep }: Configuration): Promise<void> {
  try {
    await sleep(ms, signal);
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

/** How many seconds a read may wait: as requested, limited by the call's remaining time; null without a wait. */
function heldSeconds({ query }: Call, remainingMs: number): number | null {
  const asked = query['wait'];
  if (typeof asked !== 'number' || !(asked > 0)) return null;
  return Math.min(asked, Math.max(0, Math.floor((remainingMs - HELD_READ_MARGIN_MS) / 1000)));
}
