import { isRecord } from '../../../base/is-record.js';
import type { JsonObject } from '../../../base/json.js';
import { Multipart, type WireRequest } from '../../networks/wire.js';
import type { SimulatedFile, SimulatorContext } from '../simulator.js';

/** The fields of a request, whichever way they were sent: query, form or JSON. */
export function fieldsOf({ query, body }: WireRequest): JsonObject {
  if (body instanceof URLSearchParams) return { ...query, ...Object.fromEntries(body) };
  if (body instanceof Multipart) {
    const { fields, file } = body;
    return { ...query, ...fields, [file.field]: `(${file.bytes} bytes)` };
  }
  return isRecord(body) ? { ...query, ...body } : { ...query };
}

/** Keeps the file that a request carries: as its body, or in a form. A stream is read to its end. */
export function uploadedFile({ body }: WireRequest, { files }: SimulatorContext): Promise<SimulatedFile> {
  if (body instanceof Uint8Array) return files.receive(new Blob([Uint8Array.from(body)]).stream());
  if (body instanceof Multipart) return files.receive(body.file.open());
  return files.receive(body instanceof ReadableStream ? body : new Blob([]).stream());
}

/** Which bytes of the whole a request carries, `end` not included; null: it does not say. */
export function rangeOf({ headers }: WireRequest): { start: number; end: number; total: number } | null {
  const said = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '');
  return said && { start: Number(said[1]), end: Number(said[2]) + 1, total: Number(said[3]) };
}

/** Whether a request carries a part of a file after which others are to come. */
export function isNotLast(request: WireRequest): boolean {
  const range = rangeOf(request);
  return range !== null && range.end < range.total;
}
