import type { Context, Hono } from 'hono';
import type { Clock } from '../base/clock.js';
import { FILES_PATH, type ServedFile, type SignedUrls } from '../files/signed-url.js';
import type { MediaStorage } from '../files/storage.js';
import { RequestRefused } from '../operations/refusal.js';
import type { HttpEnv } from './request-context.js';
import { routed } from './responses/page-answer.js';

export interface FileRouteDependencies {
  readonly urls: SignedUrls;
  readonly clock: Clock;
  readonly storage: MediaStorage;
}

/** Signed URLs are valid for at least a day, so browsers may cache files for a day. */
const CACHE = 'private, max-age=86400, immutable';

/**
 * Serves media and files derived from them at signed URLs. Browsers display them as images and videos and never
 * execute them, whatever a file claims to be.
 */
export function addFileRoute(app: Hono<HttpEnv>, dependencies: FileRouteDependencies): void {
  app.get(`${FILES_PATH}/*`, (c) => serve(c, dependencies));
}

async function serve(
  c: Context<HttpEnv>,
  { urls, clock, storage }: FileRouteDependencies,
): Promise<Response> {
  const context = routed(c, `${FILES_PATH}/*`);
  const served = urls.read(c.req.url, clock.now());
  if (served === null) throw new RequestRefused('media_not_found', 'There is no file at this URL.');
  if (served === 'expired') {
    throw new RequestRefused(
      'media_not_found',
      'This URL has expired. Get a new one with `GET /v1/media/{key}`.',
    );
  }
  const { name, contentType } = served;
  const bytes = await storage.sizeOf(name);
  if (bytes === null) throw new RequestRefused('media_not_found', 'The file at this URL no longer exists.');

  const tag = `"${name.sha256}${name.variant ? `-${name.variant}` : ''}"`;
  const headers: Record<string, string> = {
    ...context.headers,
    'Content-Type': contentType,
    'Content-Disposition': `inline; filename="${fileName(served)}"`,
    'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Cache-Control': CACHE,
    'Accept-Ranges': 'bytes',
    ETag: tag,
  };
  if (c.req.header('if-none-match') === tag) return new Response(null, { status: 304, headers });

  const range = readRange(c.req.header('range'), c.req.header('if-range') ?? tag, tag, bytes);
  if (range === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...headers, 'Content-Range': `bytes */${bytes}` } });
  }
  const part: ByteRange = range ?? { start: 0, end: bytes };
  headers['Content-Length'] = String(part.end - part.start);
  if (range) headers['Content-Range'] = `bytes ${range.start}-${range.end - 1}/${bytes}`;
  return new Response(storage.open(name, part), { status: range ? 206 : 200, headers });
}

/** Bytes from `start` up to but not including `end`. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a `Range` header (RFC 9110, section 14.2). Several ranges, another unit, or an `If-Range` tag that does not
 * match select the whole file, as the standard allows.
 *
 * @param condition `If-Range`, or the tag itself if the header is absent
 * @returns null for the whole file; `unsatisfiable` for a range that starts after its end
 */
function readRange(
  header: string | undefined,
  condition: string,
  tag: string,
  bytes: number,
): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? [];
  if ((first === '' && last === '') || condition !== tag) return null;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return null;
  if (start >= bytes) return 'unsatisfiable';
  return { start, end: last === '' ? bytes : Math.min(Number(last) + 1, bytes) };
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
};

/** A file name that does not reveal whose file it is. */
function fileName({ name, contentType }: ServedFile): string {
  return `${name.sha256.slice(0, 16)}${name.variant ? `-${name.variant}` : ''}.${EXTENSIONS[contentType] ?? 'bin'}`;
}
