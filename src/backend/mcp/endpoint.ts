import { isRecord } from '../../base/is-record.js';
import { traceHeadersOf } from '../../base/trace-context.js';
import { PostriderClient } from '../../client/client.js';
import { fetchTransport } from '../../client/transport/fetch-transport.js';
import { createHttpToolServer, type HttpToolServer } from '../../mcp/server/http.js';
import type { AroundCall } from '../../mcp/server/settings.js';
import { VERSION } from '../../version.js';
import type { Span } from '../base/tracing/span.js';
import { currentContext, type Tracer } from '../base/tracing/tracer.js';
import { newSecret } from '../domain/access/secrets.js';
import type { HandedCaller } from '../http/request-context.js';

/** The dependencies of the endpoint. */
export interface EndpointOptions {
  /** This backend's public URL, without a trailing slash. */
  readonly publicUrl: string;
  /** Answers a request of a caller to this backend's API, in this process. */
  readonly api: (request: Request, handed: HandedCaller) => Response | Promise<Response>;
  readonly maxBodyBytes: number;
  readonly onUnexpectedError: (error: unknown) => void;
  readonly tracer?: Tracer | undefined;
}

/** The tool server over this backend's own API. */
export class Endpoint {
  readonly #server: HttpToolServer;
  readonly #options: EndpointOptions;

  constructor(options: EndpointOptions) {
    const { publicUrl, maxBodyBytes, onUnexpectedError } = options;
    this.#options = options;
    this.#server = createHttpToolServer({ url: `${publicUrl}/mcp`, maxBodyBytes, onUnexpectedError });
  }

  /**
   * @param request its credentials, `Host` and `Origin` were already checked
   * @param handed the caller, for the requests to the API: they carry no credentials, and ask again whether it still may
   * @param requestId the id under which those requests are logged
   */
  answer(request: Request, handed: HandedCaller, requestId: string) {
    const { id, scopes, policy } = handed.caller.key;
    const client = new PostriderClient({
      apiKey: NO_KEY,
      baseUrl: IN_PROCESS,
      transport: fetchTransport((sent) => {
        sent.headers.set('x-request-id', requestId);
        sent.headers.delete('authorization');
        for (const [name, value] of Object.entries(traceHeadersOf(currentContext())))
          sent.headers.set(name, value);
        return this.#options.api(sent, handed);
      }),
      userAgent: `postrider-mcp/${VERSION}`,
    });
    return this.#server.answer(request, {
      keyId: id,
      secret: handed.secret,
      scopes: [...scopes],
      policy,
      client,
      aroundCall: this.#aroundCall(),
    });
  }

  /**
   * Records each tool call of a request. Its parent is what the client names in the call; the request that carried it is
   * linked then (OpenTelemetry's conventions for MCP).
   */
  #aroundCall(): AroundCall | undefined {
    const { tracer } = this.#options;
    if (!tracer) return undefined;
    const carrier = currentContext();
    return ({ tool, caller }, run) => {
      const attributes = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': tool };
      const options = { kind: 'server', attributes } as const;
      const name = `tools/call ${tool}`;
      const recorded = async (span: Span): Promise<Awaited<ReturnType<typeof run>>> => {
        const result = await run();
        if (isRecord(result) && result['isError'] === true) span.fail('tool_error');
        return result;
      };
      if (caller === null && carrier) return tracer.child(carrier, name, options, recorded);
      return tracer.root(name, { ...options, parent: caller }, (span) => {
        if (carrier) span.link(carrier);
        return recorded(span);
      });
    };
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}

/** The client needs some key, and removes it from every text: this one is in none. */
const NO_KEY = newSecret();

/** Requests never leave the process. The backend always accepts this host name. */
const IN_PROCESS = 'http://127.0.0.1';
