import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Below this many bytes an answer fits into a packet or two as it is. */
const WORTHWHILE_BYTES = 1_400;

/** For what is written anew for each answer: most of the gain for a tenth of the time. */
const QUICK_BROTLI = { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } };

/** How an answer may be made smaller; null: the browser takes it as it is. @param accepts `Accept-Encoding` */
export function encodingIn(accepts: string | null): Encoding | null {
  if (accepts === null) return null;
  return /\bbr\b/.test(accepts) ? 'br' : /\bgzip\b/.test(accepts) ? 'gzip' : null;
}

/** The same answer, smaller where the browser takes that and it is worth it. Never for a stream. */
export async function compressed(answer: Response, request: Request): Promise<Response> {
  const type = answer.headers.get('content-type') ?? '';
  if (answer.body === null || !/^(text\/html|application\/json)\b/.test(type)) return answer;
  answer.headers.append('Vary', 'Accept-Encoding');
  const encoding = encodingIn(request.headers.get('accept-encoding'));
  if (encoding === null) return answer;
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { status, headers } = answer;
  if (bytes.length < WORTHWHILE_BYTES) return new Response(bytes, { status, headers });
  headers.set('Content-Encoding', encoding);
  const small =
    encoding === 'br' ? await promisify(brotliCompress)(bytes, QUICK_BROTLI) : await promisify(gzip)(bytes);
  return new Response(new Uint8Array(small), { status, headers });
}

/**
 * Whether a browser says that its person or one of our own pages caused a request. Where another site causes
 * requests and can see how long their answers are, compression would tell it what it guessed right (BREACH).
 */
export function isOwnVisit(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  return site === 'same-origin' || site === 'none';
}
