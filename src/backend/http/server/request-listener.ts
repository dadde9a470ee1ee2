import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { API_ERRORS, PROBLEM_TYPE_PREFIX } from '../../../contract/errors.js';

export type Fetch = Parameters<typeof getRequestListener>[0];

/** Adapts Node's requests to `fetch`. */
export function requestListener(fetch: Fetch): RequestListener {
  return getRequestListener(fetch, { errorHandler: unroutable, overrideGlobalObjects: false });
}

/** The answer to a request that cannot be routed: its URL or Host header is invalid. */
function unroutable(): Response {
  const { status, title, retryable } = API_ERRORS.malformed_request;
  const problem = {
    type: `${PROBLEM_TYPE_PREFIX}malformed_request`,
    title,
    status,
    detail: 'The URL or the Host header of the request is invalid.',
    code: 'malformed_request',
    retryable,
  };
  return Response.json(problem, {
    status,
    headers: { 'Content-Type': 'application/problem+json; charset=utf-8' },
  });
}
