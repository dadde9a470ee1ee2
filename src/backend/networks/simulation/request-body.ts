import { isObject, type JsonObject } from '../json-answer.js';
import type { WireRequest } from '../wire.js';

/** The fields of a request, whichever way they were sent: query, form or JSON. */
export function fieldsOf({ query, body }: WireRequest): JsonObject {
  if (body instanceof URLSearchParams) return { ...query, ...Object.fromEntries(body) };
  if (body instanceof FormData) {
    const named: Record<string, unknown> = { ...query };
    for (const [name, value] of body)
      named[name] = typeof value === 'string' ? value : `(${value.size} bytes)`;
    return named;
  }
  return isObject(body) ? { ...query, ...body } : { ...query };
}

/** How many bytes were uploaded; a stream is read to its end. */
export async function uploadedBytes({ body }: WireRequest): Promise<number> {
  if (body instanceof Uint8Array) return body.byteLength;
  if (body instanceof Blob) return body.size;
  if (!(body instanceof ReadableStream)) return 0;
  let total = 0;
  for await (const chunk of body) total += (chunk as Uint8Array).byteLength;
  return total;
}
