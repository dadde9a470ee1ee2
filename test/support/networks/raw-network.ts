import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { onTestFinished } from 'vitest';
import { Connections, type ConnectionsOptions } from '../../../src/backend/networks/http-wire/connections.js';
import { type HttpWireOptions, httpWire } from '../../../src/backend/networks/http-wire/http-wire.js';
import { ServerNotes } from '../../../src/backend/networks/http-wire/server-notes.js';
import type { Wire } from '../../../src/backend/networks/wire.js';

/** What a server does with a connection. @param nth counted from 1 */
export type OnConnection = (socket: Socket, nth: number) => void;

export interface RawNetwork {
  readonly origin: string;
  /** How many connections it has had. */
  readonly connections: number;
  /** What it has received on all of them. */
  readonly received: string;
}

/** A server on loopback that answers as a test writes it, byte by byte. It stops with its test. */
export async function rawNetwork(onConnection: OnConnection, tls?: TlsOptions): Promise<RawNetwork> {
  const sockets = new Set<Socket>();
  const seen = { connections: 0, received: '' };
  const accept = (socket: Socket): void => {
    sockets.add(socket);
    seen.connections += 1;
    // The tests end connections in every way; only the wire's side of it is looked at.
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      seen.received += chunk.toString('latin1');
    });
    onConnection(socket, seen.connections);
  };
  const server: Server = tls ? createTlsServer(tls, accept) : createServer(accept);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `${tls ? 'https' : 'http'}://localhost:${port}`,
    get connections() {
      return seen.connections;
    },
    get received() {
      return seen.received;
    },
  };
}

/** Calls back with each whole request that arrives: its head and its body. */
export function onRequests(socket: Socket, answer: (head: string, body: Buffer, nth: number) => void): void {
  let bytes = Buffer.alloc(0);
  let nth = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = bytes.subarray(0, end).toString('latin1');
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
      if (bytes.length < end + 4 + length) return;
      const body = bytes.subarray(end + 4, end + 4 + length);
      bytes = bytes.subarray(end + 4 + length);
      nth += 1;
      answer(head, body, nth);
    }
  });
}

/** An answer with its length. */
export function answerOf(
  status: number,
  body: string | Buffer = '{}',
  headers: readonly string[] = [],
): Buffer {
  const bytes = Buffer.from(body);
  const type = headers.some((line) => line.startsWith('content-type'))
    ? []
    : ['content-type: application/json'];
  const head = [`HTTP/1.1 ${status} Said`, ...type, ...headers, `content-length: ${bytes.length}`];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]);
}

export interface WireScene {
  readonly wire: Wire;
  readonly connections: Connections;
}

/** A wire to a server on loopback, with connections and notes of its own. */
export function wireTo(
  origin: string,
  options: Partial<HttpWireOptions> = {},
  connecting: ConnectionsOptions = {},
): WireScene {
  const connections = new Connections(connecting);
  const wire = httpWire({
    origin,
    webUrl: origin,
    trustedHosts: [],
    credentials: () => ({ accessToken: 'own-access-token', refreshToken: 'own-refresh-token' }),
    policy: { proxy: null },
    allowLoopback: true,
    connections,
    notes: new ServerNotes(),
    ...options,
  });
  return { wire, connections };
}
