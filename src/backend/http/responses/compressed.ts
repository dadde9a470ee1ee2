import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Smaller answers fit into one or two packets uncompressed. */
const MIN_COMPRESSED_BYTES = 1_400;

/** For dynamic answers: most of the compression in a tenth of the time. */
const FAST_BROTLI = { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } };

/** The encoding to use; null: none. @param accepts the `Accept-Encoding` header */
export function encodingIn(accepts: string | null): Encoding | null {
  const accepted = (accepts ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([, weight = '']) => !/^q=0(\.0{0,3})?$/.test(weight))
    .map(([name]) => name);
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null;
}

/** Compresses an HTML or JSON answer if the browser accepts it and it is large enough. Not for streams. */
export async function compressed(answer: Response, request: Request): Promise<Response> {
  const type = answer.headers.get('content-type') ?? '';
  if (answer.body === null || !/^(text\/html|application\/json)\b/.test(type)) return answer;
  answer.headers.append('Vary', 'Accept-Encoding');
  const encoding = encodingIn(request.headers.get('accept-encoding'));
  if (encoding === null) return answer;
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { status, headers } = answer;
  if (bytes.length < MIN_COMPRESSED_BYTES) return new Response(bytes, { status, headers });
  headers.set('Content-Encoding', encoding);
  const small =
    encoding === 'br' ? await promisify(brotliCompress)(bytes, FAST_BROTLI) : await promisify(gzip)(bytes);
  return new Response(new Uint8Array(small), { status, headers });
}

/**
 * Whether the browser reports that the user or one of our own pages made the request. Only those answers may be
 * compressed: another site that triggers requests and sees their lengths could guess secrets in them (BREACH).
 */
export function isOwnVisit(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  return site === 'same-origin' || site === 'none';
}
