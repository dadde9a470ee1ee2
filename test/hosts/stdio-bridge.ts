import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { json } from 'node:stream/consumers';

type Json = Readonly<Record<string, unknown>>;

/** Streamable HTTP in front of server processes, for programs that only speak HTTP. */
export interface StdioBridge {
  readonly url: string;
  /** The number of processes started. */
  readonly started: () => number;
  /** Stops all processes. */
  close(): Promise<void>;
}

interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The header that names a session of the older protocol version. */
const SESSION = 'mcp-session-id';

/** Rejects a web page that reached this server through its own host name. */
const OWN_HOST = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

const NEWLINE = '\n';

/** Where a request of the newer protocol version names its version, and the version used here. */
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const VERSION = '2026-07-28';

/** Whether a request has the fields that distinguish the newer protocol version from the older. */
function isWhole({ params }: Json): boolean {
  const meta = typeof params === 'object' && params !== null && '_meta' in params ? params._meta : undefined;
  return typeof meta === 'object' && meta !== null && VERSION_KEY in meta && meta[VERSION_KEY] === VERSION;
}

/** Written when a request is cancelled. */
const cancelled = (requestId: number): Json => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

/** One server process. Messages pass through unchanged, except that each process has its own request ids. */
class Process {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #ended: Promise<unknown>;
  readonly #waiting = new Map<number, (answer: Json) => void>();
  #lastId = 0;

  constructor({ command, args, env }: Command) {
    this.#child = spawn(command, [...args], { stdio: ['pipe', 'pipe', 'ignore'], env });
    this.#ended = once(this.#child, 'exit');
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const message: Json = JSON.parse(line);
      // Requests from the server are used only by scenarios with tools that a product does not have.
      if (typeof message['id'] === 'number' && !('method' in message))
        this.#waiting.get(message['id'])?.(message);
    });
  }

  tell(message: Json): void {
    this.#child.stdin.write(JSON.stringify(message) + NEWLINE);
  }

  /** The response to a request; undefined if it was cancelled. */
  async ask(message: Json, givenUp: AbortSignal): Promise<Json | undefined> {
    this.#lastId += 1;
    const id = this.#lastId;
    const answered = new Promise<Json | undefined>((resolve) => {
      this.#waiting.set(id, resolve);
      givenUp.addEventListener('abort', () => {
        if (!this.#waiting.has(id)) return;
        this.tell(cancelled(id));
        resolve(undefined);
      });
    });
    this.tell({ ...message, id });
    const answer = await Promise.race([answered, this.#ended.then(() => undefined)]);
    this.#waiting.delete(id);
    return answer && { ...answer, id: message['id'] };
  }

  /** Stops it like a host does: by closing stdin. */
  async end(): Promise<void> {
    this.#child.stdin.end();
    await this.#ended;
  }
}

/**
 * One process for each session of the older protocol version, and one for all valid requests of the newer, which has no
 * sessions. Features of HTTP itself (headers, streams) do not exist over stdio, and are not implemented here.
 */
export async function stdioBridge(command: Command): Promise<StdioBridge> {
  const sessions = new Map<string, Process>();
  const all: Process[] = [];
  let shared: Process | undefined;
  const start = (): Process => {
    const made = new Process(command);
    all.push(made);
    return made;
  };

  const answerTo = async (message: Json, process: Process, response: ServerResponse): Promise<void> => {
    if (message['id'] === undefined) {
      process.tell(message);
      response.writeHead(202).end();
      return;
    }
    const givenUp = new AbortController();
    response.on('close', () => givenUp.abort());
    const answer = await process.ask(message, givenUp.signal);
    if (answer === undefined) response.destroy();
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { host = '', origin } = request.headers;
    if (![host, origin === undefined ? host : new URL(origin).host].every((from) => OWN_HOST.test(from))) {
      response.writeHead(403).end();
      return;
    }
    const name = request.headers[SESSION];
    const session = typeof name === 'string' ? sessions.get(name) : undefined;
    if (typeof name === 'string' && session === undefined) {
      response.writeHead(404).end();
    } else if (request.method === 'DELETE' && typeof name === 'string') {
      sessions.delete(name);
      await session?.end();
      response.writeHead(204).end();
    } else if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'POST, DELETE' }).end();
    } else {
      const message = (await json(request)) as Json;
      if (session !== undefined) {
        await answerTo(message, session, response);
      } else if (message['method'] === 'initialize') {
        const id = randomUUID();
        const begun = start();
        sessions.set(id, begun);
        response.setHeader(SESSION, id);
        await answerTo(message, begun, response);
      } else if (isWhole(message)) {
        shared ??= start();
        await answerTo(message, shared, response);
      } else {
        // A process keeps the protocol version of its first message, so an invalid request gets a process of its own.
        const own = start();
        await answerTo(message, own, response);
        await own.end();
      }
    }
  };

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.writeHead(400).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    started: () => all.length,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await Promise.all(all.map((one) => one.end()));
    },
  };
}
