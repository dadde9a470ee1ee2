/** The body of a request. It always has a length: several networks refuse `transfer-encoding: chunked`. */
export interface OutgoingBody {
  /** Used unless the request names a type; null: a request must name it. */
  readonly contentType: string | null;
  readonly bytes: number;
  /** Whether `open` can be called again. */
  readonly canRepeat: boolean;
  open(): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A piece of a body; `isLast`: with it, the request is complete. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly isLast: boolean;
}

/**
 * The pieces of a body. Each is given out when the next one has been read, and the last one only if there are exactly as
 * many bytes as announced. So a source that fails, or has more or fewer bytes, never completes a request.
 */
export async function* exactPieces(body: OutgoingBody): AsyncGenerator<Piece, void> {
  let held: Uint8Array | null = null;
  let read = 0;
  for await (const bytes of body.open()) {
    if (bytes.length === 0) continue;
    read += bytes.length;
    if (read > body.bytes) break;
    if (held !== null) yield { bytes: held, isLast: false };
    held = bytes;
  }
  if (read !== body.bytes) {
    throw new Error(`The body has ${read > body.bytes ? 'more' : 'fewer'} bytes than announced.`);
  }
  yield { bytes: held ?? new Uint8Array(), isLast: true };
}
