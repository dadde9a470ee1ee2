import { PostriderClient } from '../../client/client.js';
import { fetchTransport } from '../../client/fetch-transport.js';
import { createHttpToolServer, type HttpToolServer } from '../../mcp/server/http.js';
import { VERSION } from '../../version.js';
import type { Caller } from '../operations/call.js';

/** What the endpoint is made of. */
export interface EndpointOptions {
  /** Where people reach this backend, without a slash at the end. */
  readonly publicUrl: string;
  /** Answers a request to the API of this backend, in this process. */
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
   * @param request whose key, `Host` and `Origin` have been checked
   * @param key the whole key, which the requests to the API carry on
   * @param requestId under which those requests are logged
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

/** No request to it leaves the process; the name is one that the backend always answers to. */
const IN_PROCESS = 'http://127.0.0.1';
