import type { Context } from 'hono';
import { readTraceContext } from '../../base/trace-context.js';
import { inRootSpan, type Tracer } from '../base/tracing/tracer.js';
import type { HttpEnv } from './request-context.js';

const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export const isKnownMethod = (method: string): boolean => METHODS.includes(method);

/**
 * Answers a request as a span, which continues the caller's trace. It has the route, never the path or the query:
 * both may hold secrets.
 */
export function inRequestSpan(
  tracer: Tracer | undefined,
  c: Context<HttpEnv>,
  answer: () => Promise<void>,
): Promise<void> {
  if (!tracer) return answer();
  const { method } = c.req;
  const parent = readTraceContext(c.req.header('traceparent'), c.req.header('tracestate'));
  const known = isKnownMethod(method);
  const attributes = { 'http.request.method': known ? method : '_OTHER', 'url.scheme': schemeOf(c) };
  const verb = known ? method : 'HTTP';
  return inRootSpan(tracer, verb, { kind: 'server', parent, attributes }, async (span) => {
    await answer();
    const { route, requestId, answeredWith, refusal } = c.get('context');
    const status = answeredWith ?? c.res.status;
    if (route !== null) span.rename(`${verb} ${route}`);
    span.set({
      ...(route !== null && { 'http.route': route }),
      'http.response.status_code': status,
      'postrider.request.id': requestId,
    });
    if (status >= 500) span.fail(refusal?.code ?? String(status));
  });
}

const schemeOf = ({ req }: Context<HttpEnv>): string => (req.url.startsWith('https:') ? 'https' : 'http');
