import type { WireResponse } from './wire.js';

const JSON_TYPE = 'application/json; charset=utf-8';

/** A response with a JSON body. */
export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): WireResponse {
  return { status, headers: { 'content-type': JSON_TYPE, ...headers }, body };
}

/** A response without a body. */
export function empty(status: number, headers: Readonly<Record<string, string>> = {}): WireResponse {
  return { status, headers, body: null };
}
