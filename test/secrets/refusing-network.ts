import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NETWORKS } from '../../src/backend/networks/registry.js';
import { APP_PLATFORMS, appOf } from '../../src/networks/access.js';

/** Stands for every network that demands an app, and refuses what it is asked. */
export class RefusingNetwork {
  /** The bodies and authorizations that it has received. */
  readonly received: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const body = (await request.toArray()).join('');
      this.received.push(`${request.headers.authorization ?? ''} ${body}`);
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: 'invalid_client', error_description: 'The app is refused.' }));
    });
  }

  static async start(): Promise<RefusingNetwork> {
    const network = new RefusingNetwork();
    await new Promise<void>((resolve) => network.#server.listen(0, '127.0.0.1', resolve));
    return network;
  }

  /** Leads the requests to all networks here. */
  get reroute(): Readonly<Record<string, string>> {
    const { port } = this.#server.address() as AddressInfo;
    const urls = APP_PLATFORMS.flatMap((platform) => {
      const access = appOf(platform);
      const { api } = NETWORKS[platform].hosts;
      return access === null
        ? []
        : [access.authorizeUrl, access.tokenUrl, access.revokeUrl ?? api, access.sandbox?.origin ?? api, api];
    });
    const origins = urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).origin] : []));
    return Object.fromEntries(origins.map((origin) => [origin, `http://127.0.0.1:${port}`]));
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
