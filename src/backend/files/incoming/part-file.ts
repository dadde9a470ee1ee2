import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrno } from '../../../base/errno.js';
import { syncBytes, syncHandle } from '../../base/sync-file.js';
import { markClosed, markOpen, newPartName } from './part-file-name.js';

/** Chunks are buffered up to this many bytes and written with one system call. */
const BUFFER_BYTES = 1024 * 1024;

/** Written bytes are synced to disk each time this many have come in. */
const SYNC_EVERY_BYTES = 32 * 1024 * 1024;

/**
 * A file that is written from start to end. One buffer is written while the next one fills; a caller that is faster
 * than the disk has to wait.
 */
export class PartFile {
  readonly path: string;
  readonly #handle: FileHandle;
  #buffer: Uint8Array[] = [];
  #bufferedBytes = 0;
  /** Bytes passed to the operating system, or about to be. */
  #written: number;
  #unsynced = 0;
  #writing: Promise<void> = Promise.resolve();
  #syncing: Promise<void> = Promise.resolve();
  #open = true;

  private constructor(path: string, handle: FileHandle, written: number) {
    this.path = path;
    this.#handle = handle;
    this.#written = written;
  }

  /** @param uploadId the upload that another process may resume; absent if none can */
  static create(folder: string, uploadId: string | null = null): Promise<PartFile> {
    return PartFile.#opened(join(folder, newPartName(uploadId)), 'wx+');
  }

  /** Continues the file of an ended process, after it was renamed to belong to this one. */
  static reopen(path: string): Promise<PartFile> {
    return PartFile.#opened(path, 'r+');
  }

  static async #opened(path: string, flags: 'wx+' | 'r+'): Promise<PartFile> {
    markOpen(path);
    try {
      const handle = await open(path, flags, 0o600);
      return new PartFile(path, handle, flags === 'r+' ? (await handle.stat()).size : 0);
    } catch (error) {
      markClosed(path);
      throw error;
    }
  }

  get length(): number {
    return this.#written + this.#bufferedBytes;
  }

  /** @param chunk owned by the file from now on: it is not copied */
  async write(chunk: Uint8Array): Promise<void> {
    if (chunk.length === 0) return;
    this.#buffer.push(chunk);
    this.#bufferedBytes += chunk.length;
    if (this.#bufferedBytes >= BUFFER_BYTES) await this.#flush();
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    await this.flushed();
    const buffer = Buffer.alloc(Math.max(0, Math.min(end, this.#written) - start));
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await this.#handle.read(buffer, filled, buffer.length - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  }

  /** Resolves when all bytes so far have been passed to the operating system. */
  async flushed(): Promise<void> {
    await this.#flush();
    await this.#writing;
  }

  /** Cuts off everything after a length. */
  async truncate(length: number): Promise<void> {
    await this.flushed();
    await this.#handle.truncate(length);
    this.#written = length;
  }

  /** Syncs all bytes to disk and closes the file. */
  async finish(): Promise<void> {
    await this.flushed();
    await this.#syncing;
    await syncHandle(this.#handle);
    await this.close();
  }

  /** Closes and removes the file, at any time, including after {@link finish}. */
  async discard(): Promise<void> {
    await this.close();
    await unlink(this.path).catch((error: unknown) => {
      if (!hasErrno(error, 'ENOENT')) throw error;
    });
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await Promise.allSettled([this.#writing, this.#syncing]);
    await this.#handle.close();
    markClosed(this.path);
  }

  /** Starts to write the buffer once the previous one is written. */
  async #flush(): Promise<void> {
    await this.#writing;
    if (this.#bufferedBytes === 0) return;
    const chunks = this.#buffer;
    const bytes = this.#bufferedBytes;
    const position = this.#written;
    this.#buffer = [];
    this.#bufferedBytes = 0;
    this.#written += bytes;
    this.#writing = this.#writeAll(chunks, bytes, position);
    // The next write or `finish` rethrows a failure; until then it must not count as unhandled.
    this.#writing.catch(() => undefined);
    this.#syncSometimes(bytes);
  }

  async #writeAll(chunks: Uint8Array[], bytes: number, position: number): Promise<void> {
    const { bytesWritten } = await this.#handle.writev(chunks, position);
    if (bytesWritten < bytes) {
      await this.#writeRest(Buffer.concat(chunks).subarray(bytesWritten), position + bytesWritten);
    }
  }

  async #writeRest(rest: Uint8Array, position: number): Promise<void> {
    for (let done = 0; done < rest.length; ) {
      const more = await this.#handle.write(rest, done, rest.length - done, position + done);
      done += more.bytesWritten;
    }
  }

  /** Syncs while bytes come in, so that `finish` has little left to wait for. */
  #syncSometimes(bytes: number): void {
    this.#unsynced += bytes;
    if (this.#unsynced < SYNC_EVERY_BYTES) return;
    this.#unsynced = 0;
    this.#syncing = Promise.all([this.#syncing, this.#writing]).then(() => syncBytes(this.#handle));
    this.#syncing.catch(() => undefined);
  }
}
