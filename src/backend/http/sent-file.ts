import type { Context } from 'hono';
import type { FileBodies } from '../../contract/operation.js';
import { RequestRefused } from '../operations/refusal.js';
import type { SentFile } from '../operations/sent-file.js';
import type { HttpEnv } from './request-context.js';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/i;

/** Whether the request body is JSON rather than a file. */
export function isJsonRequest(c: Context<HttpEnv>): boolean {
  return JSON_TYPE.test(typeOf(c));
}

/**
 * The request body as a file.
 *
 * @throws RequestRefused `content_type_unsupported` if the operation does not accept its type
 */
export function sentFile(c: Context<HttpEnv>, files: FileBodies, orJson: boolean): SentFile {
  const contentType = c.req.header('content-type') ?? '';
  const type = typeOf(c);
  const encoding = c.req.header('content-encoding');
  const isForm = files.multipart !== undefined && type === 'multipart/form-data';
  if (!isForm && !files.raw.some((range) => isInRange(type, range)))
    throw unsupportedType(type, files, orJson);
  if (encoding && encoding.toLowerCase() !== 'identity') {
    throw new RequestRefused(
      'content_type_unsupported',
      `This operation does not accept a body with Content-Encoding ${encoding}. Send the bytes of the file unencoded.`,
    );
  }
  const announced = c.req.header('content-length');
  return {
    contentType,
    announcedBytes: announced === undefined ? null : Number(announced),
    contentDisposition: c.req.header('content-disposition') ?? null,
    bytes: bytesOf(c),
  };
}

/** Reads Node's own stream where there is a socket: wrapping it in a web stream costs a third of the throughput. */
function bytesOf(c: Context<HttpEnv>): AsyncIterable<Uint8Array> {
  const { incoming } = c.env;
  if (incoming && 'iterator' in incoming) {
    // Keep the connection open: a reader that stops early still has to answer.
    return { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) };
  }
  return copied(c.req.raw.body);
}

/** Copies each chunk: in-process callers may reuse theirs. */
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

function unsupportedType(type: string, { multipart, raw }: FileBodies, orJson: boolean): RequestRefused {
  const ways = [
    `the bytes of a file as ${raw.join(', ')}`,
    ...(multipart ? [`a form (multipart/form-data) with the field "${multipart.field}"`] : []),
    ...(orJson ? ['JSON (application/json)'] : []),
  ];
  const what = type
    ? `This operation does not accept a body of type ${type}.`
    : 'The request has no Content-Type header.';
  return new RequestRefused('content_type_unsupported', `${what} Send ${ways.join(', or ')}.`, {
    errors: [],
  });
}
