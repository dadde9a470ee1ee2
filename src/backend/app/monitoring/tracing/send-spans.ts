import { isRecord } from '../../../../base/is-record.js';
import { retryAfterMs } from '../../../../base/retry-after.js';

/** What became of a batch at the collector. */
export type SendOutcome =
  | { readonly kind: 'accepted'; readonly rejected: number; readonly message: string }
  /** `retryAfterMs`: what the collector asks for; null: it does not say. */
  | { readonly kind: 'retry'; readonly reason: string; readonly retryAfterMs: number | null }
  | { readonly kind: 'refused'; readonly reason: string };

/** The statuses after which the same request may be sent again (OTLP specification, "Failures"). */
const RETRYABLE: readonly number[] = [429, 502, 503, 504];

/** In bytes: an answer of a collector is a few words. */
const MAX_ANSWER_BYTES = 16 * 1024;
/** Characters of a collector's message that are logged. */
const MAX_MESSAGE_LENGTH = 200;
const MAX_RETRY_AFTER_MS = 60_000;

interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/**
 * Sends spans once. Redirects are not followed: the headers may hold a key.
 *
 * @param now epoch milliseconds, for a `Retry-After` that names a time
 */
export async function sendSpans(request: Request, now: number): Promise<SendOutcome> {
  const { url, headers, body, signal } = request;
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal,
    });
    const text = await beginningOf(answer);
    if (answer.ok) return accepted(text);
    const reason = `status ${answer.status}`;
    if (!RETRYABLE.includes(answer.status)) return { kind: 'refused', reason };
    const pause = retryAfterMs(answer.headers.get('retry-after'), now);
    return {
      kind: 'retry',
      reason,
      retryAfterMs: pause === null ? null : Math.min(pause, MAX_RETRY_AFTER_MS),
    };
  } catch (error) {
    return { kind: 'retry', reason: reasonOf(error), retryAfterMs: null };
  }
}

async function beginningOf({ body }: Response): Promise<string> {
  const kept: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    kept.push(chunk);
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > MAX_ANSWER_BYTES) break;
  }
  return Buffer.concat(kept).subarray(0, MAX_ANSWER_BYTES).toString('utf8');
}

/** A collector may accept a part of a batch. What it rejected must not be sent again. */
function accepted(text: string): SendOutcome {
  const partial = partialSuccess(text);
  const rejected = Number(partial?.['rejectedSpans'] ?? 0);
  const message = partial?.['errorMessage'];
  return {
    kind: 'accepted',
    rejected: Number.isSafeInteger(rejected) && rejected > 0 ? rejected : 0,
    message: typeof message === 'string' ? message.slice(0, MAX_MESSAGE_LENGTH) : '',
  };
}

function partialSuccess(text: string): Record<string, unknown> | null {
  if (!text.includes('partialSuccess')) return null;
  try {
    const answer: unknown = JSON.parse(text);
    const partial = isRecord(answer) ? answer['partialSuccess'] : null;
    return isRecord(partial) ? partial : null;
  } catch (error) {
    // The status says that the batch was accepted; an answer that is not JSON does not change that.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Never the message: it may contain the address, which may contain a key. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const { cause } = error;
  const code = isRecord(cause) || cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  return typeof code === 'string' ? code : error.name;
}
