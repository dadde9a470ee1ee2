import { PostriderError } from '../errors/errors.js';
import {
  RESPONSE_TOO_LARGE,
  type Transport,
  TransportError,
  type TransportResponse,
} from '../transport/transport.js';
import { timedSignal } from '../waiting.js';
import type { PreparedRequest } from './request.js';

/** Why an attempt got no response, and whether it may have reached the backend. */
export interface NoAnswer {
  readonly why: 'aborted' | 'timeout' | 'connection' | 'too_large';
  readonly sent: boolean;
  readonly code: string | null;
  readonly message: string;
  readonly cause: unknown;
}

export type Attempted = { readonly response: TransportResponse } | { readonly failure: NoAnswer };

/**
 * Sends a request once.
 *
 * @param caller the caller's signal
 * @param ms the time limit
 * @throws PostriderError if the transport cannot be used
 */
export async function attemptOnce(
  transport: Transport,
  request: PreparedRequest,
  caller: AbortSignal | undefined,
  ms: number,
): Promise<Attempted> {
  if (caller?.aborted) return { failure: abortedBefore(caller) };
  const timed = timedSignal(caller, ms);
  try {
    return { response: await transport.send({ ...request, signal: timed.signal }) };
  } catch (error) {
    if (error instanceof PostriderError) throw error;
    const why = timed.timedOut() ? 'timeout' : caller?.aborted ? 'aborted' : 'connection';
    return { failure: noAnswer(why, error, caller) };
  } finally {
    timed.release();
  }
}

/** The failure of a call whose signal fired before anything was sent. */
export function abortedBefore(signal: AbortSignal): NoAnswer {
  return { why: 'aborted', sent: false, code: null, message: 'aborted', cause: signal.reason };
}

function noAnswer(
  why: 'aborted' | 'timeout' | 'connection',
  error: unknown,
  caller: AbortSignal | undefined,
): NoAnswer {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof TransportError)) return { why, sent: true, code: null, message, cause: error };
  const { sent, code } = error;
  if (code === RESPONSE_TOO_LARGE) return { why: 'too_large', sent, code, message, cause: undefined };
  const cause = why === 'aborted' ? caller?.reason : why === 'timeout' ? undefined : (error.cause ?? error);
  return { why, sent, code, message, cause };
}
