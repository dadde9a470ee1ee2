import type { Wire } from '../wire.js';
import type { HttpWireOptions } from './wire-options.js';

export type { HttpWireOptions } from './wire-options.js';

/**
 * A wire to a real network. The first request loads what sends it.
 *
 * @example const wire = httpWire({ origin: 'https://mastodon.social', webUrl: 'https://mastodon.social', … })
 */
export function httpWire(options: HttpWireOptions): Wire & { readonly origin: string } {
  const own = new Set<string>();
  return {
    origin: new URL(options.origin).origin,
    webUrl: options.webUrl,
    send: async (request, signal) => {
      const { sendRequest } = await import('./send-request.js');
      return sendRequest(options, request, signal, own);
    },
  };
}
