import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface KeyProxy {
  readonly url: string;
  close(): void;
}

/**
 * Forwards requests with a key added, for programs that cannot send one. If a browser's `Origin` names the proxy, it is
 * replaced by the backend's; every other header is forwarded unchanged.
 */
export async function keyProxy(backend: string, key: string): Promise<KeyProxy> {
  const target = new URL(backend);
  const server = createServer((incoming, answer) => {
    const { origin } = incoming.headers;
    const own = origin !== undefined && new URL(origin).port === String(portOf());
    const headers = {
      ...incoming.headers,
      authorization: `Bearer ${key}`,
      ...(own && { origin: target.origin }),
    };
    const onward = request(
      new URL(incoming.url ?? '/', backend),
      { method: incoming.method, headers },
      (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  const portOf = (): number => (server.address() as AddressInfo).port;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf()}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
