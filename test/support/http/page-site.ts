import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const PAGES = join(import.meta.dirname, '../../fixtures/pages');

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

/** A local website with every fixture page under its name, and responses that a test adds. */
export class PageSite {
  readonly origin: string;
  /** The requested paths, in order. */
  readonly asked: string[] = [];
  readonly #server: Server;
  readonly #answers: Map<string, Answering>;

  private constructor(server: Server, answers: Map<string, Answering>, asked: string[]) {
    this.#server = server;
    this.#answers = answers;
    this.asked = asked;
    this.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async open(): Promise<PageSite> {
    const answers = new Map<string, Answering>();
    const asked: string[] = [];
    const server = createServer((request, response) => {
      const path = request.url ?? '/';
      asked.push(path);
      const answer = answers.get(path);
      if (answer) answer(request, response);
      else servePage(path.slice(1), response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PageSite(server, answers, asked);
  }

  /** Sets the response of a path. @returns its URL */
  on(path: string, answer: Answering): string {
    this.#answers.set(path, answer);
    return `${this.origin}${path}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

/** The bytes of a fixture, and the text of its article. */
export function fixturePage(name: string): { readonly bytes: Buffer; readonly golden: string } {
  return {
    bytes: fixtureBytes(name),
    golden: readFileSync(join(PAGES, `${name}.txt`), 'utf8'),
  };
}

export function fixtureBytes(name: string): Buffer {
  return readFileSync(join(PAGES, `${name}.html`));
}

function servePage(name: string, response: ServerResponse): void {
  const known = /^[a-z-]+$/.test(name) && existsSync(join(PAGES, `${name}.html`));
  if (known) response.writeHead(200, { 'content-type': 'text/html' }).end(fixtureBytes(name));
  else response.writeHead(404).end();
}
