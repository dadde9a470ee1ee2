import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { buffer } from 'node:stream/consumers';

/** How an answer gets lost, written in the text of the post: `[lost before]`. */
export const LOSSES = ['lost before', 'lost after', '502 after'] as const;
type Loss = (typeof LOSSES)[number];

/**
 * Stands before a server. The first request that publishes a text with `[<loss>]` in it meets that loss; every later one
 * and everything else goes through, unless the test says otherwise.
 */
export class BreakingProxy {
  readonly #target: string;
  readonly #publishes: (request: IncomingMessage) => boolean;
  readonly #broken = new Set<string>();
  readonly #server: Server;
  /** Whether the server is away: every connection is cut, and nothing passes. */
  isAway = false;
  /** Whether the server goes away with the next loss. */
  goesAwayWithLoss = false;
  /** How the next irreversible request is lost, whatever its text; null: by its text. */
  nextLoss: Loss | null = null;

  private constructor(target: string, publishes: (request: IncomingMessage) => boolean) {
    this.#target = target;
    this.#publishes = publishes;
    this.#server = createServer((request, response) => {
      this.#pass(request, response).catch(() => request.socket.destroy());
    });
  }

  /** @param publishes which requests are the irreversible ones */
  static async before(
    target: string,
    publishes: (request: IncomingMessage) => boolean,
  ): Promise<BreakingProxy> {
    const proxy = new BreakingProxy(target, publishes);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get origin(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  /** How many answers were lost. */
  get losses(): number {
    return this.#broken.size;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    if (this.isAway) {
      request.socket.destroy();
      return;
    }
    const breaks = this.#publishes(request) ? this.#lossOf(body.toString('utf8')) : null;
    if (breaks && this.goesAwayWithLoss) this.isAway = true;
    if (breaks === 'lost before') {
      request.socket.destroy();
      return;
    }
    const answer = await this.#forward(request, body);
    const received = await buffer(answer);
    if (breaks === 'lost after') {
      request.socket.destroy();
      return;
    }
    if (breaks === '502 after') {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
      return;
    }
    response.writeHead(answer.statusCode ?? 500, answer.headers).end(received);
  }

  #lossOf(text: string): Loss | null {
    const { nextLoss } = this;
    if (nextLoss) {
      this.nextLoss = null;
      return nextLoss;
    }
    const loss = LOSSES.find((one) => text.includes(`[${one}]`));
    const key = /"(?:text|status)":"([^"]*)"/.exec(text)?.[1] ?? '';
    if (loss === undefined || this.#broken.has(key)) return null;
    this.#broken.add(key);
    return loss;
  }

  #forward(request: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { method = 'GET', url = '/', headers } = request;
    return new Promise((resolve, reject) => {
      const target = new URL(url, this.#target);
      const sent = httpRequest(
        target,
        { method, headers: { ...headers, host: target.host, 'content-length': body.length }, agent: false },
        resolve,
      );
      sent.on('error', reject).end(body);
    });
  }
}
