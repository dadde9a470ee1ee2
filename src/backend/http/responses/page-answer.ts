import type { Context } from 'hono';
import type { HttpEnv, RequestContext } from '../request-context.js';

/** No scripts and no forms: text, our own style sheets, images and videos. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; media-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Sets the route of a page request, for the log. */
export function routed(c: Context<HttpEnv>, route: string): RequestContext {
  const context = c.get('context');
  context.route = route;
  return context;
}

/** @param html a complete page, escaped by JSX */
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

/** A style sheet whose address changes with its text. */
export function permanentStyleSheetAnswer(context: RequestContext, css: string): Response {
  return new Response(css, {
    headers: {
      ...context.headers,
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  });
}

/** An SVG image whose text depends on its address alone. */
export function drawingAnswer(context: RequestContext, svg: string): Response {
  return new Response(svg, {
    headers: {
      ...context.headers,
      'Content-Type': 'image/svg+xml',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'public, max-age=31536000, immutable',
    },
  });
}
