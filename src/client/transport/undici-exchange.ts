import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { errnoOf } from '../../base/errno.js';
import {
  type BodyBytes,
  TransportError,
  type TransportRequest,
  type TransportResponse,
  tooLarge,
} from './transport.js';

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** Reads bytes only when they can be sent. */
const NOT_AHEAD = { objectMode: true, highWaterMark: 1 } as const;

/**
 * How many of the last chunks may still be unsent: undici pauses the stream until the socket has written a chunk, and
 * the stream reads one chunk ahead. One more for safety.
 */
const UNSENT_CHUNKS = 3;

/** Gives chunks back after they were sent, so that a long upload needs a few of them and not a garbage collector. */
async function* recycling(body: BodyBytes): AsyncGenerator<Uint8Array> {
  const unsent: Uint8Array[] = [];
  for await (const chunk of body) {
    unsent.push(chunk);
    yield chunk;
    const sent = unsent.length >= UNSENT_CHUNKS ? unsent.shift() : undefined;
    if (sent) body.recycle?.(sent);
  }
}

/**
 * Sends one request with an undici dispatcher. Unlike undici's own `request()`, it knows whether the request has
 * started (undici reports that right before writing the first byte), and it settles immediately on abort,
 * even while connecting.
 *
 * @param url the parsed URL of the request
 */
export function exchange(
  dispatcher: Dispatcher,
  { origin, pathname, search }: URL,
  request: TransportRequest,
): Promise<TransportResponse> {
  const { signal, maxResponseBytes } = request;

  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let settled = false;
    let status = 0;
    let headers: Readonly<Record<string, string>> = {};
    let received = 0;
    const chunks: Buffer[] = [];

    const finish = (settle: () => void): void => {
      if (settled) return;
      settled = true;
      signal.removeEventListener('abort', onAbort);
      settle();
    };
    const fail = (cause: unknown): void =>
      finish(() =>
        reject(cause instanceof TransportError ? cause : failureOf(cause, controller !== undefined)),
      );
    const cut = (error: TransportError): void => {
      fail(error);
      controller?.abort(error);
    };
    const onAbort = (): void =>
      cut(
        new TransportError('aborted', {
          sent: controller !== undefined,
          code: 'ABORTED',
          cause: signal.reason,
        }),
      );

    if (signal.aborted) {
      onAbort();
      return;
    }
    signal.addEventListener('abort', onAbort, { once: true });

    dispatcher.dispatch(
      {
        origin,
        path: pathname + search,
        method: request.method,
        headers: request.headers,
        body:
          typeof request.body === 'object' && request.body
            ? Readable.from(recycling(request.body), NOT_AHEAD)
            : request.body,
      },
      {
        onRequestStart(started) {
          if (settled) started.abort(new Error('aborted before it was sent'));
          else controller = started;
        },
        onResponseStart(_controller, statusCode, fields) {
          status = statusCode;
          headers = flat(fields);
        },
        onResponseData(_controller, chunk) {
          received += chunk.length;
          if (received > maxResponseBytes) cut(tooLarge(maxResponseBytes));
          else chunks.push(chunk);
        },
        onResponseEnd() {
          finish(() => resolve({ status, headers, body: Buffer.concat(chunks).toString('utf8') }));
        },
        onResponseError(_controller, error) {
          fail(error);
        },
      },
    );
  });
}

function flat(fields: Headers): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

function failureOf(cause: unknown, sent: boolean): TransportError {
  const message = cause instanceof Error && cause.message !== '' ? cause.message : 'the connection failed';
  return new TransportError(message, { sent, code: errnoOf(cause) ?? null, cause });
}
