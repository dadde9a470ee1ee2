import { NetworkRefusal, OutcomeInDoubt } from '../adapter.js';
import type { Connection } from '../connection.js';
import { type NetworkErrors, readRefusal } from '../refusals/read-refusal.js';
import { ConnectionFailed, type WireRequest, type WireResponse } from '../wire.js';
import { poll } from './polling.js';

const OK = 200;
const REDIRECT = 300;

function succeeded({ status }: WireResponse): boolean {
  return status >= OK && status < REDIRECT;
}

/**
 * Sends a request that publishes nothing.
 * @param isAnswer whether a response with an error status is the answer all the same
 * @throws NetworkRefusal any other error response, including 5xx: nothing was posted
 * @throws ConnectionFailed
 */
export async function ask(
  errors: NetworkErrors,
  connection: Connection,
  request: WireRequest,
  isAnswer: (response: WireResponse) => boolean = () => false,
): Promise<WireResponse> {
  const response = await connection.wire.send(request, connection.signal);
  if (succeeded(response) || isAnswer(response)) return response;
  throw readRefusal(errors, response, connection.now, false);
}

/**
 * Sends the request that publishes.
 * @throws NetworkRefusal nothing was posted
 * @throws OutcomeInDoubt the response does not say whether the post exists
 * @throws ConnectionFailed
 */
export async function commit(
  errors: NetworkErrors,
  connection: Connection,
  request: WireRequest,
): Promise<WireResponse> {
  const response = await connection.wire.send({ ...request, irreversible: true }, connection.signal);
  if (succeeded(response)) return response;
  // A status alone proves nothing: proxies answer 502, 503 and 504 for requests that the network has received.
  throw readRefusal(errors, response, connection.now, response.early !== true);
}

/**
 * Runs a step after the post was published, such as reading its URL. Every failure becomes one with an unknown
 * outcome: a refusal or a failed connection would otherwise say that nothing was posted.
 */
export async function afterCommit<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof NetworkRefusal) throw new OutcomeInDoubt(cause.answer);
    if (cause instanceof ConnectionFailed) throw new ConnectionFailed(cause.reason, true);
    throw cause;
  }
}

/** How often, and how long apart in milliseconds, a published post is asked for what its answer did not say. */
const READS = { everyMs: 2000, times: 3 };

/**
 * Reads something of a post that is published and whose id is known, such as its URL, and asks again if that fails.
 *
 * @returns null: the network does not say, which changes nothing about the post
 */
export function readPublished<T>(connection: Connection, work: () => Promise<T>): Promise<T | null> {
  return orNull(() => poll(READS, connection, () => orNull(work)));
}

/** Null where the network refuses to answer, or cannot be reached. */
export async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof NetworkRefusal || cause instanceof ConnectionFailed) return null;
    throw cause;
  }
}

/** A value that a successful response must have. Without it the post may exist, but its id is unknown. */
export function required<T>(value: T | null | undefined, response: WireResponse): T {
  if (value !== null && value !== undefined && value !== '') return value;
  throw new OutcomeInDoubt({
    status: response.status,
    code: null,
    message: 'The response does not contain the post’s id.',
  });
}

/**
 * The authorization header with the account's access token.
 * @throws NetworkRefusal the account has no token
 */
export function bearer({ account }: Connection): { readonly authorization: string } {
  const token = account.credentials['accessToken'];
  if (token) return { authorization: `Bearer ${token}` };
  throw new NetworkRefusal('account_reconnect_required', 'Postrider no longer has access to the account.', {
    status: null,
    code: null,
    message: null,
  });
}

/** Refuses before anything is sent, because the request could not succeed. */
export function notSent(code: NetworkRefusal['code'], message: string): NetworkRefusal {
  return new NetworkRefusal(code, message, { status: null, code: null, message: null });
}

const NOT_FOUND = 404;

/** Null for the refusal of an object that does not exist. @throws every other cause */
export function nullIfNotFound(cause: unknown): null {
  if (cause instanceof NetworkRefusal && cause.answer.status === NOT_FOUND) return null;
  throw cause;
}
