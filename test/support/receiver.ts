import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The body, read. */
  readonly event: { readonly id: string; readonly type: string; readonly data: Record<string, unknown> };
}

/** A receiver of webhooks on a free port, which answers as it is told. */
export class Receiver {
  readonly received: Received[] = [];
  /** How it answers: a status, or whatever is to be done with the response. */
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

  /** Waits until it has received so many. */
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

/** What a receiver checks, with the library of the specification. @throws where the signature is not right */
export function verified(secret: string, { body, headers }: Pick<Received, 'body' | 'headers'>): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}
