import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RandomAccessFile } from '../../../src/backend/domain/media/facts/bounded-file.js';

const FOLDER = join(import.meta.dirname, '../../fixtures/media');

/** A file of `test/fixtures/media`, created by the script in that folder. */
export function fixture(name: string): Buffer {
  return readFileSync(join(FOLDER, name));
}

interface Gap {
  /** Bytes. */
  readonly gap?: number;
  readonly end?: Uint8Array;
}

/** A file in memory that counts the bytes read. It may have a gap of zeros between its start and its end. */
export class CountedFile implements RandomAccessFile {
  readonly length: number;
  reads = 0;
  bytesRead = 0;
  readonly #beginning: Uint8Array;
  readonly #end: Uint8Array;

  constructor(beginning: Uint8Array, { gap = 0, end = Uint8Array.of() }: Gap = {}) {
    this.#beginning = beginning;
    this.#end = end;
    this.length = beginning.length + gap + end.length;
  }

  read(start: number, end: number): Promise<Uint8Array> {
    const until = Math.min(end, this.length);
    this.reads += 1;
    this.bytesRead += Math.max(0, until - start);
    const bytes = new Uint8Array(Math.max(0, until - start));
    bytes.set(this.#beginning.subarray(start, until));
    const endStart = this.length - this.#end.length;
    if (until > endStart) {
      bytes.set(
        this.#end.subarray(Math.max(0, start - endStart), until - endStart),
        Math.max(0, endStart - start),
      );
    }
    return Promise.resolve(bytes);
  }
}
