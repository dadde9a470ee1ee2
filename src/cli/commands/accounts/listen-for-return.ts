import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { CliFailure } from '../../failure.js';
import { typed } from '../../typed-name.js';

/** Waits on this machine for a browser that comes back from a network. */
export interface Returning {
  /** Where the network sends the browser. */
  readonly url: string;
  /**
   * The whole address that the browser arrives with.
   *
   * @param until epoch milliseconds
   * @throws CliFailure when the time is over or the command is interrupted
   */
  arrival(until: number, signal: AbortSignal): Promise<string>;
  /** Shows the person in the browser how it ended. */
  answer(sentence: string): void;
  close(): Promise<void>;
}

const HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};

/** Listens on a free port of 127.0.0.1. Only the first arrival with a `state` counts. */
export async function listenForReturn(): Promise<Returning> {
  // Other pages in the browser can find the port, but not this path: they cannot arrive in the network's place.
  const path = `/callback/${randomBytes(16).toString('base64url')}`;
  let waiting: ServerResponse | null = null;
  let arrived: (address: string) => void = () => undefined;
  const arrival = new Promise<string>((resolve) => {
    arrived = resolve;
  });
  let origin = '';
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin);
    if (request.method !== 'GET' || url.pathname !== path || !url.searchParams.has('state') || waiting) {
      response.writeHead(404, HEADERS).end('Nothing is here.\n');
      return;
    }
    waiting = response;
    arrived(url.href);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  origin = `http://127.0.0.1:${port}`;
  return {
    url: `${origin}${path}`,
    arrival: (until, signal) => untilOver(arrival, until, signal),
    answer: (sentence) => {
      waiting?.writeHead(200, { ...HEADERS, connection: 'close' }).end(`${sentence}\n`);
      waiting = null;
    },
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
    },
  };
}

function untilOver(arrival: Promise<string>, until: number, signal: AbortSignal): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    const over = (failure: CliFailure) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupted);
      reject(failure);
    };
    const interrupted = () => over(new CliFailure('interrupted', 'Cancelled.', { changed: 'nothing' }));
    const timer = setTimeout(
      () =>
        over(
          new CliFailure('not_ended', 'Nobody signed in within the time that the sign-in is valid.', {
            changed: 'nothing',
            next: [`Begin again: ${typed('accounts connect --help')}`],
          }),
        ),
      Math.max(0, until - Date.now()),
    );
    signal.addEventListener('abort', interrupted, { once: true });
    if (signal.aborted) interrupted();
    arrival.then((address) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', interrupted);
      resolve(address);
    }, reject);
  });
}
