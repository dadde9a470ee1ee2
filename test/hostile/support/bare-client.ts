import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface BareRequest {
  readonly method?: string;
  /** Sent as it is: nothing tidies it up. */
  readonly path: string;
  /** Pairs of name and value. A name can appear twice. */
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string | Uint8Array;
}

export interface BareAnswer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** A client that sends what it is told, where `fetch` would refuse or correct it. */
export class BareClient {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });

  constructor(port: number) {
    this.#port = port;
  }

  send({ method = 'GET', path, headers = [], body }: BareRequest): Promise<BareAnswer> {
    const names = new Set(headers.map(([name]) => name.toLowerCase()));
    const all = [
      ...(names.has('host') ? [] : [['host', `127.0.0.1:${this.#port}`] as const]),
      ...headers,
      ...(body === undefined ? [] : [['content-length', String(Buffer.byteLength(body))] as const]),
    ];
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          ...{ host: '127.0.0.1', port: this.#port, agent: this.#agent },
          ...{ method, path, headers: all.flat() },
        },
        (answer) => {
          text(answer).then(
            (read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }),
            reject,
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
