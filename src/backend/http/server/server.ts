import { createServer, type RequestListener, type Server } from 'node:http';
import type { Fetch } from './request-listener.js';
import type { UnreadableDependencies } from './unreadable-request.js';

/** A listening socket. It answers requests once `serve` is called. */
export interface Listening {
  readonly port: number;
  /** Call it in the same event loop turn in which `listen` resolves: no request can arrive earlier. */
  serve(fetch: Fetch, dependencies: UnreadableDependencies): void;
  /** Stops accepting connections, waits for answers in progress, then closes what is left. */
  close(patienceMs: number): Promise<void>;
}

/**
 * By default Node ends a request that is not complete within five minutes, including large uploads; each body
 * reader has its own limit instead. It answers a request without `Host` with no body; `requestListener` answers it.
 */
const SETTINGS = { requestTimeout: 0, headersTimeout: 30_000, requireHostHeader: false };

/**
 * @param background do not keep the process alive
 * @throws the system error if it cannot listen on the address
 */
export async function listen(host: string, port: number, background = false): Promise<Listening> {
  const server = createServer(SETTINGS);
  if (background) server.unref().on('connection', (socket) => socket.unref());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    serve: (fetch, dependencies) => {
      server.on('request', listenerFor(fetch, dependencies));
      server.on('clientError', (error, socket) => {
        import('./unreadable-request.js')
          .then(({ answerUnreadable }) => answerUnreadable(dependencies, error, socket))
          .catch((reason: unknown) => socket.destroy(reason instanceof Error ? reason : undefined));
      });
    },
    close: (patienceMs) => closeServer(server, patienceMs),
  };
}

/**
 * Loads the adapter from Node requests to web requests with the first request: it makes Node load 6 MB of its
 * own, and takes a sixteenth of the start-up time.
 */
function listenerFor(fetch: Fetch, dependencies: UnreadableDependencies): RequestListener {
  let listener: RequestListener | undefined;
  return async (incoming, outgoing) => {
    try {
      listener ??= (await import('./request-listener.js')).requestListener(fetch, dependencies);
    } catch (error) {
      // For example out of file descriptors: close the connection; the next request retries.
      outgoing.destroy(error instanceof Error ? error : undefined);
      return;
    }
    listener(incoming, outgoing);
  };
}

function closeServer(server: Server, patienceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => server.closeAllConnections(), patienceMs);
    server.close((error) => {
      clearTimeout(patience);
      if (error) reject(error);
      else resolve();
    });
  });
}
