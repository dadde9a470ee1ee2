import { randomBytes } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { hasErrno } from '../../../base/errno.js';
import { LISTENING } from '../../../networks/access/redirects.js';
import { CliFailure } from '../../failure.js';

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

/**
 * Where to listen. `usual`: always the same, so that a registration at a server can be used again, or a free port if
 * another program has it. `registered`: the same, and no other. `secret`: an address that nobody can guess.
 */
export type ListeningPlace = 'usual' | 'registered' | 'secret';

/**
 * Listens on this machine. Only the first arrival with the right `state` counts, so no other page in the browser can
 * arrive in the network's place.
 *
 * @param name of this machine in the address; the network may know one only
 * @throws CliFailure another program listens at the registered address
 */
export async function listenForReturn(where: ListeningPlace, name = '127.0.0.1'): Promise<Returning> {
  const isSecret = where === 'secret';
  const path = !isSecret ? LISTENING.path : `/callback/${randomBytes(16).toString('base64url')}`;
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
  await listen(server, isSecret ? 0 : LISTENING.port).catch((error: unknown) => {
    if (!hasErrno(error, 'EADDRINUSE') && !hasErrno(error, 'EACCES')) throw error;
    if (where === 'registered') throw inUse();
    return listen(server, 0);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  origin = `http://${name}:${port}`;
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

function inUse(): CliFailure {
  return new CliFailure(
    'configuration',
    `Another program uses port ${LISTENING.port} of this machine, and the network returns only there.`,
    {
      changed: 'nothing',
      next: ['Stop that program, or add --method paste'],
    },
  );
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
