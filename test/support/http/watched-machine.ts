import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { FetchFailure } from '../../../src/backend/fetching/fetch-failure.js';
import { checkUrl } from '../../../src/backend/fetching/url-rules.js';

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

/** Two servers on one port, of 127.0.0.1 and of ::1, that count who connects. */
export class WatchedMachine {
  connections = 0;
  answer: Answering = (_request, response) => response.end('inner');
  port = 0;
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();

  async start(): Promise<void> {
    do {
      await this.stop();
      this.port = await this.#listen('127.0.0.1', 0);
    } while (!fetchable(this.port));
    // A machine without IPv6 has nothing to reach there.
    await this.#listen('::1', this.port).catch(() => null);
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await Promise.all(this.#servers.splice(0).map((server) => server.close()));
  }

  /** Connections that are still there. */
  get open(): number {
    return this.#sockets.size;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async #listen(host: string, port: number): Promise<number> {
    const server = createServer((request, response) => this.answer(request, response));
    server.on('connection', (socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => this.#sockets.delete(socket));
    });
    server.listen(port, host);
    await once(server, 'listening');
    this.#servers.push(server);
    return (server.address() as AddressInfo).port;
  }
}

function fetchable(port: number): boolean {
  try {
    checkUrl(new URL(`http://example.org:${port}`));
    return true;
  } catch (error) {
    if (error instanceof FetchFailure) return false;
    throw error;
  }
}
