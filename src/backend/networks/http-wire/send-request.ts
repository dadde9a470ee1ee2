import { USER_AGENT } from '../../fetching/user-agent.js';
import { ConnectionFailed, type WireRequest, type WireResponse } from '../wire.js';
import { authorized, demandsNonce, noteNonce, type OwnTokens } from './authorize.js';
import { notConnected } from './connection-failures.js';
import { type Connections, SHARED_CONNECTIONS } from './connections.js';
import { encodeBody } from './encode-body.js';
import { ClosedUnanswered, exchange, type RawAnswer } from './exchange.js';
import { orAborted } from './or-aborted.js';
import { exactPieces, type OutgoingBody, type Piece } from './outgoing-body.js';
import { wireResponse } from './read-answer.js';
import { SHARED_NOTES } from './server-notes.js';
import { type Target, targetOf } from './target.js';
import type { HttpWireOptions } from './wire-options.js';

type Headers = Readonly<Record<string, string>>;

/**
 * Sends one request to a network.
 *
 * @throws ConnectionFailed
 */
export async function sendRequest(
  options: HttpWireOptions,
  request: WireRequest,
  signal: AbortSignal,
  own: OwnTokens,
): Promise<WireResponse> {
  const { connections = SHARED_CONNECTIONS, notes = SHARED_NOTES } = options;
  const target = targetIn(options, request);
  const body = encodeBody(request);
  const send = async (): Promise<{ readonly isSigned: boolean; readonly response: WireResponse }> => {
    const headers = authorized(request, { target, credentials: options.credentials(), own, notes });
    const call = { ...request, headers, body, target, proxy: options.policy.proxy, signal };
    const response = wireResponse(await carry(connections, call));
    const isSigned = headers['dpop'] !== undefined;
    if (isSigned) noteNonce(notes, target.url.origin, response);
    return { isSigned, response };
  };
  const { isSigned, response } = await send();
  if (!isSigned || !demandsNonce(response)) return response;
  // The server has refused the signature, and nothing else: the same request with its nonce is not a repeat.
  if (body === null || body.canRepeat) return (await send()).response;
  throw new ConnectionFailed('refused', false, 'The network asked for a new signature.');
}

function targetIn(options: HttpWireOptions, request: WireRequest): Target {
  try {
    return targetOf(options, request);
  } catch (error) {
    throw notConnected(error, new URL(options.origin));
  }
}

interface Call {
  readonly method: WireRequest['method'];
  readonly headers: Headers;
  readonly body: OutgoingBody | null;
  readonly target: Target;
  readonly proxy: URL | null;
  readonly irreversible?: true;
  readonly signal: AbortSignal;
}

/** Reads may use a connection that is open; everything else opens one, whose state is certain. */
async function carry(connections: Connections, call: Call): Promise<RawAnswer> {
  const { target, body, method, signal } = call;
  const { mayBeLoopback, url } = target;
  const destination = { url, mayBeLoopback, proxy: mayBeLoopback ? null : call.proxy };
  const outgoing = { method, url, headers: headersOf(call), pieces: null, silentMs: connections.silentMs };
  if (body === null) {
    const open = method === 'GET' && call.irreversible !== true ? connections.reuse(destination) : null;
    const answer = open && (await exchange(open, outgoing, signal).catch(unlessClosed));
    return answer ?? exchange(await connections.open(destination, signal), outgoing, signal);
  }
  const pieces = exactPieces(body);
  try {
    // Before anything is connected: most files that cannot be read fail here.
    const first = await firstOf(pieces, signal);
    const connection = await connections.open(destination, signal);
    return await exchange(connection, { ...outgoing, pieces: continued(first, pieces) }, signal);
  } finally {
    // It waits for a read that is under way, so nobody waits for it. The outcome is known.
    pieces.return().catch(() => undefined);
  }
}

/** The server closed an idle connection while the request was on its way. A read can be repeated. */
function unlessClosed(error: unknown): null {
  if (error instanceof ClosedUnanswered) return null;
  if (error instanceof ConnectionFailed && !error.sent && error.reason !== 'timeout') return null;
  throw error;
}

async function firstOf(pieces: AsyncGenerator<Piece, void>, signal: AbortSignal): Promise<Piece> {
  try {
    const { value } = await orAborted(pieces.next(), signal);
    if (value) return value;
  } catch {
    // The reason is in the files, or the call is over: either way nothing has been sent.
    if (signal.aborted) throw new ConnectionFailed('timeout', false);
  }
  throw new ConnectionFailed('file_broken', false);
}

async function* continued(first: Piece, others: AsyncIterable<Piece>): AsyncGenerator<Piece, void> {
  yield first;
  yield* others;
}

function headersOf({ headers, body, target }: Call): Headers {
  const type = body?.contentType ?? null;
  return {
    accept: 'application/json, */*;q=0.8',
    ...(type !== null && { 'content-type': type }),
    ...headers,
    ...(body !== null && { 'content-length': String(body.bytes) }),
    host: target.url.host,
    'user-agent': USER_AGENT,
    'accept-encoding': 'gzip, deflate, br',
  };
}
