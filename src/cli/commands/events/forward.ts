import { setTimeout as sleep } from 'node:timers/promises';
import { hasErrno } from '../../../base/errno.js';
import { withTimeLimit } from '../../../base/time-limit.js';
import type { PostriderEvent } from '../../../contract/events/events.js';
import { WEBHOOK_TIMEOUT_SECONDS } from '../../../contract/webhooks/webhooks.js';

/** The receiver's response to one event. */
export interface Forwarded {
  readonly status: number;
  readonly durationMs: number;
  readonly attempts: number;
}

export interface ForwardOptions {
  readonly url: string;
  readonly secret: string;
  readonly signal: AbortSignal;
  /** Called before each retry. */
  readonly onTrouble: (what: string, pauseMs: number) => void;
}

/** Pauses between attempts after a non-2xx response, in milliseconds; after the last one the response is final. */
const ERROR_PAUSES_MS = [1_000, 2_000, 4_000];

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;

/**
 * Forwards one event, signed like a webhook. Retries until the receiver is reachable, and a few times after an error
 * response.
 *
 * @returns null if interrupted
 */
export async function forward(event: PostriderEvent, options: ForwardOptions): Promise<Forwarded | null> {
  const { signal, onTrouble } = options;
  const { id, type, timestamp, data } = event;
  const body = JSON.stringify({ id, type, timestamp, data });
  let refusals = 0;
  let failures = 0;
  for (let attempts = 1; !signal.aborted; attempts += 1) {
    const answer = await post(id, body, options);
    if (signal.aborted) return null;
    let pause: number | undefined;
    if ('error' in answer) {
      pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
      failures += 1;
      onTrouble(answer.error, pause);
    } else {
      const isAccepted = answer.status >= 200 && answer.status < 300;
      pause = isAccepted ? undefined : ERROR_PAUSES_MS[refusals];
      if (pause === undefined) return { ...answer, attempts };
      refusals += 1;
      onTrouble(`answered ${answer.status}`, pause);
    }
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
  return null;
}

type Answer = { readonly status: number; readonly durationMs: number } | { readonly error: string };

async function post(
  id: string,
  body: string,
  { url, secret, signal }: Pick<ForwardOptions, 'url' | 'secret' | 'signal'>,
): Promise<Answer> {
  const { signedHeaders } = await import('../../../backend/domain/webhooks/signature.js');
  const began = performance.now();
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: signedHeaders({ id, at: Date.now(), body }, [secret]),
      body,
      redirect: 'manual',
      signal: withTimeLimit(WEBHOOK_TIMEOUT_SECONDS * 1000, signal),
    });
    await response.arrayBuffer();
    return { status: response.status, durationMs: Math.round(performance.now() - began) };
  } catch (error) {
    return { error: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `did not respond within ${WEBHOOK_TIMEOUT_SECONDS} s`;
  const cause: unknown = error.cause;
  if (hasErrno(cause, 'ECONNREFUSED')) return 'refused the connection';
  return cause instanceof Error ? cause.message : error.message;
}
