import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answerOf, onRequests, rawNetwork, wireTo } from '../../../../test/support/networks/raw-network.js';
import { until } from '../../../../test/support/until.js';
import { ConnectionFailed, Multipart, type WireRequest } from '../wire.js';

const LIMIT = () => AbortSignal.timeout(10_000);
const GET: WireRequest = { method: 'GET', path: '/read', headers: {} };
const POST: WireRequest = { method: 'POST', path: '/write', headers: {}, body: { text: 'Hello' } };

/** A server that answers every request with what it received. */
const echo = () =>
  rawNetwork((socket) =>
    onRequests(socket, (head, body) =>
      socket.write(answerOf(200, JSON.stringify({ head, body: body.toString('latin1') }))),
    ),
  );

async function failureOf(work: Promise<unknown>): Promise<ConnectionFailed> {
  const error = await work.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (error instanceof ConnectionFailed) return error;
  throw new Error(`It did not fail to connect: ${String(error)}`);
}

function streamOf(...chunks: readonly (Uint8Array | Error)[]): ReadableStream<Uint8Array> {
  const left = [...chunks];
  return new ReadableStream({
    pull(controller) {
      const next = left.shift();
      if (next === undefined) controller.close();
      else if (next instanceof Error) controller.error(next);
      else controller.enqueue(next);
    },
  });
}

describe('a request over HTTP', () => {
  it('has a content-length whatever its body is, and is never chunked', async () => {
    const network = await echo();
    const { wire } = wireTo(network.origin);
    const file = {
      field: 'file',
      name: 'a "photo".png',
      contentType: 'image/png',
      bytes: 5,
      open: () => streamOf(Buffer.from('PN'), Buffer.from('G..')),
    };
    const requests: readonly Pick<WireRequest, 'body' | 'headers'>[] = [
      { headers: {} },
      { headers: {}, body: { text: 'Grüße' } },
      { headers: {}, body: new URLSearchParams({ a: 'ü & b' }) },
      { headers: { 'content-type': 'image/png' }, body: Buffer.alloc(200_000, 7) },
      { headers: {}, body: new Multipart({ description: 'Käse' }, file) },
      { headers: { 'content-length': '5' }, body: streamOf(Buffer.from('12'), Buffer.from('345')) },
    ];
    const shown: string[] = [];
    for (const request of requests) {
      const { body } = await wire.send({ method: 'POST', path: '/x', ...request }, LIMIT());
      const { head, body: sent } = body as { head: string; body: string };
      expect(head).toContain(`content-length: ${sent.length}`);
      expect(head.toLowerCase()).not.toContain('transfer-encoding');
      shown.push(`${/content-type: ([^;\r]*)/.exec(head)?.[1] ?? 'no type'}, ${sent.length} bytes`);
    }
    expect(shown.filter((line) => !line.startsWith('multipart'))).toEqual([
      'no type, 0 bytes',
      'application/json, 18 bytes',
      'application/x-www-form-urlencoded, 14 bytes',
      'image/png, 200000 bytes',
      'application/octet-stream, 5 bytes',
    ]);
    expect(network.received).toContain(
      'content-disposition: form-data; name="file"; filename="a %22photo%22.png"\r\ncontent-type: image/png\r\n\r\nPNG..\r\n--postrider-',
    );
  });

  it('goes to the account’s own origin, and adds its query to what an address already has', async () => {
    const network = await echo();
    const { wire } = wireTo(network.origin);
    const sent = async (path: string, query?: Record<string, string>) => {
      const { body } = await wire.send({ ...GET, path, ...(query && { query }) }, LIMIT());
      return (body as { head: string }).head.split('\r\n')[0];
    };
    expect(await sent('/a', { q: 'x y' })).toBe('GET /a?q=x+y HTTP/1.1');
    expect(await sent(`${network.origin}/up?sig=a%20b%2F`, { n: '1' })).toBe(
      'GET /up?sig=a%20b%2F&n=1 HTTP/1.1',
    );
    // Two slashes do not name another host.
    expect(await sent('//evil.example/a')).toBe('GET //evil.example/a HTTP/1.1');
  });

  it('introduces itself as every fetch does', async () => {
    const { wire } = wireTo((await echo()).origin);
    const { body } = await wire.send(GET, LIMIT());
    expect((body as { head: string }).head).toMatch(/user-agent: Postrider\/[\d.]+ \(\+https:/i);
  });

  it('that cannot be written as HTTP is not sent, and its error does not show the token', async () => {
    const network = await echo();
    const { wire } = wireTo(network.origin);
    const headers = { authorization: 'Bearer se\ncret' };
    const failure = await failureOf(wire.send({ ...POST, headers }, LIMIT()));
    expect(failure).toMatchObject({ sent: false });
    expect(failure.message).not.toMatch(/se\s?cret/);
    expect(network.received).toBe('');
  });
});

describe('a body that is streamed', () => {
  const requestWith = (body: ReadableStream<Uint8Array>, length = 10): WireRequest => ({
    ...POST,
    irreversible: true,
    headers: { 'content-length': String(length) },
    body,
  });

  it.each([
    ['breaks off', () => streamOf(Buffer.from('12345'), Buffer.from('678'), new Error('gone'))],
    ['ends early', () => streamOf(Buffer.from('12345'), Buffer.from('678'))],
    [
      'has more bytes than announced',
      () => streamOf(Buffer.from('12345'), Buffer.from('67890'), Buffer.from('!')),
    ],
  ])('and %s never completes the request, so nothing was sent', async (_name, source) => {
    const requests: string[] = [];
    const network = await rawNetwork((socket) => onRequests(socket, (head) => requests.push(head)));
    const { wire } = wireTo(network.origin);
    const failure = await failureOf(wire.send(requestWith(source()), LIMIT()));
    expect(failure).toMatchObject({ reason: 'file_broken', sent: false });
    expect(requests).toEqual([]);
  });

  it('and fails at its first byte makes no connection', async () => {
    const network = await echo();
    const { wire } = wireTo(network.origin);
    const failure = await failureOf(wire.send(requestWith(streamOf(new Error('no such file'))), LIMIT()));
    expect(failure).toMatchObject({ reason: 'file_broken', sent: false });
    expect(network.connections).toBe(0);
  });

  it('is closed when the request fails', async () => {
    let cancelled = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(Buffer.alloc(1000)),
      cancel: () => {
        cancelled += 1;
      },
    });
    const { wire } = wireTo('http://127.0.0.1:1');
    await failureOf(wire.send(requestWith(body, 1_000_000), LIMIT()));
    await until(() => cancelled === 1);
  });

  it('without a length is a mistake in the adapter', async () => {
    const { wire } = wireTo('http://127.0.0.1:1');
    await expect(wire.send({ ...POST, body: streamOf() }, LIMIT())).rejects.toThrow(TypeError);
  });
});

