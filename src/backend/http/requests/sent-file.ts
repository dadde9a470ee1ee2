import type { Context } from 'hono';
import type { FileBodies } from '../../../contract/operation.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { SentFile } from '../../operations/sent-file.js';
import type { HttpEnv } from '../request-context.js';
import { type FormToken, formFiles } from './form-files.js';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/i;

/** Whether to read the body of a request as JSON, rather than as a file. */
export function isJsonRequest(c: Context<HttpEnv>): boolean {
  return JSON_TYPE.test(typeOf(c));
}

/** Whether the body of a request is a form that can have files. */
export function isFormOfFiles(c: Context<HttpEnv>): boolean {
  return typeOf(c) === 'multipart/form-data';
}

interface SentFileOptions {
  /** Whether the operation also accepts JSON. */
  readonly orJson?: boolean;
  /** What a form must begin with. */
  readonly token?: FormToken | null;
}

/**
 * The request body as a file.
 *
 * @throws RequestRefused `content_type_unsupported` if the operation does not accept its type
 */
export function sentFile(
  c: Context<HttpEnv>,
  files: FileBodies,
  { orJson = false, token = null }: SentFileOptions = {},
): SentFile {
  const contentType = c.req.header('content-type') ?? '';
  const type = typeOf(c);
  const encoding = c.req.header('content-encoding');
  const isForm = isFormOfFiles(c);
  if (!(isForm && files.multipart) && !files.raw.some((range) => isInRange(type, range))) {
    throw unsupportedType(type, files, orJson);
  }
  if (encoding && encoding.toLowerCase() !== 'identity') {
    throw new RequestRefused(
      'content_type_unsupported',
      `This operation does not accept a body with Content-Encoding ${encoding}. Send the bytes of the file unencoded.`,
    );
  }
  const length = c.req.header('content-length');
  return {
    declaredBytes: length === undefined ? null : Number(length),
    filename: dispositionName(c.req.header('content-disposition')),
    bytes: bytesOf(c),
    parseForm: isForm ? (bytes, maxBytes) => formFiles(contentType, bytes, maxBytes, token) : null,
  };
}

/** Reads Node’s own stream where there is a socket: a web stream around it costs a third of the throughput. */
function bytesOf(c: Context<HttpEnv>): AsyncIterable<Uint8Array> {
  const { incoming } = c.env;
  if (incoming && 'iterator' in incoming) {
    // The connection is needed for the response, even if the reader stops early.
    return { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) };
  }
  return copied(c.req.raw.body);
}

/** A sender in this process may reuse its chunks. */
async function* copied(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of body ?? []) yield Uint8Array.from(chunk);
}

function typeOf(c: Context<HttpEnv>): string {
  return (c.req.header('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function isInRange(type: string, range: string): boolean {
  if (range === '*/*') return true;
  return range.endsWith('/*') ? type.startsWith(range.slice(0, -1)) : type === range;
}

/** The name in a `Content-Disposition` header (RFC 6266): `filename*` takes precedence over `filename`. */
function dispositionName(header: string | undefined): string | null {
  if (header === undefined) return null;
  const [, encoded] = /;\s*filename\*\s*=\s*utf-8'[\w-]*'([^;\s]+)/i.exec(header) ?? [];
  if (encoded !== undefined) {
    try {
      return decodeURIComponent(encoded);
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
    }
  }
  const [, quoted, bare] = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header) ?? [];
  return quoted?.replace(/\\(.)/g, '$1') ?? bare ?? null;
}

function unsupportedType(type: string, { multipart, raw }: FileBodies, orJson: boolean): RequestRefused {
  const accepted = [
    `the bytes of a file as ${raw.join(', ')}`,
    ...(multipart ? [`a form (multipart/form-data) with the field "${multipart.field}"`] : []),
    ...(orJson ? ['JSON (application/json)'] : []),
  ];
  const problem = type
    ? `This operation does not accept a body of type ${type}.`
    : 'The request has no Content-Type header.';
  return new RequestRefused('content_type_unsupported', `${problem} Send ${accepted.join(', or ')}.`, {
    errors: [],
  });
}
