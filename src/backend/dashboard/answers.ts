import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Exchange } from '../http/exchange.js';

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
  exchange: Exchange,
  html: JSX.Element,
  {
    status = 200,
    headers = {},
  }: { readonly status?: number; readonly headers?: Record<string, string> } = {},
): Promise<Response> {
  return new Response(await htmlText(html), { status, headers: { ...pageHeaders(exchange), ...headers } });
}

/** What rendered JSX is as text: a document where it is a whole page. */
export async function htmlText(html: JSX.Element): Promise<string> {
  // The side bar is asked for while the page is written.
  const text = String(await (await html).toString());
  return text.startsWith('<html') ? `<!doctype html>${text}` : text;
}

/** The headers of every page. */
export function pageHeaders(exchange: Exchange): Record<string, string> {
  return {
    ...exchange.headers,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': POLICY,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
  };
}

/** What a script of our own pages reads. */
export function answerToScript(exchange: Exchange, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    headers: { ...exchange.headers, 'Content-Type': 'application/json; charset=utf-8' },
  });
}

/** Sends the browser on: 303, so that reading a page again never repeats a form. */
export function goTo(
  exchange: Exchange,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(null, { status: 303, headers: { ...exchange.headers, Location: path, ...headers } });
}

/** The same for a request that a script of the page made. */
export function leadTo(exchange: Exchange, path: string): Response {
  return new Response(null, { status: 200, headers: { ...exchange.headers, 'HX-Redirect': path } });
}
