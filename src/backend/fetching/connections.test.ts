import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, connect as tcpConnect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { dialChecked } from './connection.js';
import { FetchFailure } from './fetch-failure.js';
import { FetchPolicyInvalid, readFetchPolicy } from './fetch-policy.js';
import { guardedFetch } from './guarded-fetch.js';

const LIMITS = { maxBytes: 100_000, deadlineMs: 5_000 } as const;
const endings: (() => void)[] = [];

afterEach(() => {
  for (const end of endings.splice(0)) end();
});

interface Listening {
  listen(port: number, host: string): unknown;
  address(): unknown;
  close(): unknown;
  once(event: string, listener: () => void): unknown;
}

async function listening(server: Listening): Promise<number> {
  server.listen(0, '127.0.0.1');
  await new Promise<void>((resolve) => server.once('listening', resolve));
  endings.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** A proxy that notes what it is asked for, and sends everything to one server. */
async function proxyTo(port: number): Promise<{ url: URL; asked: string[]; authorization: string[] }> {
  const asked: string[] = [];
  const authorization: string[] = [];
  const proxy = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    authorization.push(incoming.headers['proxy-authorization'] ?? '');
    request({ port, path: '/', headers: { host: incoming.headers.host } }, (answer) =>
      answer.pipe(outgoing),
    ).end();
  });
  proxy.on('connect', (incoming, socket) => {
    asked.push(`CONNECT ${incoming.url}`);
    authorization.push(incoming.headers['proxy-authorization'] ?? '');
    if (port === 0) socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    else {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const through = tcpConnect(port, '127.0.0.1');
      socket.pipe(through).pipe(socket);
      socket.on('error', () => through.destroy());
      through.on('error', () => socket.destroy());
    }
  });
  const own = await listening(proxy);
  return { url: new URL(`http://agent:secret@127.0.0.1:${own}`), asked, authorization };
}

/** A server that notes the host name of each TLS greeting, and hangs up. */
async function greeted(): Promise<{ port: number; names: string[] }> {
  const names: string[] = [];
  const server = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (hello) => {
      names.push(serverNameIn(hello));
      socket.destroy();
    });
  });
  return { port: await listening(server), names };
}

/** The name inside a greeting: extension 0 holds a list with one entry of type 0, and its length. */
function serverNameIn(hello: Buffer): string {
  const name = /^\0\0\0.\0.\0\0.[\x21-\x7e]/s;
  const text = hello.toString('latin1');
  for (let at = 0; at < hello.length - 9; at += 1) {
    if (hello.readUInt16BE(at) !== 0 || !name.test(text.slice(at, at + 10))) continue;
    const length = hello.readUInt16BE(at + 7);
    if (hello.readUInt16BE(at + 4) === length + 3) return text.slice(at + 9, at + 9 + length);
  }
  return '';
}

async function codeOf(fetching: Promise<unknown>): Promise<string> {
  try {
    await fetching;
  } catch (error) {
    if (error instanceof FetchFailure) return error.code;
    throw error;
  }
  return 'fetched';
}

describe('a TLS connection', () => {
  it('requests the certificate of the host, whichever address it connects to', async () => {
    const { port, names } = await greeted();
    const code = await codeOf(
      guardedFetch(`https://shop.example.org/`, {
        ...LIMITS,
        resolve: async () => ['93.184.215.14'],
        dial: () => tcpConnect(port, '127.0.0.1'),
      }),
    );
    expect(names).toEqual(['shop.example.org']);
    expect(code).toMatch(/tls_failed|connection_failed/);
  });

  it('reports a refused connection', async () => {
    const gone = createTcpServer();
    const port = await listening(gone);
    gone.close();
    await once(gone, 'close');
    const origin = `https://127.0.0.1:${port}`;
    expect(await codeOf(guardedFetch(origin, { ...LIMITS, allowedOrigins: new Set([origin]) }))).toBe(
      'connection_failed',
    );
  });

  it('reports a server without TLS', async () => {
    const port = await listening(createServer((_request, response) => response.end('plain')));
    const origin = `https://127.0.0.1:${port}`;
    expect(await codeOf(guardedFetch(origin, { ...LIMITS, allowedOrigins: new Set([origin]) }))).toBe(
      'tls_failed',
    );
  });
});

