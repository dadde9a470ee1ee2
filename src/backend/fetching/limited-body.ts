import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { FetchFailure } from './fetch-failure.js';

export interface BodyLimits {
  /** Bytes that may come over the wire. */
  readonly maxBytes: number;
  /** Bytes that may come out of decompression. */
  readonly maxDecompressedBytes: number;
  /** The body stalls when nothing comes for this long, in milliseconds. */
  readonly idleMs: number;
}

/** Codings may be applied over one another; more than this is an attack. */
const MAX_CODINGS = 2;

/** Refuses an answer that announces more than is taken, before anything of it is read. */
export function checkAnnounced(answer: IncomingMessage, { maxBytes }: BodyLimits, url: string): void {
  const announced = answer.headers['content-length'];
  if (announced !== undefined && Number(announced) > maxBytes) throw tooLarge(maxBytes, url);
}

/**
 * The body as it is read: never more than the limits, decompressed on the way, each chunk waited for no
 * longer than `idleMs`. Ends with a FetchFailure where a limit is passed or the bytes are broken.
 *
 * @param ended called once when the body is over, with what went wrong or null
 * @throws FetchFailure `encoding_unsupported`
 */
export async function limitedBody(
  answer: IncomingMessage,
  limits: BodyLimits,
  url: string,
  ended: (failed: FetchFailure | null) => void,
): Promise<Readable> {
  const codings = codingsOf(answer, url);
  const wire = new Counted(limits.maxBytes, () => tooLarge(limits.maxBytes, url));
  watchIdle(answer, wire, limits.idleMs, url);
  const zlibWrapped = codings[0] === 'deflate' ? await startsWithZlib(answer, url) : true;
  const unpacking = codings.flatMap((coding) => [
    coding === 'deflate' && !zlibWrapped ? createInflateRaw() : decoderFor(coding),
    new Counted(limits.maxDecompressedBytes, () => tooLarge(limits.maxDecompressedBytes, url, true)),
  ]);
  const body = unpacking.at(-1) ?? wire;
  // Whoever reads is told as well; where nobody reads any more, a broken answer must not end the process.
  body.on('error', (error) => ended(failureOf(error, url)));
  pipeline([answer, wire, ...unpacking], (error) => ended(error ? failureOf(error, url) : null));
  return body;
}

/** What is called deflate comes inside zlib's wrapping, or bare: the first byte tells. */
async function startsWithZlib(answer: IncomingMessage, url: string): Promise<boolean> {
  try {
    await once(answer, 'readable');
  } catch (error) {
    throw failureOf(error, url);
  }
  const first: Buffer | null = answer.read();
  if (first === null) return true;
  answer.unshift(first);
  return ((first[0] ?? 0) & 0x0f) === 8;
}

/** Passes bytes on and counts them. */
class Counted extends Transform {
  #seen = 0;
  onChunk: (() => void) | null = null;
  readonly #max: number;
  readonly #exceeded: () => FetchFailure;

  constructor(max: number, exceeded: () => FetchFailure) {
    super();
    this.#max = max;
    this.#exceeded = exceeded;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#seen += chunk.length;
    this.onChunk?.();
    if (this.#seen > this.#max) done(this.#exceeded());
    else done(null, chunk);
  }
}

function codingsOf(answer: IncomingMessage, url: string): readonly string[] {
  const written = (answer.headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim().replace(/^x-gzip$/, 'gzip'))
    .filter((coding) => coding !== '' && coding !== 'identity');
  const unknown = written.find((coding) => !(coding in DECODERS));
  if (unknown !== undefined || written.length > MAX_CODINGS) {
    throw new FetchFailure(
      'encoding_unsupported',
      `The server packed its answer in a way that was not asked for.`,
      { url, sent: true },
    );
  }
  return written.reverse();
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function decoderFor(coding: string): Transform {
  const make = DECODERS[coding];
  if (make === undefined) throw new Error(`no decoder for ${coding}`);
  return make();
}

/** Destroys an answer from which nothing comes, unless it is the reader who is slow. */
function watchIdle(answer: IncomingMessage, wire: Counted, idleMs: number, url: string): void {
  const check = (): void => {
    if (wire.writableNeedDrain || wire.readableLength > 0) timer.refresh();
    else answer.destroy(stalled(idleMs, url));
  };
  const timer = setTimeout(check, idleMs);
  wire.onChunk = () => timer.refresh();
  answer.once('close', () => clearTimeout(timer));
}

function stalled(idleMs: number, url: string): FetchFailure {
  return new FetchFailure('stalled', `The server sent nothing for ${idleMs / 1000} s. Try again later.`, {
    url,
    sent: true,
  });
}

function tooLarge(limit: number, url: string, unpacked = false): FetchFailure {
  const size = limit >= 1_000_000 ? `${Math.round(limit / 1e5) / 10} MB` : `${limit} bytes`;
  return new FetchFailure(
    'too_large',
    `The answer is larger than the ${size} that are taken${unpacked ? ' once unpacked' : ''}.`,
    { url, sent: true },
  );
}

export function failureOf(error: unknown, url: string): FetchFailure {
  if (error instanceof FetchFailure) return error;
  return new FetchFailure(
    'answer_broken',
    'The answer broke off, or is damaged. Try again; if it stays so, the fault is the server’s.',
    { url, sent: true, cause: error },
  );
}
