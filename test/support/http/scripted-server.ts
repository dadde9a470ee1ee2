import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { API_ERRORS, type ApiErrorCode } from '../../../src/contract/api-errors.js';
import type { Problem } from '../../../src/contract/errors.js';
import { OPERATIONS } from '../../../src/contract/operations.js';

/** A request as the server received it. */
interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What the server does with one request. */
export type Reply = (response: ServerResponse, received: Received) => void;

export interface ScriptedServer {
  readonly url: string;
  readonly received: readonly Received[];
  /** Stops listening and cuts every connection. */
  stop(): Promise<void>;
}

/**
 * A real HTTP server on a free loopback port. It sends the replies in order, then repeats the last one. It stops with
 * the test that started it.
 */
export async function scriptedServer(...replies: readonly Reply[]): Promise<ScriptedServer> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    const seen = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
    received.push(seen);
    replies[Math.min(received.length, replies.length) - 1]?.(response, seen);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  onTestFinished(stop);
  return { url: `http://127.0.0.1:${port}`, received, stop };
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** The answer of the contract to the request, with these fields in place of its example's. */
export function answer(
  fields: Readonly<Record<string, unknown>> = {},
  status = 200,
  headers: Record<string, string> = {},
): Reply {
  return (response, received) =>
    json({ ...exampleFor(received), ...fields }, status, headers)(response, received);
}

/** A page of the list that is asked for. */
export function page(ids: readonly string[], nextCursor: string | null): Reply {
  return (response, received) => {
    const example = exampleFor(received);
    const [item] = example['data'] as readonly object[];
    json({ ...example, data: ids.map((id) => ({ ...item, id })), nextCursor })(response, received);
  };
}

/** The contract’s example of the answer to a request. */
export function exampleFor({
  method,
  path,
}: Pick<Received, 'method' | 'path'>): Readonly<Record<string, unknown>> {
  const { pathname } = new URL(path, 'http://postrider.test');
  const asked = Object.values(OPERATIONS).find((operation) => {
    const pattern = new RegExp(`${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return operation.method === method && pattern.test(pathname);
  });
  if (!asked) throw new Error(`${method} ${pathname} is not an operation`);
  return asked.example.response as Readonly<Record<string, unknown>>;
}

export function problem(
  code: ApiErrorCode,
  fields: Partial<Problem> = {},
  headers: Record<string, string> = {},
): Reply {
  const { status, title, retryable } = API_ERRORS[code];
  const body = { type: `urn:postrider:error:${code}`, title, status, code, retryable, requestId: 'req_1' };
  return json({ ...body, detail: `${title}.`, ...fields }, status, {
    'content-type': 'application/problem+json',
    ...headers,
  });
}

export function html(status: number, title: string): Reply {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/html' });
    response.end(`<html><head><title>${title}</title></head></html>`);
  };
}

/** Never answers. */
export const silence: Reply = () => undefined;

/** Resets the connection after reading the request. */
export const reset: Reply = (response) => response.socket?.resetAndDestroy();

/** Resets the connection in the middle of the response. */
export const resetInBody: Reply = (response) => {
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"id":"post_1",', () => response.socket?.resetAndDestroy());
};
