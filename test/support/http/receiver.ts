import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The parsed body. */
  readonly event: { readonly id: string; readonly type: string; readonly data: Record<string, unknown> };
}

/** A webhook receiver on a free port, with configurable responses. */
export class Receiver {
  readonly received: Received[] = [];
  /** The response: a status, or a function that handles the request. */
  answers: number | ((response: ServerResponse, received: Received) => void) = 204;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Receiver> {
    const server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => {
        body += chunk;
      });
      request.on('end', () => {
        const one = { path: request.url ?? '', headers: request.headers, body, event: JSON.parse(body) };
        receiver.received.push(one);
        if (typeof receiver.answers === 'number') response.writeHead(receiver.answers).end();
        else receiver.answers(response, one);
      });
    });
    const receiver = new Receiver(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get origin(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  }

  get types(): string[] {
    return this.received.map(({ event }) => event.type);
  }

  /** Waits until it has received this many deliveries. */
  async has(count: number, withinMs = 5_000): Promise<readonly Received[]> {
    const giveUpAt = performance.now() + withinMs;
    while (this.received.length < count && performance.now() < giveUpAt) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return this.received;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Verifies a delivery with the library of the specification. @throws if the signature is invalid */
export function verified(secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}
