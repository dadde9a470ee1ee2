import type { JSX } from 'hono/jsx/jsx-runtime';
import type { RequestContext } from '../http/request-context.js';

/** Pages run only the dashboard’s own scripts and talk only to this server. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A page or a fragment. JSX has escaped its text. */
export async function htmlResponse(
  context: RequestContext,
  html: JSX.Element,
  {
    status = 200,
    headers = {},
  }: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  return new Response(await renderHtml(html), { status, headers: { ...pageHeaders(context), ...headers } });
}

/** Renders JSX to text; a whole page gets its doctype. */
export async function renderHtml(html: JSX.Element): Promise<string> {
  // The sidebar reads its counts while it renders.
  const text = String(await (await html).toString());
  return text.startsWith('<html') ? `<!doctype html>${text}` : text;
}

/** The headers that every page has. */
export function pageHeaders(context: RequestContext): Record<string, string> {
  return {
    ...context.headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
  };
}

/** JSON for a script of the dashboard. */
export function jsonResponse(context: RequestContext, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    headers: { ...context.headers, 'Content-Type': 'application/json; charset=utf-8' },
  });
}

/** Redirects with 303, so that reloading the next page does not send the form again. */
export function redirect(
  context: RequestContext,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(null, { status: 303, headers: { ...context.headers, Location: path, ...headers } });
}

/** Redirects the page whose script sent the request. */
export function redirectScript(context: RequestContext, path: string): Response {
  return new Response(null, { status: 200, headers: { ...context.headers, 'HX-Redirect': path } });
}
