import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { answer, scriptedServer } from '../../../test/support/http/scripted-server.js';
import { errorOf, testClient } from '../../../test/support/test-client.js';
import { ConfigurationError, ConnectionError, TimeoutError } from '../errors/errors.js';
import { UndiciTransport } from './undici-transport.js';

interface Proxy {
  readonly url: string;
  /** The hosts that it was asked to reach, with their ports. */
  readonly asked: readonly string[];
  /** Resolves when the first tunnel has come to its end. */
  readonly ended: Promise<void>;
}

interface ProxyConduct {
  /** The server that every host leads to. */
  readonly place?: string;
  /** When tunnels are opened; at once when unset. */
  readonly opening?: Promise<void>;
  /** What it says instead of opening a tunnel. */
  readonly answer?: string;
}

/** A proxy for tunnels. With neither a place nor an answer it says nothing. */
async function tunnelProxy({ place, opening, answer }: ProxyConduct): Promise<Proxy> {
  const asked: string[] = [];
  const server = createServer();
  const ended = new Promise<void>((resolve) => {
    server.on('connect', async (request, socket) => {
      asked.push(request.url ?? '');
      socket.on('close', resolve);
      onTestFinished(() => void socket.destroy());
      if (answer !== undefined) socket.end(answer);
      if (place === undefined) return;
      await opening;
      const inner = connect(Number(new URL(place).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connected\r\n\r\n');
        inner.pipe(socket).pipe(inner);
      });
      for (const end of [inner, socket]) end.on('error', () => inner.destroy());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, ended };
}

const far = 'http://backend.example';

describe('a proxy named by the environment', () => {
  it.each(['http_proxy', 'HTTP_PROXY'])('is used: %s', async (name) => {
    const server = await scriptedServer(answer({ id: 'x' }));
    const proxy = await tunnelProxy({ place: server.url });
    const transport = new UndiciTransport({ [name]: proxy.url });
    await testClient(far, { transport, allowHttp: true }).client.me.get();
    expect(proxy.asked).toEqual(['backend.example:80']);
    expect(server.received[0]?.headers.host).toBe('backend.example');
  });

  it('is not used for this machine: the key would reach it in the clear', async () => {
    const server = await scriptedServer(answer({ id: 'x' }));
    const proxy = await tunnelProxy({ place: server.url });
    const transport = new UndiciTransport({ http_proxy: proxy.url, https_proxy: proxy.url });
    await testClient(server.url, { transport }).client.me.get();
    expect(proxy.asked).toEqual([]);
    expect(server.received).toHaveLength(1);
  });

  it('that gives no connection in time has let nothing through', async () => {
    const proxy = await tunnelProxy({});
    const transport = new UndiciTransport({ https_proxy: proxy.url });
    const { client } = testClient('https://backend.example', { transport, timeoutMs: 100 });
    const error = await errorOf(client.posts.create({ text: 'Hi' }));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({ sent: false });
    expect(proxy.asked).toEqual(['backend.example:443']);
  });

  it('that gives a connection too late gets no request for it', async () => {
    const server = await scriptedServer(answer({ id: 'x' }));
    let open = (): void => undefined;
    const opening = new Promise<void>((resolve) => {
      open = resolve;
    });
    const proxy = await tunnelProxy({ place: server.url, opening });
    const transport = new UndiciTransport({ http_proxy: proxy.url });
    const { client } = testClient(far, { transport, allowHttp: true, timeoutMs: 100 });
    expect(await errorOf(client.posts.create({ text: 'Hi' }))).toMatchObject({ sent: false });
    open();
    await proxy.ended;
    expect(server.received).toHaveLength(0);
  });

  it.each([
    ['closes the connection', ''],
    ['refuses', 'HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n'],
  ])('that %s has let nothing through', async (_what, answer) => {
    const proxy = await tunnelProxy({ answer });
    const transport = new UndiciTransport({ https_proxy: proxy.url });
    const { client } = testClient('https://backend.example', { transport });
    const error = await errorOf(client.posts.create({ text: 'Hi' }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ sent: false });
    expect(proxy.asked).toHaveLength(3);
  });

  it('with an invalid URL is reported', async () => {
    const transport = new UndiciTransport({ https_proxy: 'proxy.example port 8080' });
    const error = await errorOf(testClient('https://backend.example', { transport }).client.me.get());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ reason: 'proxy_invalid' });
  });
});
