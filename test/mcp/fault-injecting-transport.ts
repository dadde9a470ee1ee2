import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy to a backend that can lose responses: it forwards the request, then closes the connection. */
export interface FaultInjectingTransport {
  readonly url: string;
  /** Loses the responses to the next requests that create a post. */
  loseAnswers(count: number): void;
  /** The number of requests that create a post. */
  creates(): number;
  /** The number of requests that wait for a change. */
  waits(): number;
}

/** Starts a proxy to the backend at this URL, and closes it with the test. */
export async function faultInjectingTransportTo(backend: string): Promise<FaultInjectingTransport> {
  let toLose = 0;
  let creates = 0;
  let waits = 0;
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const isCreate = method === 'POST' && url === '/v1/posts';
    if (isCreate) creates += 1;
    if (/[?&]wait=/.test(url)) waits += 1;
    const lost = isCreate && toLose > 0;
    if (lost) toLose -= 1;
    const onward = request(new URL(url, backend), { method, headers }, (answer) => {
      if (lost) {
        answer.resume();
        answer.on('end', () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    loseAnswers: (count) => {
      toLose = count;
    },
    creates: () => creates,
    waits: () => waits,
  };
}
