import { inSpan } from '../base/tracing/tracer.js';
import { ConnectionFailed, type Wire, type WireRequest } from './wire.js';

/** A wire whose requests are spans. Networks get no `traceparent`: our traces are none of their business. */
export function tracedWire(wire: Wire): Wire {
  return {
    get origin() {
      return wire.origin;
    },
    get webUrl() {
      return wire.webUrl;
    },
    send: (request, signal) => {
      const { host, route } = placeOf(wire.origin, request);
      const attributes = {
        'http.request.method': request.method,
        'server.address': host,
        ...(route !== null && { 'url.template': route }),
        'postrider.irreversible': request.irreversible === true,
      };
      const name = route === null ? request.method : `${request.method} ${route}`;
      return inSpan(name, { kind: 'client', attributes }, async (span) => {
        try {
          const answer = await wire.send(request, signal);
          span.set({ 'http.response.status_code': answer.status });
          if (answer.status >= 400) span.fail(String(answer.status));
          return answer;
        } catch (error) {
          if (error instanceof ConnectionFailed) {
            span.fail(error.reason);
            span.set({ 'postrider.request.sent': error.sent });
          }
          throw error;
        }
      });
    },
  };
}

/** A version, such as `v23.0` or X's `2`. */
const VERSION_SEGMENT = /^v?\d{1,2}(?:\.\d{1,2})?$/;
/** Words as networks write them: `createRecord`, `access_token`, `com.atproto.server`. Everything else may be an id. */
const WORDS = /^[a-z]+(?:[A-Z][a-z]+)*(?:[._-][a-z]+(?:[A-Z][a-z]+)*)*$/;
const MAX_SEGMENTS = 12;

/**
 * The host of a request and its path without ids. The path of a URL that the network has named, such as that of an
 * upload, may be a secret.
 */
function placeOf(
  origin: string,
  { path }: WireRequest,
): { readonly host: string; readonly route: string | null } {
  const address = path.startsWith('/') ? `${origin}${path}` : path;
  if (!URL.canParse(address)) return { host: 'unknown', route: null };
  const url = new URL(address);
  if (url.origin !== new URL(origin).origin) return { host: url.hostname, route: null };
  const segments = url.pathname.split('/').slice(1, MAX_SEGMENTS).map(withoutId);
  return { host: url.hostname, route: `/${segments.join('/')}` };
}

function withoutId(segment: string): string {
  return segment === '' || VERSION_SEGMENT.test(segment) || WORDS.test(segment) ? segment : '{id}';
}
