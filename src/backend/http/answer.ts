import type { Context } from 'hono';
import type { RequestRefused } from '../operations/refusal.js';
import type { HttpEnv, RequestContext } from './request-context.js';

/** Nothing in an answer of the API is to be run, framed, guessed at or kept. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

let answered: Response | undefined;

/**
 * Stands for an answer that was given to the connection already: the server adds nothing to it. It is made by the
 * first request: naming the class has Node load it.
 */
export function alreadyAnswered(): Response {
  answered ??= new Response(null, { headers: { 'x-hono-already-sent': 'true' } });
  return answered;
}

/**
 * The answer, already written as JSON text. Where there is a connection, it is given to it at once: a `Response` on
 * the way there takes as long as all else that is done about HTTP.
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

/** The answer to a request that is refused: an RFC 9457 problem document. */
export function problemAnswer(context: RequestContext, refusal: RequestRefused): Response {
  const problem = refusal.toProblem(context.requestId);
  context.refusal = problem;
  const headers: Record<string, string> = {
    ...context.headers,
    ...refusal.headers,
    'Content-Type': 'application/problem+json; charset=utf-8',
  };
  if (problem.retryAfterSeconds !== undefined) headers['Retry-After'] = String(problem.retryAfterSeconds);
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}
