import type { Context, Hono } from 'hono';
import type { MediaRoom } from '../domain/media/media-room.js';
import { type ByteRange, readRange } from '../files/byte-range.js';
import { FILES_PATH, type ServedFile } from '../files/signed-url.js';
import { RequestRefused } from '../operations/refusal.js';
import { routed } from './page-answer.js';
import type { HttpEnv } from './request-context.js';

/** A signed address is good for a day at least: so long a browser may keep what it got. */
const CACHE = 'private, max-age=86400, immutable';

/**
 * The bytes of media and of what was made from them, under signed addresses. They are shown and played, never
 * run: whatever a file pretends to be, it is an image or a video here.
 */
export function addMediaFiles(app: Hono<HttpEnv>, room: MediaRoom): void {
  app.get(`${FILES_PATH}/*`, (c) => serve(c, room));
}

async function serve(c: Context<HttpEnv>, { urls, clock, storage }: MediaRoom): Promise<Response> {
  const context = routed(c, `${FILES_PATH}/*`);
  const served = urls.read(c.req.url, clock.now());
  if (served === null) throw new RequestRefused('media_not_found', 'There is no file at this address.');
  if (served === 'expired') {
    throw new RequestRefused(
      'media_not_found',
      'The time of this address is over. Read the medium again (GET /v1/media/{key}) for a fresh one.',
    );
  }
  const { name, contentType } = served;
  const bytes = await storage.sizeOf(name);
  if (bytes === null) throw new RequestRefused('media_not_found', 'The file of this address is gone.');

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

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
};

/** A name that says nothing of whose it is. */
function fileName({ name, contentType }: ServedFile): string {
  return `${name.sha256.slice(0, 16)}${name.variant ? `-${name.variant}` : ''}.${ENDINGS[contentType] ?? 'bin'}`;
}
