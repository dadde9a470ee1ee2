import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, Transform, type TransformCallback } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { FetchFailure } from './fetch-failure.js';

export interface BodyLimits {
  /** The maximum size as transferred. */
  readonly maxBytes: number;
  /** The maximum size after decompression. */
  readonly maxDecompressedBytes: number;
  /** Within this time, in milliseconds, at least `minProgressBytes` must arrive. */
  readonly idleMs: number;
  readonly minProgressBytes: number;
}

/** Content codings can be nested. More than this is an attack. */
const MAX_CODINGS = 2;

/** Refuses a response whose Content-Length is over the limit, before its body is read. */
export function checkAnnounced(answer: IncomingMessage, { maxBytes }: BodyLimits, url: string): void {
  const announced = answer.headers['content-length'];
  if (announced !== undefined && Number(announced) > maxBytes) throw tooLarge(maxBytes, url);
}

/**
 * The body of a response, decompressed. Ends with a FetchFailure if a limit is exceeded, too little arrives within
 * `idleMs`, or the bytes are damaged.
 *
 * @param ended called once when the body ends, with the error or null
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
  watchProgress(answer, wire, limits, url);
  const zlibWrapped = codings[0] === 'deflate' ? await startsWithZlib(answer, url) : true;
  const unpacking = codings.flatMap((coding) => [
    coding === 'deflate' && !zlibWrapped ? createInflateRaw() : decoderFor(coding),
    new Counted(limits.maxDecompressedBytes, () => tooLarge(limits.maxDecompressedBytes, url, true)),
  ]);
  const body = unpacking.at(-1) ?? wire;
  // The reader also receives the error. Without a reader, it must not end the process.
  body.on('error', (error) => ended(failureOf(error, url)));
  pipeline([answer, wire, ...unpacking], (error) => ended(error ? failureOf(error, url) : null));
  return body;
}

/** `deflate` bodies may or may not have a zlib header; the first byte tells. */
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

/** Passes bytes through and counts them. */
class Counted extends Transform {
  #seen = 0;
  onChunk: ((bytes: number) => void) | null = null;
  readonly #max: number;
  readonly #exceeded: () => FetchFailure;

  constructor(max: number, exceeded: () => FetchFailure) {
    super();
    this.#max = max;
    this.#exceeded = exceeded;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#seen += chunk.length;
    this.onChunk?.(chunk.length);
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
      `The server used a content encoding that was not requested.`,
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

/** Destroys a response that sends nothing or too little, unless the reader is slow. */
function watchProgress(answer: IncomingMessage, wire: Counted, limits: BodyLimits, url: string): void {
  let progress = 0;
  const again = (): void => {
    progress = 0;
    timer.refresh();
  };
  const check = (): void => {
    if (wire.writableNeedDrain || wire.readableLength > 0) again();
    else answer.destroy(stalled(limits, url));
  };
  const timer = setTimeout(check, limits.idleMs);
  wire.onChunk = (bytes) => {
    progress += bytes;
    if (progress >= limits.minProgressBytes) again();
  };
  answer.once('close', () => clearTimeout(timer));
}

function stalled({ idleMs, minProgressBytes }: BodyLimits, url: string): FetchFailure {
  const least = minProgressBytes > 1 ? `less than ${minProgressBytes / 1000} KB within` : 'nothing for';
  return new FetchFailure('stalled', `The server sent ${least} ${idleMs / 1000} s. Try again later.`, {
    url,
    sent: true,
  });
}

function tooLarge(limit: number, url: string, unpacked = false): FetchFailure {
  const size = limit >= 1_000_000 ? `${Math.round(limit / 1e5) / 10} MB` : `${limit} bytes`;
  return new FetchFailure(
    'too_large',
    `The response is larger than ${size}${unpacked ? ' after decompression' : ''}.`,
    { url, sent: true },
  );
}

export function failureOf(error: unknown, url: string): FetchFailure {
  if (error instanceof FetchFailure) return error;
  return new FetchFailure(
    'answer_broken',
    'The response is incomplete or damaged. Try again. If it keeps failing, the problem is on the server.',
    { url, sent: true, cause: error },
  );
}
