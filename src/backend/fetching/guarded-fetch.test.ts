import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect as tcpConnect } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LITERALS } from '../../../test/hostile/addresses/literals.js';
import { WatchedMachine } from '../../../test/support/http/watched-machine.js';
import type { Destination } from './connection.js';
import { FetchFailure, type FetchFailureCode } from './fetch-failure.js';
import { type GuardedRequest, guardedFetch } from './guarded-fetch.js';

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

const LIMITS = { maxBytes: 100_000, deadlineMs: 5_000 } as const;

const machine = new WatchedMachine();

beforeAll(() => machine.start());
afterAll(() => machine.stop());

async function failureOf(url: string, options: Partial<GuardedRequest> = {}): Promise<FetchFailure> {
  try {
    const answer = await guardedFetch(url, { ...LIMITS, ...options });
    await answer.bytes();
  } catch (error) {
    if (error instanceof FetchFailure) return error;
    throw error;
  }
  throw new Error(`${url} was fetched`);
}

/** Options under which the watched machine may be reached, as a sandbox may be told. */
const inside = (): Partial<GuardedRequest> => ({ allowedOrigins: new Set([machine.origin]) });

/** A public server that is really the watched machine: what a test may dial instead of the internet. */
function publicly(dialled: Destination[] = []): Partial<GuardedRequest> {
  return {
    resolve: async () => ['93.184.215.14'],
    dial: (destination) => {
      dialled.push(destination);
      return tcpConnect(machine.port, '127.0.0.1');
    },
  };
}

