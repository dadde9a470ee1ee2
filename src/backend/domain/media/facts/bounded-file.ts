import { damaged } from './media-refused.js';

/** A file of which any part can be read, such as an upload or a stored file. */
export interface RandomAccessFile {
  /** Bytes. */
  readonly length: number;
  /** From `start` up to but not including `end`; fewer bytes if the file ends earlier. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** Limits for reading the facts of one file. Real files need far less. */
const LIMITS = { bytes: 80_000_000, reads: 150_000, milliseconds: 15_000 };

/** The read-ahead for small reads. */
const READ_AHEAD_BYTES = 1024;

/**
 * Reads a file within a budget of bytes, reads and time, so that no crafted file can keep the service busy. Reading
 * beyond the budget or the end of the file refuses the file.
 */
export class BoundedFile {
  readonly length: number;
  readonly #file: RandomAccessFile;
  readonly #deadline = AbortSignal.timeout(LIMITS.milliseconds);
  #bytesLeft = LIMITS.bytes;
  #readsLeft = LIMITS.reads;
  #readAhead: { readonly start: number; readonly bytes: Uint8Array } = { start: 0, bytes: new Uint8Array() };

  constructor(file: RandomAccessFile) {
    this.#file = file;
    this.length = file.length;
  }

  /**
   * Reads exactly the bytes from `start` up to but not including `end`.
   *
   * @throws MediaRefused if the file ends earlier, or the budget is used up
   */
  async bytes(start: number, end: number): Promise<DataView> {
    if (start < 0 || end < start || end > this.length) throw damaged('It ends in the middle of a part.');
    this.#readsLeft -= 1;
    this.#bytesLeft -= end - start;
    if (this.#readsLeft < 0 || this.#bytesLeft < 0 || this.#deadline.aborted) {
      throw damaged('Its structure takes too long to read.');
    }
    const bytes = await this.#file.read(start, end);
    if (bytes.length !== end - start) throw damaged('It ends in the middle of a part.');
    return viewOf(bytes);
  }

  /** Like `bytes`, with read-ahead for small reads that are close together. */
  async piece(start: number, end: number): Promise<DataView> {
    const { start: from, bytes } = this.#readAhead;
    if (start < from || end > from + bytes.length) {
      const until = Math.max(end, Math.min(start + READ_AHEAD_BYTES, this.length));
      const view = await this.bytes(start, until);
      this.#readAhead = { start, bytes: new Uint8Array(view.buffer, view.byteOffset, view.byteLength) };
    }
    const at = start - this.#readAhead.start;
    return viewOf(this.#readAhead.bytes.subarray(at, at + end - start));
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The bytes of a view, without a copy. */
export function bytesOf(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** The name of a box or chunk: one character per byte. */
export function nameAt(view: DataView, at: number, length = 4): string {
  return String.fromCharCode(...bytesOf(view).subarray(at, at + length));
}
