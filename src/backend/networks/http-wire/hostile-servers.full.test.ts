import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, type Socket, connect as tcpConnect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  answerOf,
  type OnConnection,
  onRequests,
  rawNetwork,
  wireTo,
} from '../../../../test/support/networks/raw-network.js';
import { ConnectionFailed, type WireRequest } from '../wire.js';

const TLS = join(import.meta.dirname, '../../../../test/support/networks/tls');
const cert = readFileSync(join(TLS, 'test-only-certificate.pem'));
const key = readFileSync(join(TLS, 'test-only-key.pem'));

const run = promisify(execFile);
const LIMIT = () => AbortSignal.timeout(60_000);
const SIZE = 20_000_000;
const REFUSAL = answerOf(413, '{"error":"too_large"}');

/** A file of which every piece comes in a turn of its own, as from a disk. */
function fileOf(bytes: number, onRead: (read: number) => void = () => undefined): ReadableStream<Uint8Array> {
  let read = 0;
  return new ReadableStream({
    async pull(controller) {
      await sleep(0);
      const piece = Math.min(65_536, bytes - read);
      if (piece === 0) return controller.close();
      read += piece;
      onRead(read);
      controller.enqueue(Buffer.alloc(piece, 1));
    },
  });
}

const upload = (body: unknown = fileOf(SIZE)): WireRequest => ({
  method: 'POST',
  path: '/upload',
  headers: { authorization: 'Bearer own-access-token', 'content-length': String(SIZE) },
  body,
  irreversible: true,
});

/** With unread bytes, closing resets the connection as well: TLS has no other way. */
function reset(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}

function resetsAfterAnswer(socket: Socket): void {
  socket.once('data', () => {
    socket.pause();
    socket.write(REFUSAL, () => reset(socket));
  });
}

/** Every way in which a server answers before it has read a request, and closes. */
const ENDS: readonly (readonly [string, OnConnection])[] = [
  ['and goes on reading', (socket) => socket.once('data', () => socket.write(REFUSAL))],
  ['and closes', (socket) => socket.once('data', () => socket.end(REFUSAL))],
  ['and resets at once', resetsAfterAnswer],
  [
    'and closes with unread bytes, which resets',
    (socket) =>
      socket.once('data', () => {
        socket.pause();
        socket.write(REFUSAL, () => socket.destroy());
      }),
  ],
];

describe.each([
  ['without TLS', undefined],
  ['with TLS', { cert, key }],
])('a server %s that answers early', (_tls, tls) => {
  it.each(ENDS)('%s gives its whole answer, every time', async (_end, onConnection) => {
    const network = await rawNetwork(onConnection, tls);
    const { wire } = wireTo(network.origin, {}, { ca: cert });
    for (let round = 0; round < 40; round += 1) {
      let read = 0;
      const body = fileOf(SIZE, (so) => {
        read = so;
      });
      const response = await wire.send(upload(body), LIMIT());
      expect(response).toMatchObject({ status: 413, body: { error: 'too_large' }, early: true });
      expect(read).toBeLessThan(SIZE);
    }
    expect(network.connections).toBe(40);
  });

  it('gives its answer to bytes in memory as well', async () => {
    const network = await rawNetwork(resetsAfterAnswer, tls);
    const { wire } = wireTo(network.origin, {}, { ca: cert });
    for (let round = 0; round < 40; round += 1) {
      expect(await wire.send(upload(Buffer.alloc(SIZE)), LIMIT())).toMatchObject({
        status: 413,
        early: true,
      });
    }
  });

  it('and resets within its answer leaves the request in doubt', async () => {
    const network = await rawNetwork(
      (socket) =>
        socket.once('data', () => {
          socket.pause();
          socket.write(REFUSAL.subarray(0, -5), () => reset(socket));
        }),
      tls,
    );
    const { wire } = wireTo(network.origin, {}, { ca: cert });
    await expect(wire.send(upload(), LIMIT())).rejects.toSatisfy(
      (error) => error instanceof ConnectionFailed && error.sent,
    );
  });

  it('only after it has read everything is not early', async () => {
    const network = await rawNetwork((socket) => onRequests(socket, () => socket.write(answerOf(413))), tls);
    const { wire } = wireTo(network.origin, {}, { ca: cert });
    const request = { ...upload(), headers: { 'content-length': '200000' }, body: fileOf(200_000) };
    const response = await wire.send(request, LIMIT());
    expect(response.status).toBe(413);
    expect(response).not.toHaveProperty('early');
  });

  it('or not at all leaves the request in doubt', async () => {
    const network = await rawNetwork(
      (socket) =>
        socket.once('data', () => {
          socket.pause();
          reset(socket);
        }),
      tls,
    );
    const { wire } = wireTo(network.origin, {}, { ca: cert });
    await expect(wire.send(upload(), LIMIT())).rejects.toMatchObject({ reason: 'reset', sent: true });
  });
});

