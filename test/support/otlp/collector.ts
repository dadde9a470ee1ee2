import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { otlpFaults } from './otlp-message.js';

/** A span as a collector has read it, with its attributes as a record. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly flags: number;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status?: { readonly code: number };
  readonly facts: Readonly<Record<string, unknown>>;
}

interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
type Wired = Omit<ReceivedSpan, 'facts'> & { readonly attributes: readonly KeyValue[] };
interface Body {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly { readonly spans: readonly Wired[] }[];
  }[];
}

/** An OTLP/HTTP receiver on loopback that accepts only what the protocol describes. */
export class Collector {
  readonly url: string;
  readonly requests: ReceivedRequest[] = [];
  readonly spans: ReceivedSpan[] = [];
  /** What of the requests was not as the protocol describes it. */
  readonly faults: string[] = [];
  resource: Readonly<Record<string, unknown>> = {};
  /** Answers a valid request; by default as a collector does that has accepted all. */
  respond: (response: ServerResponse) => void = (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  readonly #close: () => Promise<void>;

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url;
    this.#close = close;
  }

  static async start(): Promise<Collector> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const collector = new Collector(`http://127.0.0.1:${port}`, async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    });
    server.on('request', async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const text = Buffer.concat(chunks).toString('utf8');
      collector.#receive({ path: request.url ?? '', headers: request.headers, text });
      collector.respond(response);
    });
    return collector;
  }

  #receive(request: ReceivedRequest): void {
    this.requests.push(request);
    if (request.headers['content-type'] !== 'application/json') this.faults.push('not application/json');
    const body: unknown = JSON.parse(request.text);
    const faults = otlpFaults(body);
    this.faults.push(...faults);
    if (faults.length > 0) return;
    for (const { resource, scopeSpans } of (body as Body).resourceSpans) {
      this.resource = factsOf(resource.attributes);
      for (const { spans } of scopeSpans) {
        this.spans.push(...spans.map(({ attributes, ...span }) => ({ ...span, facts: factsOf(attributes) })));
      }
    }
  }

  close(): Promise<void> {
    return this.#close();
  }
}

function factsOf(attributes: readonly KeyValue[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      'intValue' in value ? Number(value['intValue']) : Object.values(value)[0],
    ]),
  );
}
