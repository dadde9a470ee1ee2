import { type Transport, TransportError, type TransportResponse, tooLarge } from './transport.js';

/**
 * A transport over any function that handles a web-standard request, such as a backend in the same process.
 *
 * @example new PostriderClient({ apiKey, transport: fetchTransport((request) => app.fetch(request)) })
 */
export function fetchTransport(answer: (request: Request) => Response | Promise<Response>): Transport {
  return {
    async send({ url, method, headers, body, signal, maxResponseBytes }): Promise<TransportResponse> {
      if (signal.aborted) throw aborted(signal, false);
      const request = new Request(url, {
        method,
        headers,
        ...(typeof body === 'object' && body
          ? { body: ReadableStream.from(body), duplex: 'half' as const }
          : { body }),
        signal,
        redirect: 'manual',
      });
      return untilAborted(signal, async () => {
        const response = await answer(request);
        const bytes = await response.arrayBuffer();
        if (bytes.byteLength > maxResponseBytes) throw tooLarge(maxResponseBytes);
        return {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: new TextDecoder().decode(bytes),
        };
      });
    },
  };
}

/** Rejects on abort, even if the function ignores signals. */
async function untilAborted<Value>(signal: AbortSignal, run: () => Promise<Value>): Promise<Value> {
  let onAbort: (() => void) | undefined;
  const abort = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(aborted(signal, true));
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([run(), abort]);
  } finally {
    if (onAbort) signal.removeEventListener('abort', onAbort);
  }
}

function aborted(signal: AbortSignal, sent: boolean): TransportError {
  return new TransportError('aborted', { sent, code: 'ABORTED', cause: signal.reason });
}