describe('an answer', () => {
  it('is read as JSON where it says so, with long ids as text, and as text otherwise', async () => {
    const answers = [
      answerOf(200, '{"id":7412345678901234567,"n":1.5}', ['content-type: application/json; charset=utf-8']),
      answerOf(200, '\ufeff{"a":1}', ['content-type: application/activity+json']),
      // As the directory of Bluesky's identities answers.
      answerOf(200, '{"a":2}', ['content-type: application/did+ld+json; charset=utf-8']),
      answerOf(200, '{"a":1}', ['content-type: text/plain']),
      answerOf(200, '{"a":', ['content-type: application/json']),
      answerOf(502, '<html>', ['content-type: text/html']),
      answerOf(201, ''),
    ];
    const network = await rawNetwork((socket) =>
      onRequests(socket, () => socket.write(answers.shift() ?? '')),
    );
    const { wire } = wireTo(network.origin);
    const bodies: unknown[] = [];
    while (answers.length > 0) bodies.push((await wire.send(GET, LIMIT())).body);
    expect(bodies).toEqual([
      { id: '7412345678901234567', n: 1.5 },
      { a: 1 },
      { a: 2 },
      '{"a":1}',
      '{"a":',
      '<html>',
      null,
    ]);
  });

  it('has its headers in lower case and without cookies, and redirects are not followed', async () => {
    const network = await rawNetwork((socket) =>
      onRequests(socket, () =>
        socket.write(
          answerOf(302, '', ['Location: /elsewhere', 'Set-Cookie: a=secret', 'X-Limit: 1', 'X-Limit: 2']),
        ),
      ),
    );
    const { wire } = wireTo(network.origin);
    const { status, headers } = await wire.send(GET, LIMIT());
    expect(status).toBe(302);
    expect(headers).toMatchObject({ location: '/elsewhere', 'x-limit': '1, 2' });
    expect(headers).not.toHaveProperty('set-cookie');
    expect(network.received.split('\r\n')[0]).toBe('GET /read HTTP/1.1');
    expect(network.received).not.toContain('elsewhere');
  });

  it('is unpacked, and refused where it is too large or damaged', async () => {
    const zipped = gzipSync('{"a":1}');
    const answers: Buffer[] = [
      answerOf(200, zipped, ['content-encoding: gzip']),
      answerOf(200, zipped.subarray(0, 12), ['content-encoding: gzip']),
      answerOf(200, gzipSync(Buffer.alloc(5_000_001, 0x20)), ['content-encoding: gzip']),
      answerOf(200, '{}', ['content-encoding: zstd']),
      Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 5000001\r\n\r\n'),
      Buffer.from('HTTP/1.1 what\r\n\r\n'),
    ];
    const network = await rawNetwork((socket) =>
      onRequests(socket, () => socket.write(answers.shift() ?? '')),
    );
    const { wire, connections } = wireTo(network.origin);
    expect((await wire.send(GET, LIMIT())).body).toEqual({ a: 1 });
    while (answers.length > 0) {
      const failure = await failureOf(wire.send(POST, LIMIT()));
      expect(failure).toMatchObject({ reason: 'answer_broken', sent: true });
    }
    expect(connections.idleCount).toBeLessThanOrEqual(1);
  });
});

