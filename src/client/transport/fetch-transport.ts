import { errnoOf } from '../../base/errno.js';
import { onAbort } from '../on-abort.js';
import {
  type BodyBytes,
  REDIRECT_UNSEEN,
  type Transport,
  TransportError,
  type TransportResponse,
  tooLarge,
} from './transport.js';

/** A function that handles web-standard requests. */
type Answering = (request: Request) => Response | Promise<Response>;

/**
 * Error codes of Node and Bun that only occur before a connection is established: nothing was sent. Codes that an open
 * connection can fail with too, such as EHOSTUNREACH, are not among them.
 */
const NEVER_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|CERT_\w+|(DEPTH_ZERO_)?SELF_SIGNED_CERT(_IN_CHAIN)?|UNABLE_TO_\w+|ERR_TLS_CERT_ALTNAME_INVALID)$/;

/**
 * A transport over `fetch`, or over any function that handles a web-standard request, such as a backend in the same
 * process.
 *
 * @param answer default: the runtime's `fetch`
 * @example new PostriderClient({ apiKey, transport: fetchTransport() })
 * @example new PostriderClient({ apiKey, transport: fetchTransport((request) => app.fetch(request)) })
 */
export function fetchTransport(answer: Answering = fetchOrExplain): Transport {
  return {
    // Browsers cannot stream a body over HTTP/1.1.
    buffersBodies: true,
    async send({ url, method, headers, body, signal, maxResponseBytes }): Promise<TransportResponse> {
      if (signal.aborted) throw aborted(signal, false);
      return untilAborted(signal, async () => {
        const whole = typeof body === 'object' && body ? await wholeBody(body, signal) : body;
        // `fetch` works the length out itself, and some versions of undici refuse a second one.
        const { 'content-length': _, ...own } = headers;
        const request = new Request(url, { method, headers: own, body: whole, signal, redirect: 'manual' });
        const response = await answer(request);
        const { status, type } = response;
        return {
          status: type === 'opaqueredirect' ? REDIRECT_UNSEEN : status,
          headers: Object.fromEntries(response.headers),
          body: await textOf(response, maxResponseBytes),
        };
      });
    },
  };
}

async function wholeBody(body: BodyBytes, signal: AbortSignal): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of body) {
    if (signal.aborted) throw aborted(signal, false);
    parts.push(new Uint8Array(chunk));
  }
  return new Blob(parts);
}

/**
 * The runtime's `fetch`, with errors that say whether anything was sent. Only its own errors say that: a function in
 * this process can act and then fail to connect to something else.
 */
async function fetchOrExplain(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    // Node's message is "fetch failed", and `cause` says what happened.
    const origin = error instanceof TypeError && error.cause instanceof Error ? error.cause : error;
    const code = errnoOf(origin) ?? null;
    if (code === null || !(origin instanceof Error)) throw error;
    throw new TransportError(origin.message || 'the connection failed', {
      sent: !NEVER_CONNECTED.test(code),
      code,
      cause: error,
    });
  }
}

/** @throws TransportError as soon as the response is larger than that */
async function textOf({ body }: Response, maxBytes: number): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let received = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    received += part.value.length;
    if (received > maxBytes) {
      await reader.cancel();
      throw tooLarge(maxBytes);
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

/** Rejects on abort, even if the function ignores signals. */
async function untilAborted<Value>(signal: AbortSignal, run: () => Promise<Value>): Promise<Value> {
  let release: (() => void) | undefined;
  const abort = new Promise<never>((_resolve, reject) => {
    release = onAbort(signal, () => reject(aborted(signal, true)));
  });
  try {
    return await Promise.race([run(), abort]);
  } finally {
    release?.();
  }
}

function aborted(signal: AbortSignal, sent: boolean): TransportError {
  return new TransportError('aborted', { sent, code: 'ABORTED', cause: signal.reason });
}
