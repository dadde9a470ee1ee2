import type { JSX } from 'hono/jsx/jsx-runtime';
import type { RequestContext } from '../http/request-context.js';

/** Pages run our own scripts and nothing else, and speak with this server alone. */
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

/** A page, or a piece of one: HTML that rendered JSX has escaped. */
export async function htmlAnswer(
  context: RequestContext,
  html: JSX.Element,
  {
    status = 200,
    headers = {},
  }: { readonly status?: number; readonly headers?: Record<string, string> } = {},
): Promise<Response> {
  return new Response(await htmlText(html), { status, headers: { ...pageHeaders(context), ...headers } });
}

/** What rendered JSX is as text: a document where it is a whole page. */
export async function htmlText(html: JSX.Element): Promise<string> {
  // The side bar is asked for while the page is written.
  const text = String(await (await html).toString());
  return text.startsWith('<html') ? `<!doctype html>${text}` : text;
}

/** The headers of every page. */
export function pageHeaders(context: RequestContext): Record<string, string> {
  return {
    ...context.headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
  };
}

/** What a script of our own pages reads. */
export function answerToScript(context: RequestContext, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    headers: { ...context.headers, 'Content-Type': 'application/json; charset=utf-8' },
  });
}

/** Sends the browser on: 303, so that reading a page again never repeats a form. */
export function goTo(
  context: RequestContext,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(null, { status: 303, headers: { ...context.headers, Location: path, ...headers } });
}

/** The same for a request that a script of the page made. */
export function leadTo(context: RequestContext, path: string): Response {
  return new Response(null, { status: 200, headers: { ...context.headers, 'HX-Redirect': path } });
}
