import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Destination } from '../../../src/backend/fetching/connection.js';
import { type FetchPolicy, STRICT_POLICY } from '../../../src/backend/fetching/fetch-policy.js';

const FOLDER = join(import.meta.dirname, '../networks/tls');
const cert = readFileSync(join(FOLDER, 'test-only-certificate.pem'));
const key = readFileSync(join(FOLDER, 'test-only-key.pem'));

/** A name in the certificate, which also has `chatgpt.com`. */
export const ASSISTANT_HOST = 'assistant.example';

/** A public address: the guard lets it pass, and the site is dialled in its place. */
const PUBLIC_ADDRESS = '93.184.215.14';

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

/** A web site with TLS on loopback, in the place of public ones. */
export class TlsSite {
  /** The requests that arrived, as `host path`. */
  readonly requests: string[] = [];
  readonly dialled: Destination[] = [];
  /** The addresses of names that are not at {@link PUBLIC_ADDRESS}. */
  readonly addresses = new Map<string, readonly string[]>();
  answer: Answering = (_request, response) => response.writeHead(404).end();
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer({ cert, key }, (request, response) => {
    this.requests.push(`${request.headers.host} ${request.url}`);
    this.answer(request, response);
  });

  static async start(): Promise<TlsSite> {
    const site = new TlsSite();
    site.#server.on('connection', (socket: Socket) => site.#sockets.add(socket));
    // A client that does not trust the certificate hangs up: the tests look at the client.
    site.#server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => site.#server.listen(0, '127.0.0.1', resolve));
    return site;
  }

  /** What finds this site under every name, with all checks, and trusts its certificate. */
  get policy(): FetchPolicy {
    return { ...this.strangersPolicy, connecting: { ...this.strangersPolicy.connecting, ca: cert } };
  }

  /** The same with the authorities of Node, which do not know the certificate. */
  get strangersPolicy(): FetchPolicy {
    return {
      ...STRICT_POLICY,
      connecting: {
        resolve: async (host) => this.addresses.get(host) ?? [PUBLIC_ADDRESS],
        dial: (destination) => {
          this.dialled.push(destination);
          return connect((this.#server.address() as AddressInfo).port, '127.0.0.1');
        },
      },
    };
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
