import { type Connection, NetworkRefusal, OutcomeInDoubt } from './adapter.js';
import { type NetworkErrors, readRefusal } from './read-refusal.js';
import { ConnectionFailed, type WireRequest, type WireResponse } from './wire.js';

const OK = 200;
const REDIRECT = 300;

function succeeded({ status }: WireResponse): boolean {
  return status >= OK && status < REDIRECT;
}

/**
 * A request that changes nothing that people see.
 * @throws NetworkRefusal (5xx included: nothing was posted by it)
 * @throws ConnectionFailed
 */
export async function ask(
  errors: NetworkErrors,
  connection: Connection,
  request: WireRequest,
): Promise<WireResponse> {
  const response = await connection.wire.send(request, connection.signal);
  if (succeeded(response)) return response;
  throw readRefusal(errors, response, connection.now, false);
}

/**
 * The request that publishes.
 * @throws NetworkRefusal where nothing was posted
 * @throws OutcomeInDoubt where the answer does not tell
 * @throws ConnectionFailed
 */
export async function commit(
  errors: NetworkErrors,
  connection: Connection,
  request: WireRequest,
): Promise<WireResponse> {
  const response = await connection.wire.send(request, connection.signal);
  if (succeeded(response)) return response;
  throw readRefusal(errors, response, connection.now, true);
}

/**
 * Work after the post is out, such as asking for its address. Whatever goes wrong there must read as doubt:
 * a refusal, or a connection that was never made, would say that nothing was posted.
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

/** What a successful answer must hold; without it the post may exist and cannot be named. */
export function required<T>(value: T | null | undefined, response: WireResponse): T {
  if (value !== null && value !== undefined && value !== '') return value;
  throw new OutcomeInDoubt({
    status: response.status,
    code: null,
    message: 'The answer does not name the post.',
  });
}

/**
 * The account's access token as the header that every network here takes.
 * @throws NetworkRefusal where the account has none
 */
export function bearer({ account }: Connection): { readonly authorization: string } {
  const token = account.credentials['accessToken'];
  if (token) return { authorization: `Bearer ${token}` };
  throw new NetworkRefusal('account_reconnect_required', 'The account has no access token.', {
    status: null,
    code: null,
    message: null,
  });
}

/** A refusal that is ours: the request would be pointless, so nothing was sent. */
export function notSent(code: NetworkRefusal['code'], message: string): NetworkRefusal {
  return new NetworkRefusal(code, message, { status: null, code: null, message: null });
}