describe('URLs that are refused', () => {
  it.each(LITERALS)('%s: %s', async (_what, url, code = 'address_refused') => {
    const before = machine.connections;
    const failure = await failureOf(url.replaceAll('PORT', String(machine.port)));
    expect(failure.code).toBe(code);
    expect(failure.kind).toBe('refused');
    expect(failure.message).toMatch(/^[A-Z"].*[.a-z:…)/]$/);
    expect(machine.connections - before).toBe(0);
  });

  it('are never requested, across the whole table', () => {
    expect(LITERALS.length).toBeGreaterThan(40);
    expect(machine.connections).toBe(0);
  });

  it.each([
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['a private one among public ones', ['93.184.215.14', '10.0.0.1']],
    ['metadata', ['169.254.169.254']],
    ['a link-local one with its zone', ['fe80::1%eth0']],
    ['an IPv4-mapped one', ['::ffff:127.0.0.1']],
  ])('a name that resolves to %s', async (_what, addresses) => {
    const before = machine.connections;
    const failure = await failureOf(`http://example.org:${machine.port}/`, {
      resolve: async () => addresses,
    });
    expect(failure.code).toBe('address_refused');
    expect(machine.connections - before).toBe(0);
  });

  it('do not include public hosts: it connects to the checked addresses and resolves the name once', async () => {
    let asked = 0;
    const dialled: Destination[] = [];
    const answer = await guardedFetch(`http://example.org:${machine.port}/`, {
      ...LIMITS,
      ...publicly(dialled),
      // First public, then private: what a rebinding name server does.
      resolve: async () => (asked++ === 0 ? ['93.184.215.14'] : ['127.0.0.1']),
    });
    await answer.bytes();
    expect(asked).toBe(1);
    expect(dialled).toEqual([{ host: 'example.org', port: machine.port, addresses: ['93.184.215.14'] }]);
  });

  it('include a redirect whose host resolves to another address the second time', async () => {
    let asked = 0;
    machine.answer = (_request, response) => response.writeHead(302, { location: '/again' }).end();
    const failure = await failureOf(`http://example.org:${machine.port}/`, {
      ...publicly(),
      resolve: async () => (asked++ === 0 ? ['93.184.215.14'] : ['127.0.0.1']),
    });
    expect(failure.code).toBe('address_refused');
  });

  it.each([301, 302, 303, 307, 308])('a redirect to this machine by %i', async (status) => {
    const dialled: Destination[] = [];
    machine.answer = (_request, response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${machine.port}/inner` }).end();
    const failure = await failureOf(`http://example.org:${machine.port}/`, publicly(dialled));
    expect(failure.code).toBe('address_refused');
    expect(dialled).toHaveLength(1);
  });

  it.each([
    ['a scheme that is not fetched', 'file:///etc/passwd', 'scheme_refused'],
    ['a host without its scheme', '//[::1]/x', 'address_refused'],
    ['a name and password', 'http://a:b@example.org/', 'userinfo_refused'],
    ['a port of another protocol', 'http://example.org:11211/', 'port_refused'],
    ['nowhere', 'http://[', 'redirect_invalid'],
  ] as const)('a redirect to %s', async (_what, location, code) => {
    machine.answer = (_request, response) => response.writeHead(302, { location }).end();
    expect((await failureOf(`http://example.org:${machine.port}/`, publicly())).code).toBe(code);
  });

  it('a redirect from the public internet to an allowed origin on this machine', async () => {
    machine.answer = (_request, response) => response.writeHead(302, { location: machine.origin }).end();
    const failure = await failureOf('http://example.org/', { ...publicly(), ...inside() });
    expect(failure.code).toBe('address_refused');
  });

  it('a port of this machine other than the allowed one', async () => {
    const failure = await failureOf('http://127.0.0.1:9/', inside());
    expect(failure.kind).toBe('refused');
  });
});

describe('a request', () => {
  it('follows relative redirects, and sends no caller headers to another origin', async () => {
    const seen: { path: string | undefined; mark: unknown; host: string | undefined }[] = [];
    machine.answer = (request, response) => {
      seen.push({ path: request.url, mark: request.headers['x-mark'], host: request.headers.host });
      const onward: Record<string, string> = { '/a/b': '../c?d=1', '/c?d=1': 'http://other.example.org/e' };
      const location = onward[request.url ?? ''];
      if (location) response.writeHead(302, { location, 'set-cookie': 'a=b' }).end();
      else response.end('there');
    };
    const answer = await guardedFetch('http://example.org/a/b', {
      ...LIMITS,
      ...publicly(),
      headers: { 'x-mark': '1' },
    });
    expect(new TextDecoder().decode(await answer.bytes())).toBe('there');
    expect(answer.finalUrl).toBe('http://other.example.org/e');
    expect(seen).toEqual([
      { path: '/a/b', mark: '1', host: 'example.org' },
      { path: '/c?d=1', mark: '1', host: 'example.org' },
      { path: '/e', mark: undefined, host: 'other.example.org' },
    ]);
  });

  it.each(['Authorization', 'cookie', 'Host', 'Proxy-Authorization'])(
    'never contains a %s header',
    async (name) => {
      const sending = guardedFetch(machine.origin, { ...LIMITS, ...inside(), headers: { [name]: 'x' } });
      await expect(sending).rejects.toThrow(/never sent/);
    },
  );

  it('sends a body once, and follows no redirect after it', async () => {
    const bodies: string[] = [];
    machine.answer = async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      bodies.push(`${request.method} ${body}`);
      response.writeHead(307, { location: '/again' }).end();
    };
    const answer = await guardedFetch(machine.origin, {
      ...LIMITS,
      ...inside(),
      method: 'POST',
      body: 'hello',
    });
    answer.discard();
    expect(answer.status).toBe(307);
    expect(bodies).toEqual(['POST hello']);
  });
});

describe('responses', () => {
  const text = 'Fernhill Coffee. '.repeat(500);

  it.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['br', brotliCompressSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['identity', Buffer.from(text)],
  ])('are unpacked: %s', async (coding, bytes) => {
    machine.answer = (_request, response) =>
      response.writeHead(200, { 'content-encoding': coding }).end(bytes);
    const answer = await guardedFetch(machine.origin, { ...LIMITS, ...inside() });
    expect(new TextDecoder().decode(await answer.bytes())).toBe(text);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it.each<[string, FetchFailureCode, Answering, Partial<GuardedRequest>?]>([
    ['that announce 10 GB', 'too_large', (_, r) => r.writeHead(200, { 'content-length': 10e9 }).write('x')],
    ['without end', 'too_large', (_, r) => endless(r, Buffer.alloc(16_384, 'a'))],
    [
      'without end, packed',
      'too_large',
      (_, r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(80_000_000))),
    ],
    [
      'packed in an unknown way',
      'encoding_unsupported',
      (_, r) => r.writeHead(200, { 'content-encoding': 'zstd' }).end('x'),
    ],
    [
      'packed many times over',
      'encoding_unsupported',
      (_, r) => r.writeHead(200, { 'content-encoding': 'gzip, gzip, gzip' }).end('x'),
    ],
    [
      'that are not what they are packed as',
      'answer_broken',
      (_, r) => r.writeHead(200, { 'content-encoding': 'br' }).end('plain text'),
    ],
    [
      'that stop before their length',
      'answer_broken',
      (_, r) => {
        r.writeHead(200, { 'content-length': 100 }).write('x');
        setTimeout(() => r.destroy(), 20);
      },
    ],
    ['that are not HTTP', 'answer_broken', (_, r) => r.socket?.end('SSH-2.0-hello\r\n')],
    ['that never begin', 'stalled', () => undefined, { idleMs: 100 }],
    ['that stop coming', 'stalled', (_, r) => r.write('x'), { idleMs: 100 }],
    ['that drip', 'timed_out', (_, r) => drip(r), { idleMs: 900, deadlineMs: 1_000 }],
    ['that lead in a circle', 'redirects_exceeded', (_, r) => r.writeHead(302, { location: '/' }).end()],
    [
      'that lead ever further',
      'redirects_exceeded',
      (q, r) => r.writeHead(301, { location: `/x${q.url ?? ''}` }).end(),
    ],
    ['that break off', 'connection_failed', (_, r) => r.destroy()],
  ])('%s are refused: %s', async (_what, code, answer, options = {}) => {
    machine.answer = answer;
    const failure = await failureOf(machine.origin, { ...inside(), ...options });
    expect(failure.code).toBe(code);
    expect(failure.message).toMatch(/\.$/);
    expect(failure.message).not.toMatch(/ECONN|ERR_|Error/);
  });

  it('do not grow memory: 200 MB decompression bombs and endless bodies', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000), { level: 1 });
    machine.answer = (request, response) => {
      if (request.url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
      else endless(response, Buffer.alloc(65_536, 'a'));
    };
    const before = process.memoryUsage();
    let peak = 0;
    const watch = setInterval(() => {
      const { rss, arrayBuffers } = process.memoryUsage();
      peak = Math.max(peak, rss - before.rss, arrayBuffers - before.arrayBuffers);
    }, 1);
    for (let round = 0; round < 10; round += 1) {
      expect(
        (await failureOf(`${machine.origin}/bomb`, { ...inside(), maxDecompressedBytes: 5_000_000 })).code,
      ).toBe('too_large');
      expect((await failureOf(machine.origin, { ...inside(), maxBytes: 5_000_000 })).code).toBe('too_large');
    }
    clearInterval(watch);
    expect(peak).toBeLessThan(80_000_000);
  });

  it('do not stall because of a slow reader', async () => {
    machine.answer = (_request, response) => response.end(Buffer.alloc(3_000_000, 'a'));
    const answer = await guardedFetch(machine.origin, {
      ...inside(),
      maxBytes: 4_000_000,
      deadlineMs: 20_000,
      idleMs: 500,
    });
    let bytes = 0;
    for await (const chunk of answer.body) {
      if (bytes === 0) await new Promise((resolve) => setTimeout(resolve, 1_000));
      bytes += chunk.length;
    }
    expect(bytes).toBe(3_000_000);
  });

  it('end when the caller aborts', async () => {
    machine.answer = (_request, response) => drip(response);
    const wish = new AbortController();
    const reading = failureOf(machine.origin, { ...inside(), signal: wish.signal });
    setTimeout(() => wish.abort(), 50);
    expect((await reading).code).toBe('aborted');
  });

  it('leave no connection open, however they end', async () => {
    await expect.poll(() => machine.open).toBe(0);
  });
});

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write('x'), 20);
  response.on('close', () => clearInterval(timer));
}

function endless(response: ServerResponse, chunk: Buffer): void {
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}
