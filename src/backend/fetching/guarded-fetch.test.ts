import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, type Socket, connect as tcpConnect } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Destination } from './connection.js';
import { FetchFailure, type FetchFailureCode } from './fetch-failure.js';
import { type GuardedRequest, guardedFetch } from './guarded-fetch.js';
import { checkUrl } from './url-rules.js';

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

const LIMITS = { maxBytes: 100_000, deadlineMs: 5_000 } as const;

/** Two servers on one port, of 127.0.0.1 and of ::1, that count who connects. */
class WatchedMachine {
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
  } catch {
    return false;
  }
}

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

const LITERALS: readonly [what: string, url: string, code?: FetchFailureCode][] = [
  ['loopback', 'http://127.0.0.1:PORT/'],
  ['another loopback address', 'http://127.8.9.10:PORT/'],
  ['one decimal number', 'http://2130706433:PORT/'],
  ['octal parts', 'http://0177.0.0.1:PORT/'],
  ['one octal number', 'http://017700000001:PORT/'],
  ['one hexadecimal number', 'http://0x7f000001:PORT/'],
  ['hexadecimal parts', 'http://0x7f.0x0.0x0.0x1:PORT/'],
  ['two parts', 'http://127.1:PORT/'],
  ['three parts', 'http://127.0.1:PORT/'],
  ['a trailing dot', 'http://127.0.0.1.:PORT/'],
  ['full-width digits', 'http://１２７.０.０.１:PORT/'],
  ['full-width dots', 'http://127。0．0｡1:PORT/'],
  ['circled digits', 'http://①②⑦.⓪.⓪.①:PORT/'],
  ['percent-encoded digits', 'http://%31%32%37.0.0.1:PORT/'],
  ['a percent-encoded dot', 'http://127%2e0.0.1:PORT/'],
  ['tab and newline inside', 'http://127.0\t.0.\n1:PORT/'],
  ['backslashes', 'http:\\\\127.0.0.1:PORT\\'],
  ['no slashes', 'http:127.0.0.1:PORT/'],
  ['the unspecified address', 'http://0.0.0.0:PORT/'],
  ['a bare zero', 'http://0:PORT/'],
  ['IPv6 loopback', 'http://[::1]:PORT/'],
  ['IPv6 loopback at length', 'http://[0000:0000:0000:0000:0000:0000:0000:0001]:PORT/'],
  ['IPv6 unspecified', 'http://[::]:PORT/'],
  ['IPv4-mapped loopback', 'http://[::ffff:127.0.0.1]:PORT/'],
  ['IPv4-mapped loopback in hexadecimal', 'http://[::ffff:7f00:1]:PORT/'],
  ['IPv4-mapped private', 'http://[::ffff:10.0.0.1]:PORT/'],
  ['IPv4-compatible loopback', 'http://[::127.0.0.1]:PORT/'],
  ['IPv4-translated loopback', 'http://[::ffff:0:127.0.0.1]:PORT/'],
  ['NAT64 of loopback', 'http://[64:ff9b::127.0.0.1]:PORT/'],
  ['NAT64 of metadata', 'http://[64:ff9b::a9fe:a9fe]:PORT/'],
  ['local NAT64', 'http://[64:ff9b:1::7f00:1]:PORT/'],
  ['6to4 of loopback', 'http://[2002:7f00:1::]:PORT/'],
  ['6to4 of private', 'http://[2002:c0a8:1::1]:PORT/'],
  ['Teredo', 'http://[2001:0:7f00:1::]:PORT/'],
  ['an IPv6 zone', 'http://[fe80::1%25lo]:PORT/', 'url_invalid'],
  ['IPv6 link-local', 'http://[fe80::1]:PORT/'],
  ['IPv6 unique local', 'http://[fd12:3456:789a::1]:PORT/'],
  ['IPv6 site-local', 'http://[fec0::1]:PORT/'],
  ['IPv6 multicast', 'http://[ff02::1]:PORT/'],
  ['IPv6 documentation', 'http://[2001:db8::1]:PORT/'],
  ['IPv6 discard', 'http://[100::1]:PORT/'],
  ['private, class A', 'http://10.1.2.3:PORT/'],
  ['private, class B', 'http://172.16.0.1:PORT/'],
  ['private, class C', 'http://192.168.1.1:PORT/'],
  ['a provider’s inner network', 'http://100.64.0.1:PORT/'],
  ['link-local', 'http://169.254.1.1:PORT/'],
  ['cloud metadata', 'http://169.254.169.254/latest/meta-data/'],
  ['cloud metadata as a number', 'http://2852039166/latest/meta-data/'],
  ['cloud metadata over IPv6', 'http://[fd00:ec2::254]/latest/meta-data/'],
  ['Alibaba’s metadata', 'http://100.100.100.200/'],
  ['Azure’s wire server', 'http://168.63.129.16/'],
  ['multicast', 'http://224.0.0.1:PORT/'],
  ['broadcast', 'http://255.255.255.255:PORT/'],
  ['reserved', 'http://240.0.0.1:PORT/'],
  ['documentation', 'http://192.0.2.1:PORT/'],
  ['benchmarking', 'http://198.18.0.1:PORT/'],
  ['6to4 relay', 'http://192.88.99.1:PORT/'],
  ['localhost', 'http://localhost:PORT/'],
  ['localhost with a dot', 'http://localhost.:PORT/'],
  ['localhost in capitals', 'http://LOCALHOST:PORT/'],
  ['full-width localhost', 'http://ｌｏｃａｌｈｏｓｔ:PORT/'],
  ['percent-encoded localhost', 'http://%6cocalhost:PORT/'],
  ['a name below localhost', 'http://app.localhost:PORT/'],
  ['the machine’s other name', 'http://localhost.localdomain:PORT/'],
  ['a name without a dot', 'http://database:PORT/'],
  ['an inner name', 'http://metadata.google.internal/computeMetadata/v1/'],
  ['a name of the local link', 'http://printer.local:PORT/'],
  ['over https', 'https://127.0.0.1:PORT/'],
  ['file', 'file:///etc/passwd', 'scheme_refused'],
  ['file with a host', 'file://127.0.0.1/etc/passwd', 'scheme_refused'],
  ['ftp', 'ftp://127.0.0.1:PORT/', 'scheme_refused'],
  ['data', 'data:text/html,hello', 'scheme_refused'],
  ['gopher', 'gopher://127.0.0.1:PORT/_x', 'scheme_refused'],
  ['javascript', 'javascript:fetch("/")', 'scheme_refused'],
  ['blob', 'blob:http://127.0.0.1:PORT/1', 'scheme_refused'],
  ['websocket', 'ws://127.0.0.1:PORT/', 'scheme_refused'],
  ['a user name', 'http://user@127.0.0.1:PORT/', 'userinfo_refused'],
  ['name and password', 'http://a:b@example.org/', 'userinfo_refused'],
  ['a host that looks like userinfo', 'http://example.org@127.0.0.1:PORT/', 'userinfo_refused'],
  ['a mail port', 'http://example.org:25/', 'port_refused'],
  ['a shell port', 'http://example.org:22/', 'port_refused'],
  ['a database port', 'http://example.org:6379/', 'port_refused'],
  ['port zero', 'http://example.org:0/', 'port_refused'],
  ['a port that is too large', 'http://example.org:65536/', 'url_invalid'],
  ['no host', 'http:///', 'url_invalid'],
  ['an address without a scheme', 'example.org/page', 'url_invalid'],
  ['a protocol-relative address', '//127.0.0.1:PORT/', 'url_invalid'],
  ['nothing', '', 'url_invalid'],
  ['something endless', `http://example.org/${'a'.repeat(9000)}`, 'url_invalid'],
];

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
      deadlineMs: 5_000,
      idleMs: 60,
    });
    let bytes = 0;
    for await (const chunk of answer.body) {
      if (bytes === 0) await new Promise((resolve) => setTimeout(resolve, 200));
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
