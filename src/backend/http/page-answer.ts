import type { Context } from 'hono';
import type { HttpEnv, RequestContext } from './request-context.js';

/** Pages run nothing and send nothing: they show text, our own style sheets, images and videos. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Begins the context of a page: names the route for the log. */
export function routed(c: Context<HttpEnv>, route: string): RequestContext {
  const context = c.get('context');
  context.route = route;
  return context;
}

/** A whole page: HTML that rendered JSX has escaped. */
export async function pageAnswer(
  context: RequestContext,
  status: number,
  html: Promise<string>,
): Promise<Response> {
  return new Response(await html, {
    status,
    headers: {
      ...context.headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': PAGE_POLICY,
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
  });
}

export function styleSheetAnswer(context: RequestContext, css: string): Response {
  return new Response(css, {
    headers: { ...context.headers, 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}
