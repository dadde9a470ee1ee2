import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { API_ERRORS, PROBLEM_TYPE_PREFIX } from '../../contract/errors.js';

type Fetch = Parameters<typeof getRequestListener>[0];

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
    serve: (fetch) =>
      server.on(
        'request',
        getRequestListener(fetch, { errorHandler: unreadable, overrideGlobalObjects: false }),
      ),
    close: (patienceMs) => closeServer(server, patienceMs),
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

/** The answer to what is no HTTP request that could be routed: a broken address or `Host`. */
function unreadable(): Response {
  const { status, title, retryable } = API_ERRORS.malformed_request;
  const problem = {
    type: `${PROBLEM_TYPE_PREFIX}malformed_request`,
    title,
    status,
    detail: 'The address or the Host header of the request is not valid.',
    code: 'malformed_request',
    retryable,
  };
  return Response.json(problem, {
    status,
    headers: { 'Content-Type': 'application/problem+json; charset=utf-8' },
  });
}