it('an answer to half a request is returned although the server resets the connection, and marked', async () => {
  const network = await rawNetwork((socket) =>
    socket.once('data', () => {
      socket.pause();
      socket.write(answerOf(413, '{"error":"too_large"}'), () => socket.resetAndDestroy());
    }),
  );
  const { wire } = wireTo(network.origin);
  const body = Buffer.alloc(20_000_000);
  expect(await wire.send({ ...POST, irreversible: true, body }, LIMIT())).toMatchObject({
    status: 413,
    body: { error: 'too_large' },
    early: true,
  });
});

describe('a connection', () => {
  it('is kept for reads, and each other request gets one of its own', async () => {
    const network = await echo();
    const { wire, connections } = wireTo(network.origin);
    await wire.send(GET, LIMIT());
    await wire.send(GET, LIMIT());
    expect(network.connections).toBe(1);
    await wire.send(POST, LIMIT());
    await wire.send({ ...POST, irreversible: true }, LIMIT());
    await wire.send({ ...GET, irreversible: true }, LIMIT());
    expect(network.connections).toBe(4);
    await Promise.all(Array.from({ length: 8 }, () => wire.send(GET, LIMIT())));
    await until(() => connections.idleCount === 4);
  });

  it('that is idle is closed after a while', async () => {
    const network = await echo();
    const { wire, connections } = wireTo(network.origin, {}, { idleMs: 20 });
    await wire.send(GET, LIMIT());
    expect(connections.idleCount).toBe(1);
    await until(() => connections.idleCount === 0);
  });

  it('that the server has closed meanwhile is not used', async () => {
    const network = await rawNetwork((socket) => onRequests(socket, () => socket.end(answerOf(200))));
    const { wire, connections } = wireTo(network.origin);
    await wire.send(GET, LIMIT());
    await until(() => connections.idleCount === 0);
    await wire.send(GET, LIMIT());
    expect(network.connections).toBe(2);
  });

  it('that the server closes as a read arrives is replaced once; a read on a new one is not repeated', async () => {
    const network = await rawNetwork((socket, connection) =>
      onRequests(socket, (_head, _body, nth) => {
        if (connection === 1 && nth === 1) socket.write(answerOf(200));
        else socket.destroy();
      }),
    );
    const { wire } = wireTo(network.origin);
    await wire.send(GET, LIMIT());
    expect(await failureOf(wire.send(GET, LIMIT()))).toMatchObject({ reason: 'reset', sent: true });
    expect(network.connections).toBe(2);
  });

  it('that breaks after a request was sent leaves it in doubt, and nothing repeats it', async () => {
    const network = await rawNetwork((socket) => onRequests(socket, () => socket.destroy()));
    const { wire } = wireTo(network.origin);
    expect(await failureOf(wire.send({ ...POST, irreversible: true }, LIMIT()))).toMatchObject({
      reason: 'reset',
      sent: true,
      message: 'The connection to the network broke after the request was sent.',
    });
    expect(network.connections).toBe(1);
  });

  it('that breaks within an answer leaves it in doubt', async () => {
    const network = await rawNetwork((socket) =>
      onRequests(socket, () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{')),
    );
    const { wire } = wireTo(network.origin);
    expect(await failureOf(wire.send(POST, LIMIT()))).toMatchObject({ reason: 'reset', sent: true });
  });
});

describe('a call that ends too soon', () => {
  it('was not sent if it had not connected, and may have been if it had', async () => {
    const network = await rawNetwork(() => undefined);
    const { wire } = wireTo(network.origin);
    const over = new AbortController();
    over.abort();
    expect(await failureOf(wire.send(POST, over.signal))).toMatchObject({ reason: 'timeout', sent: false });
    expect(network.connections).toBe(0);
    const later = new AbortController();
    const sending = failureOf(wire.send(POST, later.signal));
    await until(() => network.received.includes('Hello'));
    later.abort();
    expect(await sending).toMatchObject({ reason: 'timeout', sent: true });
  });

  it('was not sent if the look-up of the name or the file took too long', async () => {
    const signal = () => AbortSignal.timeout(30);
    const lookingUp = wireTo('http://slow.localhost:1', {}, { resolve: () => new Promise(() => undefined) });
    expect(await failureOf(lookingUp.wire.send(POST, signal()))).toMatchObject({ sent: false });
    const stuck = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) });
    const { wire } = wireTo('http://127.0.0.1:1');
    const request = { ...POST, headers: { 'content-length': '5' }, body: stuck };
    expect(await failureOf(wire.send(request, signal()))).toMatchObject({ reason: 'timeout', sent: false });
  });

  it('was not sent if no connection was accepted in time', async () => {
    const { wire } = wireTo(
      'http://slow.localhost:1',
      {},
      { resolve: () => new Promise(() => undefined), connectMs: 20 },
    );
    expect(await failureOf(wire.send(POST, LIMIT()))).toMatchObject({
      reason: 'timeout',
      sent: false,
      message: 'slow.localhost did not accept a connection in time. Nothing was sent.',
    });
  });
});
