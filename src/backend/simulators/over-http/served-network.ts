import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Platform } from '../../../contract/platforms.js';
import { systemClock } from '../../base/clock.js';
import { Multipart, type WireRequest, type WireResponse } from '../../networks/wire.js';
import { demoAccount } from '../demo-accounts.js';
import { NetworkScene } from './network-scene.js';

/** A request as the server received it. */
export interface ServedRequest {
  readonly method: string;
  readonly url: URL;
  /** The origin of the network for which it stands; null: that of the API. */
  readonly standsFor: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** An answer whose connection is closed in the middle of its body. */
export class CutAnswer {
  readonly whole: WireResponse;

  constructor(whole: WireResponse) {
    this.whole = whole;
  }
}

/** A request, and what was answered to it. */
export interface Answered {
  readonly request: ServedRequest;
  readonly answer: WireResponse;
}

type ServedAnswer = WireResponse | CutAnswer | 'closes' | null;

/**
 * Answers a request that the simulated network has not, such as signing in; null: the network answers; `closes`: the
 * connection is closed without an answer.
 */
export type ServedFirst = (request: ServedRequest) => ServedAnswer | Promise<ServedAnswer>;

/** A simulated network behind a real HTTP server on a free port of 127.0.0.1. */
export class ServedNetwork {
  readonly scene: NetworkScene;
  readonly requests: ServedRequest[] = [];
  /** The requests that got a whole answer. */
  readonly answered: Answered[] = [];
  /** Whether it keeps requests, their files and the answers. */
  keepsRequests = true;
  /** Whether it closes every connection without an answer. */
  away = false;
  /** The time at the network. Like the service, it looks at the real time. */
  now: () => number = () => systemClock.now();
  readonly #first: ServedFirst;
  readonly #server: Server;
  /** Further servers, by the origin for which they stand. */
  readonly #others = new Map<string, Server>();

  private constructor(platform: Platform, first: ServedFirst, networkUserId: string | undefined) {
    const demo = demoAccount(platform);
    this.scene = new NetworkScene(platform, networkUserId === undefined ? demo : { ...demo, networkUserId });
    this.#first = first;
    this.#server = this.#serverFor(null);
  }

  /** @param networkUserId the network's id of the account; that of the demo account by default */
  static async start(platform: Platform, first: ServedFirst, networkUserId?: string): Promise<ServedNetwork> {
    const network = new ServedNetwork(platform, first, networkUserId);
    await listen(network.#server);
    return network;
  }

  get origin(): string {
    return originOf(this.#server);
  }

  /** Serves another origin of the network too, such as the one that takes uploads. @returns where */
  async standFor(origin: string): Promise<string> {
    const server = this.#serverFor(origin);
    this.#others.set(origin, server);
    await listen(server);
    return originOf(server);
  }

  /** The paths that were asked for, with their methods, in order. */
  get log(): string[] {
    return this.requests.map(({ method, url }) => `${method} ${url.pathname}`);
  }

  async close(): Promise<void> {
    for (const server of [this.#server, ...this.#others.values()]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  /** Carries a request to the simulated network. */
  async pass(request: ServedRequest): Promise<WireResponse> {
    this.scene.now = this.now();
    return this.scene.wire.send(await wireRequest(request), AbortSignal.timeout(10_000));
  }

  #serverFor(standsFor: string | null): Server {
    return createServer((request, response) => {
      this.#serve(request, response, standsFor).catch((error: unknown) => {
        response.writeHead(599).end(String(error));
      });
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse, standsFor: string | null): Promise<void> {
    if (this.away) {
      request.socket.destroy();
      return;
    }
    const refusal = refusalOf(request);
    if (refusal !== null) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end(refusal);
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const served: ServedRequest = {
      method: request.method ?? 'GET',
      url: new URL(request.url ?? '/', this.origin),
      standsFor,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value ?? '')]),
      ),
      body: Buffer.concat(chunks),
    };
    if (this.keepsRequests) this.requests.push(served);
    const answer = (await this.#first(served)) ?? (await this.pass(served));
    if (answer === 'closes') {
      request.socket.destroy();
      return;
    }
    const { status, headers: sent, body } = answer instanceof CutAnswer ? answer.whole : answer;
    const isWhole = typeof body === 'string' || body instanceof Uint8Array;
    const bytes = Buffer.from(isWhole ? body : (JSON.stringify(body) ?? ''));
    if (!(answer instanceof CutAnswer)) {
      if (this.keepsRequests) this.answered.push({ request: served, answer });
      response.writeHead(status, sent).end(bytes);
      return;
    }
    // One byte more than there is, so that an empty body is cut as well.
    response.writeHead(status, { ...sent, 'content-length': bytes.length + 1 });
    response.write(bytes.subarray(0, bytes.length / 2), () => request.socket.destroy());
    if (bytes.length < 2) response.flushHeaders();
  }
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

function originOf(server: Server): string {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

/** Why a request is not answered: another web site made the browser send it. Null: it is. */
function refusalOf({ headers: { host = '', origin }, socket }: IncomingMessage): string | null {
  const own = [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`];
  if (!own.includes(host)) return 'This simulated network answers at its own address only.';
  if (origin === undefined || own.some((name) => origin === `http://${name}`)) return null;
  return 'Another web site sent this request.';
}

/** A request as the simulated network reads it. */
export async function wireRequest({
  method,
  url,
  standsFor,
  headers,
  body,
}: ServedRequest): Promise<WireRequest> {
  const type = headers['content-type'] ?? '';
  const query = Object.fromEntries(url.searchParams);
  const path = `${standsFor ?? ''}${url.pathname}`;
  return { method: methodOf(method), path, query, headers, body: await readBody(type, body) };
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
