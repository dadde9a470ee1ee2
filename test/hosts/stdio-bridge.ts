import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { json } from 'node:stream/consumers';

type Json = Readonly<Record<string, unknown>>;

/** Streamable HTTP in front and server processes behind, for programs that speak HTTP alone. */
export interface StdioBridge {
  readonly url: string;
  /** How many processes were started. */
  readonly started: () => number;
  /** Ends all processes. */
  close(): Promise<void>;
}

interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** The header that names a session of the older protocol. */
const SESSION = 'mcp-session-id';

/** A page in a browser that got here by a name of its own is not let in. */
const OWN_HOST = /^(127\.0\.0\.1|localhost)(:\d+)?$/;

const NEWLINE = '\n';

/** Where a request of the newer protocol says which one it speaks, and the one that is spoken here. */
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const VERSION = '2026-07-28';

/** Whether a request of the newer protocol carries what tells it from the older. */
function isWhole({ params }: Json): boolean {
  const meta = typeof params === 'object' && params !== null && '_meta' in params ? params._meta : undefined;
  return typeof meta === 'object' && meta !== null && VERSION_KEY in meta && meta[VERSION_KEY] === VERSION;
}

/** Written when a request is given up. */
const cancelled = (requestId: number): Json => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

/** One server process. Messages go through as they are; only the ids of requests are its own. */
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
      // Requests of the server's own are for scenarios with tools that a product has not.
      if (typeof message['id'] === 'number' && !('method' in message))
        this.#waiting.get(message['id'])?.(message);
    });
  }

  tell(message: Json): void {
    this.#child.stdin.write(JSON.stringify(message) + NEWLINE);
  }

  /** The answer to a request; none where it was given up. */
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

  /** As a host ends it: by the end of stdin. */
  async end(): Promise<void> {
    this.#child.stdin.end();
    await this.#ended;
  }
}

/**
 * One process for each session of the older protocol, and one for all sound requests of the newer, which has no
 * sessions. What is about HTTP alone (headers, streams) is not the server's over stdio, and is not here.
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
        // A process speaks one protocol from its first message on: what may be wrong spoils none for others.
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
