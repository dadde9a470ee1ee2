import { createServer, type RequestListener, type Server } from 'node:http';
import type { Fetch } from './request-listener.js';

/** A socket that is listened on; requests are answered once `serve` has been called. */
export interface Listening {
  readonly port: number;
  /** To be called in the same turn of the event loop in which `listen` resolved: nothing arrives before. */
  serve(fetch: Fetch): void;
  /** Takes no new connections, waits for running answers to be sent, and ends what is left after that time. */
  close(patienceMs: number): Promise<void>;
}

/**
 * Node would cut a request off that is not whole within five minutes, large files too. Headers still have to
 * come at once; each reader of a body has a limit of its own.
 */
const TIMES = { requestTimeout: 0, headersTimeout: 30_000 };

/**
 * @param background the process may end while it listens: neither the server nor its connections keep it
 * @throws the system's error where the address cannot be listened on
 */
export async function listen(host: string, port: number, background = false): Promise<Listening> {
  const server = createServer(TIMES);
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
    serve: (fetch) => server.on('request', listenerFor(fetch)),
    close: (patienceMs) => closeServer(server, patienceMs),
  };
}

/**
 * What stands between Node's requests and those of the web is loaded by the first of them: Node's own share of it is
 * 6 MB, and a sixteenth of what a start takes.
 */
function listenerFor(fetch: Fetch): RequestListener {
  let listener: RequestListener | undefined;
  return async (incoming, outgoing) => {
    try {
      listener ??= (await import('./request-listener.js')).requestListener(fetch);
    } catch (error) {
      // Out of files, say: the connection ends, and the next request tries anew.
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
