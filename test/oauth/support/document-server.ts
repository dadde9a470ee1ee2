import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Served {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Serves the documents of clients, and counts who reads them. */
export class DocumentServer {
  readonly origin: string;
  /** The paths that were read, in order. */
  readonly reads: string[] = [];
  readonly #documents = new Map<string, Served>();
  readonly #close: () => Promise<void>;

  private constructor(port: number, close: () => Promise<void>) {
    this.origin = `http://127.0.0.1:${port}`;
    this.#close = close;
  }

  static async start(): Promise<DocumentServer> {
    let answering: DocumentServer | undefined;
    const server = createServer((request, response) => {
      const path = request.url ?? '';
      const served = answering?.serve(path);
      const body = typeof served?.body === 'string' ? served.body : JSON.stringify(served?.body ?? {});
      response.writeHead(served ? (served.status ?? 200) : 404, { ...served?.headers }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
    answering = new DocumentServer((server.address() as AddressInfo).port, close);
    return answering;
  }

  serve(path: string): Served | undefined {
    this.reads.push(path);
    return this.#documents.get(path);
  }

  /** @returns its address */
  put(path: string, served: Served): string {
    this.#documents.set(path, served);
    return `${this.origin}${path}`;
  }

  /** The document of a client, at an address of its own. @returns its id */
  client(path: string, metadata: Readonly<Record<string, unknown>>): string {
    const id = `${this.origin}${path}`;
    return this.put(path, { body: { client_id: id, client_name: 'Documented', ...metadata } });
  }

  close(): Promise<void> {
    return this.#close();
  }
}