describe('TLS', () => {
  it('is refused without a certificate that is trusted for the name, and nothing is sent', async () => {
    const network = await rawNetwork((socket) => onRequests(socket, () => socket.write(answerOf(200))), {
      cert,
      key,
    });
    const untrusted = wireTo(network.origin);
    await expect(untrusted.wire.send(upload(), LIMIT())).rejects.toMatchObject({
      reason: 'tls_failed',
      sent: false,
    });
    const otherName = wireTo(network.origin.replace('localhost', 'other.localhost'), {}, { ca: cert });
    await expect(otherName.wire.send(upload(), LIMIT())).rejects.toMatchObject({ reason: 'tls_failed' });
    expect(network.received).toBe('');
  });

  it.each([
    ['social.example', 200],
    ['other.example', 'tls_failed'],
  ])(
    'goes through the operator’s proxy to the end, which needs the certificate of %s',
    async (host, outcome) => {
      const network = await rawNetwork((socket) => onRequests(socket, () => socket.write(answerOf(200))), {
        cert,
        key,
      });
      const seen: string[] = [];
      const proxy = createServer();
      proxy.on('connect', ({ url }, near: Socket) => {
        seen.push(url ?? '');
        const far = tcpConnect(Number(new URL(network.origin).port), '127.0.0.1');
        near.write('HTTP/1.1 200 Connected\r\n\r\n');
        near.on('error', () => far.destroy()).pipe(far);
        far.on('error', () => near.destroy()).pipe(near);
      });
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => {
        proxy.closeAllConnections();
        proxy.close();
      });
      const { port } = proxy.address() as AddressInfo;
      const policy = { proxy: new URL(`http://127.0.0.1:${port}`) };
      const { wire } = wireTo(`https://${host}`, { policy }, { ca: cert });
      const sent = await wire.send({ method: 'GET', path: '/', headers: {} }, LIMIT()).then(
        ({ status }) => status,
        ({ reason }: ConnectionFailed) => reason,
      );
      expect(sent).toBe(outcome);
      expect(seen).toEqual([`${host}:443`]);
    },
  );

  it('keeps connections for reads', async () => {
    const network = await rawNetwork((socket) => onRequests(socket, () => socket.write(answerOf(200))), {
      cert,
      key,
    });
    const { wire } = wireTo(network.origin, {}, { ca: cert });
    for (let nth = 0; nth < 3; nth += 1) {
      expect((await wire.send({ method: 'GET', path: '/', headers: {} }, LIMIT())).status).toBe(200);
    }
    expect(network.connections).toBe(1);
  });
});

describe('a server that falls silent', () => {
  it.each<readonly [string, OnConnection]>([
    ['before its answer', () => undefined],
    ['within the head of its answer', (socket) => socket.write('HTTP/1.1 200 OK\r\n')],
    ['within its answer', (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{')],
    ['while it reads the request', (socket) => socket.pause()],
  ])('%s is given up', async (_when, onConnection) => {
    const network = await rawNetwork(onConnection);
    const { wire } = wireTo(network.origin, {}, { silentMs: 100 });
    await expect(wire.send(upload(), LIMIT())).rejects.toMatchObject({ reason: 'timeout', sent: true });
  });

  it('is not given up while it accepts bytes', async () => {
    let answered = false;
    const network = await rawNetwork((socket) => onRequests(socket, () => socket.write(answerOf(200))));
    const { wire } = wireTo(network.origin, {}, { silentMs: 300 });
    let left = 20;
    const slow = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await sleep(50);
        left -= 1;
        controller.enqueue(Buffer.alloc(10));
        if (left === 0) controller.close();
      },
    });
    const request = { ...upload(), headers: { 'content-length': '200' }, body: slow };
    answered = (await wire.send(request, LIMIT())).status === 200;
    expect(answered).toBe(true);
  });
});

describe('an idle connection', () => {
  it('does not keep the process alive', async () => {
    const network = await rawNetwork((socket) => onRequests(socket, () => socket.write(answerOf(200))));
    const folder = pathToFileURL(`${import.meta.dirname}/`);
    const program = `
      const { httpWire } = await import('${new URL('http-wire.ts', folder)}');
      const { Connections } = await import('${new URL('connections.ts', folder)}');
      const connections = new Connections({ idleMs: 600_000 });
      const wire = httpWire({
        origin: process.argv[1], webUrl: process.argv[1], trustedHosts: [], credentials: () => ({}),
        policy: { proxy: null }, allowLoopback: true, connections,
      });
      await wire.send({ method: 'GET', path: '/', headers: {} }, AbortSignal.timeout(10_000));
      console.log(connections.idleCount);`;
    const { stdout } = await run(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', program, network.origin],
      { timeout: 60_000 },
    );
    expect(stdout).toBe('1\n');
    expect(network.connections).toBe(1);
  });
});