describe('a connection without a route', () => {
  it.each(['http', 'https'])('fails the fetch, and does not end the process: %s', async (scheme) => {
    const code = await codeOf(
      guardedFetch(`${scheme}://shop.example.org/`, {
        ...LIMITS,
        resolve: async () => ['93.184.215.14'],
        // The system refuses to connect to a broadcast address at once, as it does without any network.
        dial: (destination) => dialChecked({ ...destination, addresses: ['255.255.255.255'] }),
      }),
    );
    expect(code).toBe('connection_failed');
  });
});

describe('a fetch through a proxy', () => {
  it('requests the absolute URL with the proxy’s credentials, and does not resolve names', async () => {
    const port = await listening(createServer((_request, response) => response.end('page')));
    const { url, asked, authorization } = await proxyTo(port);
    const answer = await guardedFetch('http://example.org/a?b=1', {
      ...LIMITS,
      proxy: url,
      resolve: async () => expect.unreachable('the proxy resolves'),
    });
    expect(new TextDecoder().decode(await answer.bytes())).toBe('page');
    expect(asked).toEqual(['GET http://example.org/a?b=1']);
    expect(authorization).toEqual([`Basic ${Buffer.from('agent:secret').toString('base64')}`]);
  });

  it('opens a tunnel for https, and starts TLS with the host', async () => {
    const { port, names } = await greeted();
    const { url, asked } = await proxyTo(port);
    await codeOf(guardedFetch('https://example.org/a', { ...LIMITS, proxy: url }));
    expect(asked).toEqual(['CONNECT example.org:443']);
    expect(names).toEqual(['example.org']);
  });

  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'https://[::1]/',
    'http://169.254.169.254/',
    'http://nas/',
  ])('does not ask it for %s', async (address) => {
    const { url, asked } = await proxyTo(1);
    expect(await codeOf(guardedFetch(address, { ...LIMITS, proxy: url }))).toBe('address_refused');
    expect(asked).toEqual([]);
  });

  it('reports a proxy that refuses or is unreachable', async () => {
    const { url } = await proxyTo(0);
    expect(await codeOf(guardedFetch('https://example.org/', { ...LIMITS, proxy: url }))).toBe(
      'proxy_failed',
    );
    const nobody = new URL('http://127.0.0.1:1');
    expect(await codeOf(guardedFetch('https://example.org/', { ...LIMITS, proxy: nobody }))).toBe(
      'proxy_failed',
    );
  });
});

describe('the settings', () => {
  it('accept origins on this machine and a proxy', () => {
    const policy = readFetchPolicy(
      ['http://127.0.0.1:8080', 'http://localhost:3000/'],
      'http://proxy.example.org:3128',
    );
    expect([...policy.allowedOrigins]).toEqual(['http://127.0.0.1:8080', 'http://localhost:3000']);
    expect(policy.proxy?.host).toBe('proxy.example.org:3128');
  });

  it.each([
    'http://example.org',
    'http://10.0.0.1:80',
    'http://127.0.0.1:80/path',
    '127.0.0.1:80',
    'ftp://127.0.0.1',
    '*',
  ])('refuse %s as an origin', (origin) =>
    expect(() => readFetchPolicy([origin], null)).toThrow(FetchPolicyInvalid),
  );

  it.each(['https://proxy.example.org', 'socks5://proxy', 'proxy:3128', 'http://proxy/path'])(
    'refuse %s as a proxy',
    (proxy) => expect(() => readFetchPolicy([], proxy)).toThrow(FetchPolicyInvalid),
  );
});
