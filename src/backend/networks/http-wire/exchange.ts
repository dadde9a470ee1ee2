import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { hasErrno } from '../../../base/errno.js';
import { FetchFailure } from '../../fetching/fetch-failure.js';
import { checkAnnounced, limitedBody } from '../../fetching/limited-body.js';
import { ConnectionFailed } from '../wire.js';
import type { OpenConnection } from './connections.js';
import type { Piece } from './outgoing-body.js';

export interface OutgoingRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly pieces: AsyncIterable<Piece> | null;
  readonly silentMs: number;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
  /** It arrived before the request was complete, and the rest was not sent. */
  readonly isEarly: boolean;
}

/** In bytes, as transferred and after decompression. */
const MAX_ANSWER_BYTES = 5_000_000;
const MAX_HEADER_BYTES = 64 * 1024;

/** The body could not be read, so the request was never completed. */
class SourceFailed extends Error {}

/** The connection was closed before the first byte of an answer: on a reused one, a read may be repeated. */
export class ClosedUnanswered extends ConnectionFailed {}

/**
 * Sends one request on a connection that is ready, and reads the whole answer. It settles when the signal aborts.
 *
 * A body that cannot be read to its end leaves fewer bytes than `content-length` announces. A server must take such a
 * request as incomplete and close the connection (RFC 9112, 6.3 and 8), so nothing has acted on it: that is not `sent`.
 *
 * @throws ConnectionFailed
 */
export function exchange(
  connection: OpenConnection,
  outgoing: OutgoingRequest,
  signal: AbortSignal,
): Promise<RawAnswer> {
  const { url, pieces, silentMs } = outgoing;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      connection.close();
      throw new ConnectionFailed('timeout', false);
    }
    const request = begin(connection, outgoing);
    const state = { isComplete: pieces === null, isAnswered: false, isOver: false };

    const settle = (): void => {
      state.isOver = true;
      clearTimeout(silence);
      signal.removeEventListener('abort', onAbort);
    };
    const fail = (failure: ConnectionFailed): void => {
      if (state.isOver) return;
      settle();
      connection.close();
      reject(failure);
    };
    const onAbort = (): void => fail(new ConnectionFailed('timeout', true));
    const silence = setTimeout(() => fail(new ConnectionFailed('timeout', true)), silentMs);

    signal.addEventListener('abort', onAbort, { once: true });
    request.on('error', (error) => {
      // Once the answer has begun, reading it to its end decides.
      if (!state.isAnswered) fail(unanswered(error));
    });
    request.on('response', (answer) => {
      state.isAnswered = true;
      clearTimeout(silence);
      const isEarly = !state.isComplete;
      readAnswer(answer, url, silentMs).then(
        (bytes) => {
          if (state.isOver) return;
          settle();
          // A connection with half a request, or with a write that failed, is of no use any more.
          if (!request.writableFinished) connection.close();
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, isEarly });
        },
        (error: unknown) => fail(unreadable(error)),
      );
    });
    const isWanted = (): boolean => !state.isOver && !state.isAnswered;
    const onPiece = (isLast: boolean): void => {
      state.isComplete = isLast;
      if (isWanted()) silence.refresh();
    };
    if (pieces === null) request.end();
    else {
      sendPieces(request, pieces, isWanted, onPiece).catch((error: unknown) => {
        if (error instanceof SourceFailed && !state.isAnswered)
          fail(new ConnectionFailed('file_broken', false));
        else if (!(error instanceof SourceFailed)) fail(new ConnectionFailed('reset', true));
      });
    }
  });
}

function begin(connection: OpenConnection, { method, url, headers }: OutgoingRequest): ClientRequest {
  try {
    return httpRequest({
      method,
      path: `${url.pathname}${url.search}`,
      headers,
      agent: connection,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
  } catch (error) {
    connection.close();
    if (!hasErrno(error, 'ERR_INVALID_CHAR')) throw error;
    const why = 'The account’s access token contains characters that HTTP does not allow.';
    throw new ConnectionFailed('refused', false, why);
  }
}

/** Sends a body as fast as the connection takes it, and stops when an answer has begun. */
async function sendPieces(
  request: ClientRequest,
  pieces: AsyncIterable<Piece>,
  isWanted: () => boolean,
  onPiece: (isLast: boolean) => void,
): Promise<void> {
  const iterator = pieces[Symbol.asyncIterator]();
  for (;;) {
    const next = await iterator.next().catch((cause: unknown) => {
      throw new SourceFailed('the body could not be read', { cause });
    });
    if (next.done === true || !isWanted()) return;
    const { bytes, isLast } = next.value;
    onPiece(isLast);
    if (isLast) request.end(bytes);
    else await written(request, bytes);
    onPiece(isLast);
  }
}

/** Waits until a piece has left, or the request is over. */
function written(request: ClientRequest, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      request.off('close', done).off('response', done);
      resolve();
    };
    request.on('close', done).on('response', done);
    request.write(bytes, done);
  });
}

async function readAnswer(answer: IncomingMessage, url: URL, silentMs: number): Promise<Buffer> {
  const limits = {
    maxBytes: MAX_ANSWER_BYTES,
    maxDecompressedBytes: MAX_ANSWER_BYTES,
    idleMs: silentMs,
    minProgressBytes: 1,
  };
  checkAnnounced(answer, limits, url.href);
  const chunks: Buffer[] = [];
  for await (const chunk of await limitedBody(answer, limits, url.href, () => undefined)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Nothing of an answer has arrived. */
function unanswered(error: Error): ConnectionFailed {
  if (hasErrno(error, 'ETIMEDOUT')) return new ConnectionFailed('timeout', true);
  if (hasErrno(error, 'ECONNRESET', 'EPIPE')) return new ClosedUnanswered('reset', true);
  return new ConnectionFailed('answer_broken', true);
}

/** An answer has begun, and could not be read to its end. */
function unreadable(error: unknown): ConnectionFailed {
  if (error instanceof FetchFailure && error.code === 'stalled') return new ConnectionFailed('timeout', true);
  const isCut = hasErrno(error, 'ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE');
  return new ConnectionFailed(isCut ? 'reset' : 'answer_broken', true);
}
