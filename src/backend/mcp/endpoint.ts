import { PostriderClient } from '../../client/client.js';
import { fetchTransport } from '../../client/transport/fetch-transport.js';
import { createHttpToolServer, type HttpToolServer } from '../../mcp/server/http.js';
import { VERSION } from '../../version.js';
import type { Caller } from '../operations/call.js';

/** The dependencies of the endpoint. */
export interface EndpointOptions {
  /** This backend's public URL, without a trailing slash. */
  readonly publicUrl: string;
  /** Answers a request to this backend's API, in this process. */
  readonly api: (request: Request) => Response | Promise<Response>;
  readonly maxBodyBytes: number;
  readonly onUnexpectedError: (error: unknown) => void;
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
   * @param request its key, `Host` and `Origin` were already checked
   * @param key the whole key, for the requests to the API
   * @param requestId the id under which those requests are logged
   */
  answer(request: Request, { key: { id, scopes, policy } }: Caller, key: string, requestId: string) {
    const client = new PostriderClient({
      apiKey: key,
      baseUrl: IN_PROCESS,
      transport: fetchTransport((sent) => {
        sent.headers.set('x-request-id', requestId);
        return this.#options.api(sent);
      }),
      userAgent: `postrider-mcp/${VERSION}`,
    });
    return this.#server.answer(request, { keyId: id, key, scopes: [...scopes], policy, client });
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}

/** Requests never leave the process. The backend always accepts this host name. */
const IN_PROCESS = 'http://127.0.0.1';
