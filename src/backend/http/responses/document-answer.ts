import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { RequestContext } from '../request-context.js';
import { type Encoding, encodingIn } from './compressed.js';

/** A public JSON document that stays the same while the process runs, with each encoding made on first use. */
export class JsonDocument {
  readonly #text: string;
  readonly #hash: string;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(text: string) {
    this.#text = text;
    this.#hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  }

  /** Answers a request; with 304 and no body if the client has this document already. */
  async answer(request: Request, context: RequestContext): Promise<Response> {
    const encoding = encodingIn(request.headers.get('accept-encoding'));
    const headers: Record<string, string> = {
      ...context.headers,
      'Content-Type': 'application/json; charset=utf-8',
      // Clients keep it, and ask whether it has changed.
      'Cache-Control': 'public, no-cache',
      Vary: 'Accept-Encoding',
      ETag: `"${this.#hash}${encoding === null ? '' : `-${encoding}`}"`,
    };
    if (this.#isKnown(request.headers.get('if-none-match'))) {
      return new Response(null, { status: 304, headers });
    }
    if (encoding === null) return new Response(this.#text, { headers });
    const bytes = new Uint8Array(await this.#bytesIn(encoding));
    return new Response(bytes, { headers: { ...headers, 'Content-Encoding': encoding } });
  }

  /** Whether `If-None-Match` names this document in any encoding, by weak comparison (RFC 9110, section 13.1.2). */
  #isKnown(sent: string | null): boolean {
    if (sent === null) return false;
    const tags = sent.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    const own = [this.#hash, `${this.#hash}-br`, `${this.#hash}-gzip`].map((name) => `"${name}"`);
    return tags.some((tag) => tag === '*' || own.includes(tag));
  }

  #bytesIn(encoding: Encoding): Promise<Buffer> {
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const bytes = promisify(encoding === 'br' ? brotliCompress : gzip)(this.#text);
    this.#encoded.set(encoding, bytes);
    return bytes;
  }
}
