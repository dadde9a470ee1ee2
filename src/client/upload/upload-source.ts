import { errnoOf } from '../../base/errno.js';
import { ConfigurationError } from '../errors/errors.js';
import { nodeProcess } from '../runtime.js';
import type { BodyBytes } from '../transport/transport.js';

/** A path or file URL, bytes, a Blob or File, or a stream of bytes. */
export type UploadSource =
  | string
  | URL
  | Uint8Array
  | ArrayBuffer
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** An opened source. */
export interface OpenedSource {
  /** The number of bytes; null for a stream. */
  readonly bytes: number | null;
  /** The file name, if known. */
  readonly filename: string | null;
  readonly contentType: string | null;
  /** Whether it can be read again, from any offset. */
  readonly repeatable: boolean;
  /** The bytes from `start` to `end`. Detects a file whose size has changed. */
  read(start: number, end?: number): BodyBytes;
}

/** The size of chunks in bytes. */
const PIECE_BYTES = 1024 * 1024;

/** @throws ConfigurationError if the file does not exist or cannot be read */
export async function openSource(source: UploadSource): Promise<OpenedSource> {
  if (typeof source === 'string' || source instanceof URL) return openPath(source);
  if (source instanceof Uint8Array) return openBytes(source);
  if (source instanceof ArrayBuffer) return openBytes(new Uint8Array(source));
  if (source instanceof Blob) return openBlob(source);
  return openStream(source);
}

async function openPath(path: string | URL): Promise<OpenedSource> {
  const node = nodeProcess();
  // An import would make bundlers look for Node's modules where there are none.
  if (!node?.getBuiltinModule)
    throw refused('Paths need Node, Deno or Bun. Pass bytes, a Blob or a stream here.');
  const { open, stat } = node.getBuiltinModule('node:fs/promises');
  const { basename } = node.getBuiltinModule('node:path');
  const { fileURLToPath } = node.getBuiltinModule('node:url');
  const name = typeof path === 'string' ? path : pathOf(path, fileURLToPath);
  const found = await stat(name).catch((error: unknown) => {
    throw unreadable(name, error);
  });
  if (!found.isFile()) throw refused(`${name} is not a file.`);
  return {
    bytes: found.size,
    filename: basename(name),
    contentType: null,
    repeatable: true,
    read(start, end = found.size) {
      const free: Uint8Array[] = [];
      async function* bytes(): AsyncGenerator<Uint8Array> {
        const file = await open(name, 'r').catch((error: unknown) => {
          throw unreadable(name, error);
        });
        try {
          const now = await file.stat();
          if (now.size !== found.size || now.mtimeMs !== found.mtimeMs) {
            throw refused(`${name} was changed while it was uploaded. Upload it again.`);
          }
          for (let at = start; at < end; ) {
            const length = Math.min(PIECE_BYTES, end - at);
            const piece = (length === PIECE_BYTES && free.pop()) || Buffer.allocUnsafe(length);
            const { bytesRead } = await file.read(piece, 0, length, at);
            if (bytesRead === 0)
              throw refused(`${name} became shorter while it was uploaded. Upload it again.`);
            at += bytesRead;
            yield piece.subarray(0, bytesRead);
          }
        } finally {
          await file.close();
        }
      }
      return {
        [Symbol.asyncIterator]: bytes,
        recycle(chunk) {
          // A socket pauses a full piece until it is written, but can hold several short ones.
          if (chunk.length === PIECE_BYTES) free.push(chunk);
        },
      };
    },
  };
}

/** @throws ConfigurationError for a URL that names no file on this machine */
function pathOf(url: URL, fileURLToPath: (url: URL) => string): string {
  try {
    return fileURLToPath(url);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof URIError)) throw error;
    const advice =
      url.protocol === 'file:'
        ? 'Pass the path of the file, or a URL that starts with file:///.'
        : 'Pass the path of the file. For a file on the web, call media.create({ url }).';
    throw refused(`${url.protocol}//… does not name a file on this machine. ${advice}`, error);
  }
}

function openBytes(bytes: Uint8Array): OpenedSource {
  return {
    bytes: bytes.length,
    filename: null,
    contentType: null,
    repeatable: true,
    async *read(start, end = bytes.length) {
      for (let at = start; at < end; at += PIECE_BYTES)
        yield bytes.subarray(at, Math.min(at + PIECE_BYTES, end));
    },
  };
}

function openBlob(blob: Blob): OpenedSource {
  return {
    bytes: blob.size,
    filename: 'name' in blob && typeof blob.name === 'string' ? blob.name : null,
    contentType: blob.type || null,
    repeatable: true,
    async *read(start, end = blob.size) {
      for (let at = start; at < end; at += PIECE_BYTES) {
        yield new Uint8Array(await blob.slice(at, Math.min(at + PIECE_BYTES, end)).arrayBuffer());
      }
    },
  };
}

function openStream(stream: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>): OpenedSource {
  if (!(Symbol.asyncIterator in stream)) {
    throw refused('The source must be a path, bytes, a Blob or a stream of bytes.');
  }
  const bytes: BodyBytes = { [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator]() };
  return { bytes: null, filename: null, contentType: null, repeatable: false, read: () => bytes };
}

function unreadable(name: string, error: unknown): ConfigurationError {
  const code = errnoOf(error);
  if (code === 'ENOENT') return refused(`There is no file ${name}.`, error);
  if (code === 'EACCES' || code === 'EPERM')
    return refused(`${name} cannot be read by this user: permission denied.`, error);
  return refused(`${name} cannot be read${code ? ` (${code})` : ''}.`, error);
}

function refused(message: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError('argument_invalid', message, 'media.create', cause);
}
