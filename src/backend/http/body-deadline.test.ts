import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { BackendUnderTest } from '../../../test/support/running-backend.js';

let service: BackendUnderTest;

beforeAll(async () => {
  service = await BackendUnderTest.start();
  // The first request to a page and to the tools loads their code.
  await fetch(`${service.backend.url}/sign-in`);
  await service.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' });
});
afterAll(() => service.close());
afterEach(() => void vi.useRealTimers());

/** How long the server waits for the rest of a body, in seconds, and then keeps the connection. */
const BODY_SECONDS = 30;
const CLOSE_SECONDS = 15;

const JSON_HEADERS = ['Content-Type: application/json', 'Accept: application/json, text/event-stream'];

/** Sends a part of a request. Returns what was answered until the server closed the connection. */
async function answerTo(head: readonly string[], part: string): Promise<string> {
  const { host, hostname, port } = new URL(service.backend.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  let closed = false;
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text;
  });
  socket
    .on('error', () => undefined)
    .on('close', () => {
      closed = true;
    });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  socket.write([...head, `Host: ${host}`, '', part].join('\r\n'));
  await pause(200);
  for (let seconds = 0; !closed && seconds < BODY_SECONDS + CLOSE_SECONDS; seconds += 1) {
    vi.advanceTimersByTime(1000);
    await pause(5);
  }
  const stayedOpen = !closed;
  socket.destroy();
  return stayedOpen ? `still open: ${answer}` : answer;
}

it.each([
  ['of the API', 'POST /v1/posts', [...JSON_HEADERS, 'Content-Length: 500']],
  ['of the API, in chunks', 'POST /v1/posts', [...JSON_HEADERS, 'Transfer-Encoding: chunked']],
  ['of a tool call', 'POST /mcp', [...JSON_HEADERS, 'Content-Length: 500']],
  ['of a tool call, in chunks', 'POST /mcp', [...JSON_HEADERS, 'Transfer-Encoding: chunked']],
  ['of a form', 'POST /sign-in', ['Content-Type: application/x-www-form-urlencoded', 'Content-Length: 500']],
  ['with a file', 'POST /v1/media', ['Content-Type: image/png', 'Content-Length: 500']],
])(
  'a body %s that does not arrive is answered with 408, and the connection is closed',
  async (_what, line, headers) => {
    const key = `Authorization: Bearer ${service.key}`;
    const origin = `Origin: ${service.backend.url}`;
    const answer = await answerTo([`${line} HTTP/1.1`, key, origin, ...headers], '5\r\n{"a":');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
  },
);

it('a body that nobody reads does not keep the connection open', async () => {
  const answer = await answerTo(['POST /v1/posts HTTP/1.1', ...JSON_HEADERS, 'Content-Length: 500'], '{');
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
});
