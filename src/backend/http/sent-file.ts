import type { Context } from 'hono';
import type { FileBodies } from '../../contract/operation.js';
import { RequestRefused } from '../operations/refusal.js';
import type { HttpEnv } from './request-context.js';

/** A body that is handed on as it comes: the bytes of a file, or a form with files. */
export interface SentFile {
  /** As sent, with its parameters; empty where there is none. */
  readonly contentType: string;
  /** Bytes as announced; null where the request does not say. */
  readonly announcedBytes: number | null;
  readonly contentDisposition: string | null;
  /** To be read once, each chunk the reader's. Reading throws where the connection ends too early. */
  readonly bytes: AsyncIterable<Uint8Array>;
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/i;

/** Whether a request's body is to be read as JSON, or is a file that the operation takes. */
export function isJsonRequest(c: Context<HttpEnv>): boolean {
  return JSON_TYPE.test(typeOf(c));
}

/**
 * The body of a request as a file.
 *
 * @throws RequestRefused `content_type_unsupported` where the operation does not take it
 */
export function sentFile(c: Context<HttpEnv>, files: FileBodies, orJson: boolean): SentFile {
  const contentType = c.req.header('content-type') ?? '';
  const type = typeOf(c);
  const encoding = c.req.header('content-encoding');
  const isForm = files.multipart !== undefined && type === 'multipart/form-data';
  if (!isForm && !files.raw.some((range) => isInRange(type, range))) throw notTaken(type, files, orJson);
  if (encoding && encoding.toLowerCase() !== 'identity') {
    throw new RequestRefused(
      'content_type_unsupported',
      `A body encoded as ${encoding} is not taken here. Send the bytes of the file as they are.`,
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

/** Over a socket Node's own stream is read: a web stream around it costs a third of the speed. */
function bytesOf(c: Context<HttpEnv>): AsyncIterable<Uint8Array> {
  const { incoming } = c.env;
  if (incoming && 'iterator' in incoming) {
    // Whoever stops reading answers first: the connection is wanted for that.
    return { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) };
  }
  return copied(c.req.raw.body);
}

/** What comes within this process may still be its sender's. */
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

function notTaken(type: string, { multipart, raw }: FileBodies, orJson: boolean): RequestRefused {
  const ways = [
    `the bytes of a file as ${raw.join(', ')}`,
    ...(multipart ? [`a form (multipart/form-data) with the field "${multipart.field}"`] : []),
    ...(orJson ? ['JSON (application/json)'] : []),
  ];
  const what = type ? `A body of type ${type} is not taken here.` : 'The body has no Content-Type.';
  return new RequestRefused('content_type_unsupported', `${what} Send ${ways.join(', or ')}.`, {
    errors: [],
  });
}
