import type { Context } from 'hono';
import type { RequestRefused } from '../../operations/refusal.js';
import type { HttpEnv, RequestContext } from '../request-context.js';
import { HttpRefusal } from './http-refusal.js';

/** API answers must not be executed, framed, sniffed or cached. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/**
 * Sent at a public https URL: for a year, browsers do not try plain http, where others on the network could read along.
 * Not for subdomains, which may be other services of the operator.
 */
export const HSTS = { name: 'Strict-Transport-Security', value: 'max-age=31536000' } as const;

let answered: Response | undefined;

/**
 * Tells the server that the answer is already on the socket. Created by the first request, because the first
 * `Response` makes Node load its fetch implementation.
 */
export function alreadyAnswered(): Response {
  answered ??= new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
  return answered;
}

/**
 * Answers with JSON text. With a socket at hand it writes there directly: creating a `Response` costs as much
 * as the rest of the HTTP layer.
 */
export function jsonAnswer(c: Context<HttpEnv>, status: number, text: string): Response {
  const context = c.get('context');
  const headers = { ...context.headers, 'Content-Type': 'application/json; charset=utf-8' };
  const outgoing = c.env?.outgoing;
  if (!outgoing) return new Response(text, { status, headers });
  context.answeredWith = status;
  const ending = context.open.closing ? { Connection: 'close' } : {};
  outgoing.writeHead(status, { ...headers, ...ending, 'Content-Length': Buffer.byteLength(text) });
  outgoing.end(text);
  return alreadyAnswered();
}

/** Answers a refused request with an RFC 9457 problem document. */
export function problemAnswer(context: RequestContext, refusal: RequestRefused): Response {
  const problem = refusal.toProblem(context.requestId);
  context.refusal = problem;
  const headers: Record<string, string> = {
    ...context.headers,
    ...(refusal instanceof HttpRefusal && refusal.headers),
    'Content-Type': 'application/problem+json; charset=utf-8',
  };
  // The rest of the body was not read, so the connection cannot be reused.
  if (problem.status === 408 || problem.status === 413) headers['Connection'] = 'close';
  if (problem.retryAfterSeconds !== undefined) headers['Retry-After'] = String(problem.retryAfterSeconds);
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}
