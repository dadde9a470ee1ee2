import { damaged } from './media-refused.js';

/** Bytes of which any part can be read: an upload that has come in, a stored file. */
export interface RandomAccessFile {
  /** Bytes. */
  readonly length: number;
  /** From `start` up to but not including `end`; shorter where the file ends before. */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** What reading the facts of one file may cost: any real file needs far less. */
const LIMITS = { bytes: 80_000_000, reads: 150_000, milliseconds: 15_000 };

/** How much is read at once where small pieces are asked for in a row. */
const WINDOW_BYTES = 1024;

/**
 * A file that is read within a budget of bytes, reads and time, so that no made-up file keeps the service
 * busy. Reading beyond the budget, or beyond the end, refuses the file.
 */
export class BoundedFile {
  readonly length: number;
  readonly #file: RandomAccessFile;
  readonly #deadline = AbortSignal.timeout(LIMITS.milliseconds);
  #bytesLeft = LIMITS.bytes;
  #readsLeft = LIMITS.reads;
  #window: { readonly start: number; readonly bytes: Uint8Array } = { start: 0, bytes: new Uint8Array() };

  constructor(file: RandomAccessFile) {
    this.#file = file;
    this.length = file.length;
  }

  /**
   * Exactly the bytes from `start` up to but not including `end`.
   *
   * @throws MediaRefused where the file ends before, or the budget is spent
   */
  async bytes(start: number, end: number): Promise<DataView> {
    if (start < 0 || end < start || end > this.length) throw damaged('It ends in the middle of a part.');
    this.#readsLeft -= 1;
    this.#bytesLeft -= end - start;
    if (this.#readsLeft < 0 || this.#bytesLeft < 0 || this.#deadline.aborted) {
      throw damaged('It is built in a way that takes too long to read.');
    }
    const bytes = await this.#file.read(start, end);
    if (bytes.length !== end - start) throw damaged('It ends in the middle of a part.');
    return viewOf(bytes);
  }

  /** As `bytes`, for small pieces that lie close together: what follows them is read along. */
  async piece(start: number, end: number): Promise<DataView> {
    const { start: from, bytes } = this.#window;
    if (start < from || end > from + bytes.length) {
      const until = Math.max(end, Math.min(start + WINDOW_BYTES, this.length));
      const view = await this.bytes(start, until);
      this.#window = { start, bytes: new Uint8Array(view.buffer, view.byteOffset, view.byteLength) };
    }
    const at = start - this.#window.start;
    return viewOf(this.#window.bytes.subarray(at, at + end - start));
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The bytes of a view, not copied. */
export function bytesOf(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}

/** Characters of a view, one for each byte: names of boxes and chunks. */
export function nameAt(view: DataView, at: number, length = 4): string {
  return String.fromCharCode(...bytesOf(view).subarray(at, at + length));
}
