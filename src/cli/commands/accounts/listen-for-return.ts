import { randomBytes } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { hasErrno } from '../../../base/errno.js';
import { CliFailure } from '../../failure.js';
import { typed } from '../../typed-name.js';

/** Waits on this machine for a browser that comes back from a network. */
export interface Returning {
  /** Where the network sends the browser. */
  readonly url: string;
  /**
   * The whole address that the browser arrives with.
   *
   * @param state that it must carry; null: not known, so that the address must be a secret
   * @param until epoch milliseconds
   * @throws CliFailure when the time is over or the command is interrupted
   */
  arrival(state: string | null, until: number, signal: AbortSignal): Promise<string>;
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

/** Where an app that a server registers for one exact address listens, so that its registration can be used again. */
const USUAL = { port: 47_479, path: '/callback' } as const;

/**
 * Listens on 127.0.0.1: at the usual address, or where another program has its port at a free one; or at one that nobody
 * can guess. Only the first arrival with the right `state` counts, so no other page in the browser can arrive in the
 * network's place.
 */
export async function listenForReturn(where: 'usual address' | 'secret address'): Promise<Returning> {
  const path = where === 'usual address' ? USUAL.path : `/callback/${randomBytes(16).toString('base64url')}`;
  let isRight = (_state: string): boolean => false;
  let waiting: ServerResponse | null = null;
  let arrived: (address: string) => void = () => undefined;
  const arrival = new Promise<string>((resolve) => {
    arrived = resolve;
  });
  let origin = '';
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin);
    const state = url.searchParams.get('state');
    if (request.method !== 'GET' || url.pathname !== path || state === null || !isRight(state) || waiting) {
      response.writeHead(404, HEADERS).end('Nothing is here.\n');
      return;
    }
    waiting = response;
    arrived(url.href);
  });
  await listen(server, where === 'usual address' ? USUAL.port : 0).catch((error: unknown) => {
    if (hasErrno(error, 'EADDRINUSE') || hasErrno(error, 'EACCES')) return listen(server, 0);
    throw error;
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  origin = `http://127.0.0.1:${port}`;
  return {
    url: `${origin}${path}`,
    arrival: (state, until, signal) => {
      isRight = (arrived) => state === null || arrived === state;
      return untilOver(arrival, until, signal);
    },
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

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
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
