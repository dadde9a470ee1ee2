import type { Exchange } from './exchange.js';
import type { RequestRefused } from './refusal.js';

/** Nothing in an answer of the API is to be run, framed, guessed at or kept. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** The answer, already written as JSON text. */
export function jsonAnswer(exchange: Exchange, status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: { ...exchange.headers, 'Content-Type': 'application/json; charset=utf-8' },
  });
}

/** The answer to a request that is refused: an RFC 9457 problem document. */
export function problemAnswer(exchange: Exchange, refusal: RequestRefused): Response {
  const problem = refusal.toProblem(exchange.requestId);
  exchange.refusal = problem;
  const headers: Record<string, string> = {
    ...exchange.headers,
    ...refusal.headers,
    'Content-Type': 'application/problem+json; charset=utf-8',
  };
  if (problem.retryAfterSeconds !== undefined) headers['Retry-After'] = String(problem.retryAfterSeconds);
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}
