import type { IncomingMessage, RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { type UnreadableDependencies, unreadableAnswer } from './unreadable-request.js';

export type Fetch = Parameters<typeof getRequestListener>[0];

/** Adapts Node's requests to `fetch`. */
export function requestListener(fetch: Fetch, dependencies: UnreadableDependencies): RequestListener {
  /** The request cannot be routed. */
  const errorHandler = (): Response => {
    const detail = 'The URL or the Host header of the request is invalid.';
    const { status, headers, text } = unreadableAnswer(dependencies, detail);
    return new Response(text, { status, headers });
  };
  const listener = getRequestListener(fetch, { errorHandler, overrideGlobalObjects: false });
  return (incoming, outgoing) => {
    const detail = unreadableIn(incoming);
    if (detail === null) {
      void listener(incoming, outgoing);
      return;
    }
    const { status, headers, text } = unreadableAnswer(dependencies, detail);
    outgoing.writeHead(status, { ...headers, Connection: 'close' }).end(text);
  };
}

function unreadableIn({ httpVersionMajor, httpVersion, headers }: IncomingMessage): string | null {
  // Node also reads HTTP/0.9 and HTTP/2.0 in a request line, as if they were HTTP/1.
  if (httpVersionMajor !== 1) return `This server speaks HTTP/1.1, not HTTP/${httpVersion}.`;
  return headers.host === undefined
    ? 'The request has no Host header. Send one with the name of this server, such as `Host: localhost`.'
    : null;
}
