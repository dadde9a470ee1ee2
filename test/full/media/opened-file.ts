import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { RandomAccessFile } from '../../../src/backend/domain/media/facts/bounded-file.js';

/** A file on disk that counts the bytes read from it. */
export class OpenedFile implements RandomAccessFile {
  readonly length: number;
  bytesRead = 0;
  readonly #descriptor: number;

  constructor(path: string) {
    this.#descriptor = openSync(path, 'r');
    this.length = fstatSync(this.#descriptor).size;
  }

  read(start: number, end: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(end, this.length) - start));
    this.bytesRead += readSync(this.#descriptor, bytes, 0, bytes.length, start);
    return Promise.resolve(bytes);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
