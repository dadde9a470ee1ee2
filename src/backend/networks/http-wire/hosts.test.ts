import { createServer } from 'node:http';
import { type AddressInfo, connect as tcpConnect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answerOf, onRequests, rawNetwork, wireTo } from '../../../../test/support/networks/raw-network.js';
import { PLATFORMS } from '../../../contract/platforms.js';
import { NETWORKS } from '../registry.js';
import { ConnectionFailed, type WireRequest } from '../wire.js';

const LIMIT = () => AbortSignal.timeout(10_000);
const GET: WireRequest = { method: 'GET', path: '/read?access_token=se-cret', headers: {} };

async function failureOf(work: Promise<unknown>): Promise<ConnectionFailed> {
  const error = await work.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (error instanceof ConnectionFailed) return error;
  throw new Error(`It did not fail to connect: ${String(error)}`);
}

const to = (...addresses: readonly string[]) => ({ resolve: () => Promise.resolve(addresses) });

describe('the server of an account', () => {
  it.each([
    ['a private address', 'https://social.example', to('10.0.0.8'), 'address_refused'],
    [
      'one private address of two',
      'https://social.example',
      to('93.184.216.34', '192.168.0.1'),
      'address_refused',
    ],
    ['the metadata of a cloud machine', 'https://social.example', to('169.254.169.254'), 'address_refused'],
    ['this machine', 'https://social.example', to('127.0.0.1'), 'address_refused'],
    ['this machine by its name', 'https://localhost:8443', to('127.0.0.1'), 'address_refused'],
    ['a name inside a network', 'https://mastodon.internal', to('93.184.216.34'), 'address_refused'],
    ['a database', 'https://social.example:5432', to('93.184.216.34'), 'address_refused'],
    ['a server without TLS', 'http://social.example', to('93.184.216.34'), 'address_refused'],
    ['no address', 'https://social.example', to(), 'name_not_found'],
  ])('is not asked if it leads to %s', async (_what, origin, connecting, reason) => {
    let dialled = 0;
    const dial = () => {
      dialled += 1;
      return tcpConnect(1, '127.0.0.1');
    };
    const { wire } = wireTo(origin, { allowLoopback: false }, { ...connecting, dial });
    const failure = await failureOf(wire.send(GET, LIMIT()));
    expect(failure).toMatchObject({ reason, sent: false });
    expect(dialled).toBe(0);
    expect(JSON.stringify([failure.message, failure, failure.stack])).not.toContain('se-cret');
  });

  it('may be on this machine only where that is allowed', async () => {
    const network = await rawNetwork((socket) => onRequests(socket, () => socket.write(answerOf(200))));
    const allowed = wireTo(network.origin);
    expect((await allowed.wire.send(GET, LIMIT())).status).toBe(200);
    const strict = wireTo(network.origin, { allowLoopback: false });
    expect(await failureOf(strict.wire.send(GET, LIMIT()))).toMatchObject({ reason: 'address_refused' });
    expect(network.connections).toBe(1);
    // Other hosts must not reach this machine either.
    const other = wireTo('https://social.example', {}, to('127.0.0.1'));
    expect(await failureOf(other.wire.send(GET, LIMIT()))).toMatchObject({ reason: 'address_refused' });
  });

  it('that refuses the connection, or has no TLS, was sent nothing', async () => {
    const closed = wireTo('http://127.0.0.1:1');
    expect(await failureOf(closed.wire.send(GET, LIMIT()))).toMatchObject({
      reason: 'refused',
      sent: false,
      message: '127.0.0.1:1 refused the connection. Check the address, or try again later. Nothing was sent.',
    });
    const plain = await rawNetwork((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 400 No\r\n\r\n')),
    );
    const secure = wireTo(plain.origin.replace('http:', 'https:'));
    const failure = await failureOf(secure.wire.send(GET, LIMIT()));
    expect(failure).toMatchObject({ reason: 'tls_failed', sent: false });
    expect(plain.received).not.toContain('GET');
    const hungUp = await rawNetwork((socket) => socket.once('data', () => socket.destroy()));
    const cut = wireTo(hungUp.origin.replace('http:', 'https:'));
    expect(await failureOf(cut.wire.send(GET, LIMIT()))).toMatchObject({ sent: false });
  });

  it('is reached through the operator’s proxy, which gets no token', async () => {
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on('connect', ({ url, headers }, socket) => {
      asked.push(`${url} ${headers['proxy-authorization']}`);
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      proxy.close();
    });
    const { port } = proxy.address() as AddressInfo;
    const policy = { proxy: new URL(`http://agent:pass@127.0.0.1:${port}`) };
    const { wire } = wireTo('https://social.example', { policy });
    const failure = await failureOf(
      wire.send({ ...GET, headers: { authorization: 'Bearer own-access-token' } }, LIMIT()),
    );
    expect(failure).toMatchObject({ reason: 'proxy_failed', sent: false });
    expect(failure.message).toBe(
      `The proxy for fetching (127.0.0.1:${port}) returned 403 for social.example:443. Nothing was sent.`,
    );
    expect(asked).toEqual(['social.example:443 Basic YWdlbnQ6cGFzcw==']);
  });
});

describe('the account’s token', () => {
  const ownNetwork = () =>
    rawNetwork((socket) =>
      onRequests(socket, (head) => socket.write(answerOf(200, JSON.stringify({ head })))),
    );
  /** The `authorization` that arrives at another server, which a test has put in place of the named one. */
  async function arriving(path: string, authorization: string, before: readonly string[] = []) {
    const network = await ownNetwork();
    const { wire } = wireTo('https://pds.example', {
      trustedHosts: ['upload.example', '.cdn.example'],
      reroute: Object.fromEntries(
        [
          'https://pds.example',
          'https://upload.example',
          'https://upload.example:8443',
          'https://a.cdn.example',
          'https://cdn.example',
          'https://evil-upload.example',
          'http://upload.example',
          'https://video.example',
        ].map((origin) => [origin, network.origin]),
      ),
    });
    for (const earlier of before) {
      await wire.send({ ...GET, path: '/own', headers: { authorization: earlier } }, LIMIT());
    }
    const { body } = await wire.send({ ...GET, path, headers: { authorization, 'x-other': '1' } }, LIMIT());
    const { head } = body as { head: string };
    expect(head).toContain('x-other: 1');
    return /authorization: (.*)/i.exec(head)?.[1] ?? null;
  }

  it.each([
    ['/own/path', 'Bearer own-access-token'],
    ['https://pds.example/other', 'Bearer own-access-token'],
    ['https://upload.example/put', 'OAuth own-access-token'],
    ['https://a.cdn.example/put', 'Bearer own-access-token'],
    ['/refresh', 'Bearer own-refresh-token'],
  ])('goes to %s', async (path, authorization) => {
    expect(await arriving(path, authorization)).toBe(authorization);
  });

  it.each([
    ['https://video.example/put', 'Bearer own-access-token'],
    ['https://video.example/put', 'OAuth own-access-token'],
    ['https://video.example/put', 'Bearer own-refresh-token'],
    ['https://cdn.example/put', 'Bearer own-access-token'],
    ['https://evil-upload.example/put', 'Bearer own-access-token'],
    ['https://upload.example:8443/put', 'Bearer own-access-token'],
    ['http://upload.example/put', 'Bearer own-access-token'],
  ])('does not go to %s as “%s”', async (path, authorization) => {
    expect(await arriving(path, authorization)).toBeNull();
  });

  it('does not go to another host if another process has renewed it', async () => {
    const renewed = 'Bearer renewed-elsewhere';
    expect(await arriving('https://video.example/put', renewed, [renewed])).toBeNull();
  });

  it('is not a token that the network has made for another service', async () => {
    expect(await arriving('https://video.example/put', 'Bearer made-for-video')).toBe(
      'Bearer made-for-video',
    );
  });

  it('an address that is not a URL is not asked', async () => {
    const { wire } = wireTo('https://pds.example');
    for (const path of ['', 'upload', 'ftp://pds.example/a', 'https://user:pass@pds.example/a']) {
      expect(await failureOf(wire.send({ ...GET, path }, LIMIT()))).toMatchObject({
        reason: 'address_refused',
        sent: false,
      });
    }
  });
});

describe.each(PLATFORMS)('%s', (platform) => {
  it('has hosts that a wire can use, with a source', () => {
    const { api, web, trusted, source } = NETWORKS[platform].hosts;
    for (const origin of [api, web]) {
      if (origin !== 'account') expect(new URL(origin).origin).toBe(origin);
    }
    for (const host of trusted) expect(host).toMatch(/^\.?[a-z0-9-]+(\.[a-z0-9-]+)+$/);
    expect(Object.values(source).every((text) => text.length > 0)).toBe(true);
  });
});
