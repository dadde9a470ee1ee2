import type { WireResponse } from './wire.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer with a JSON body. */
export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): WireResponse {
  return { status, headers: { 'content-type': JSON_TYPE, ...headers }, body };
}

/** An answer that says everything in its status and headers. */
export function empty(status: number, headers: Readonly<Record<string, string>> = {}): WireResponse {
  return { status, headers, body: null };
}
