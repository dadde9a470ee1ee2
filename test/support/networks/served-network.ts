import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Multipart, type WireRequest, type WireResponse } from '../../../src/backend/networks/wire.js';
import type { Platform } from '../../../src/contract/platforms.js';
import { Scene } from './network-scene.js';

/** A request as the server received it. */
export interface ServedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * Answers a request that the simulated network has not, such as signing in; null: the network answers; `closes`: the
 * connection is closed without an answer.
 */
export type ServedFirst = (
  request: ServedRequest,
) => WireResponse | 'closes' | null | Promise<WireResponse | 'closes' | null>;

/** A simulated network behind a real HTTP server on a free port of 127.0.0.1. */
export class ServedNetwork {
  readonly scene: Scene;
  readonly requests: ServedRequest[] = [];
  /** Whether it closes every connection without an answer. */
  away = false;
  /** The time at the network. Like the service, it looks at the real time. */
  now: () => number = Date.now;
  readonly #first: ServedFirst;
  readonly #server: Server;

  private constructor(platform: Platform, first: ServedFirst) {
    this.scene = new Scene(platform);
    this.#first = first;
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        response.writeHead(599).end(String(error));
      });
    });
  }

  static async start(platform: Platform, first: ServedFirst): Promise<ServedNetwork> {
    const network = new ServedNetwork(platform, first);
    await new Promise<void>((resolve) => network.#server.listen(0, '127.0.0.1', resolve));
    return network;
  }

  get origin(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  /** The paths that were asked for, with their methods, in order. */
  get log(): string[] {
    return this.requests.map(({ method, url }) => `${method} ${url.pathname}`);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Carries a request to the simulated network. */
  async pass(request: ServedRequest): Promise<WireResponse> {
    this.scene.now = this.now();
    return this.scene.wire.send(await wireRequest(request), AbortSignal.timeout(10_000));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.away) {
      request.socket.destroy();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const served: ServedRequest = {
      method: request.method ?? 'GET',
      url: new URL(request.url ?? '/', this.origin),
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value ?? '')]),
      ),
      body: Buffer.concat(chunks),
    };
    this.requests.push(served);
    const answer = (await this.#first(served)) ?? (await this.pass(served));
    if (answer === 'closes') {
      request.socket.destroy();
      return;
    }
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    response.writeHead(answer.status, answer.headers).end(text);
  }
}

async function wireRequest({ method, url, headers, body }: ServedRequest): Promise<WireRequest> {
  const type = headers['content-type'] ?? '';
  const query = Object.fromEntries(url.searchParams);
  return { method: methodOf(method), path: url.pathname, query, headers, body: await readBody(type, body) };
}

function methodOf(method: string): WireRequest['method'] {
  if (method === 'POST' || method === 'PUT' || method === 'DELETE') return method;
  return 'GET';
}

async function readBody(type: string, body: Buffer): Promise<unknown> {
  if (body.length === 0) return undefined;
  if (type.startsWith('application/json')) return JSON.parse(body.toString('utf8'));
  if (type.startsWith('application/x-www-form-urlencoded')) return new URLSearchParams(body.toString('utf8'));
  if (type.startsWith('multipart/form-data')) return readMultipart(type, body);
  return Uint8Array.from(body);
}

async function readMultipart(type: string, body: Buffer): Promise<Multipart> {
  const form = await new Response(Uint8Array.from(body), { headers: { 'content-type': type } }).formData();
  const fields: Record<string, string> = {};
  let file: Multipart['file'] | null = null;
  for (const [field, value] of form) {
    if (typeof value === 'string') fields[field] = value;
    else {
      file = {
        field,
        name: value.name,
        contentType: value.type,
        bytes: value.size,
        open: () => value.stream(),
      };
    }
  }
  if (file === null) throw new Error('The form has no file.');
  return new Multipart(fields, file);
}
