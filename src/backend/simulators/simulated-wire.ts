import { ConnectionFailed, type Wire, type WireRequest } from '../networks/wire.js';
import type { NetworkSimulator, SimulatorContext } from './simulator.js';

/**
 * The body as it arrives: JSON is serialized and parsed; forms, bytes and streams are passed on. As over HTTP, a stream
 * needs its length.
 */
function carried(request: WireRequest): WireRequest {
  const { body, headers } = request;
  if (body instanceof ReadableStream && headers['content-length'] === undefined) {
    throw new TypeError('A streamed body needs a content-length header.');
  }
  const isPlain =
    typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype;
  return isPlain ? { ...request, body: JSON.parse(JSON.stringify(body)) } : request;
}

/**
 * A wire to a simulated network in this process. As with a real one, aborting does not cancel a request that was
 * sent: the network still acts on it.
 */
export function simulatedWire(simulator: NetworkSimulator, context: SimulatorContext): Wire {
  return {
    origin: simulator.origin,
    webUrl: context.webUrl,
    send(request, signal) {
      if (signal.aborted) return Promise.reject(new ConnectionFailed('timeout', false));
      return new Promise((resolve, reject) => {
        const abandon = () => reject(new ConnectionFailed('timeout', true));
        signal.addEventListener('abort', abandon, { once: true });
        simulator
          .answer(carried(request), context)
          .then(resolve, reject)
          .finally(() => signal.removeEventListener('abort', abandon));
      });
    },
  };
}
