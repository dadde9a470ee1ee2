import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { API_ERRORS, PROBLEM_TYPE_PREFIX } from '../../contract/errors.js';

export type Fetch = Parameters<typeof getRequestListener>[0];

/** Answers Node's requests as `fetch` says. */
export function requestListener(fetch: Fetch): RequestListener {
  return getRequestListener(fetch, { errorHandler: unreadable, overrideGlobalObjects: false });
}

/** The answer to what is no HTTP request that could be routed: a broken address or `Host`. */
function unreadable(): Response {
  const { status, title, retryable } = API_ERRORS.malformed_request;
  const problem = {
    type: `${PROBLEM_TYPE_PREFIX}malformed_request`,
    title,
    status,
    detail: 'The address or the Host header of the request is not valid.',
    code: 'malformed_request',
    retryable,
  };
  return Response.json(problem, {
    status,
    headers: { 'Content-Type': 'application/problem+json; charset=utf-8' },
  });
}
