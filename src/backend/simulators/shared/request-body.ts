import { isRecord } from '../../../base/is-record.js';
import type { JsonObject } from '../../../base/json.js';
import { Multipart, type WireRequest } from '../../networks/wire.js';
import type { SimulatedFile, SimulatorContext } from '../simulator.js';

/** The fields of a request: from the query, the form or the JSON body. */
export function fieldsOf({ query, body }: WireRequest): JsonObject {
  if (body instanceof URLSearchParams) return { ...query, ...Object.fromEntries(body) };
  if (body instanceof Multipart) {
    const { fields, file } = body;
    return { ...query, ...fields, [file.field]: `(${file.bytes} bytes)` };
  }
  // The bytes of a file are no fields.
  return isRecord(body) && !(body instanceof Uint8Array) ? { ...query, ...body } : { ...query };
}

/** Stores the file in a request: its body, or in a form. A stream is read to the end. */
export function uploadedFile({ body }: WireRequest, { files }: SimulatorContext): Promise<SimulatedFile> {
  if (body instanceof Uint8Array) return files.receive(new Blob([Uint8Array.from(body)]).stream());
  if (body instanceof Multipart) return files.receive(body.file.open());
  return files.receive(body instanceof ReadableStream ? body : new Blob([]).stream());
}

/** The byte range in a request, `end` exclusive; null: it has none. */
export function rangeOf({ headers }: WireRequest): { start: number; end: number; total: number } | null {
  const said = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '');
  return said && { start: Number(said[1]), end: Number(said[2]) + 1, total: Number(said[3]) };
}

/** Whether a request contains a chunk of a file that is not the last. */
export function isNotLast(request: WireRequest): boolean {
  const range = rangeOf(request);
  return range !== null && range.end < range.total;
}
