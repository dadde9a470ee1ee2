import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrno } from '../../../base/errno.js';
import { newPartName, noteClosed, noteOpen } from './part-name.js';
import { giveBack } from './spent-bytes.js';

/** So much is gathered before it is written, in bytes: one system call for many chunks. */
const GATHERED = 1024 * 1024;

/** The system is told to bring what was written to the disk each time so much has come, in bytes. */
const SYNCED_EVERY = 32 * 1024 * 1024;

/**
 * A file that is being written, from its beginning to its end. While one piece goes to the disk the next one is
 * gathered; whoever writes faster than the disk waits.
 */
export class PartFile {
  readonly path: string;
  readonly #handle: FileHandle;
  #gathered: Uint8Array[] = [];
  #gatheredBytes = 0;
  /** Bytes handed to the system, or about to be. */
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

  /** @param upload the one that may go on with it after this process; absent: it ends with it */
  static create(folder: string, upload: string | null = null): Promise<PartFile> {
    return PartFile.#opened(join(folder, newPartName(upload)), 'wx+');
  }

  /** Goes on with a file that an ended process wrote, and that has this name now. */
  static takeUp(path: string): Promise<PartFile> {
    return PartFile.#opened(path, 'r+');
  }

  static async #opened(path: string, flags: 'wx+' | 'r+'): Promise<PartFile> {
    noteOpen(path);
    try {
      const handle = await open(path, flags, 0o600);
      return new PartFile(path, handle, flags === 'r+' ? (await handle.stat()).size : 0);
    } catch (error) {
      noteClosed(path);
      throw error;
    }
  }

  get length(): number {
    return this.#written + this.#gatheredBytes;
  }

  /** @param chunk the file's from now on: it is not copied, and empty once it is written */
  async write(chunk: Uint8Array): Promise<void> {
    if (chunk.length === 0) return;
    this.#gathered.push(chunk);
    this.#gatheredBytes += chunk.length;
    if (this.#gatheredBytes >= GATHERED) await this.#flush();
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    await this.#settle();
    const buffer = Buffer.alloc(Math.max(0, Math.min(end, this.#written) - start));
    let filled = 0;
    while (filled < buffer.length) {
      const { bytesRead } = await this.#handle.read(buffer, filled, buffer.length - filled, start + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  }

  /** Resolves when all that has come until now was handed to the system. */
  settled(): Promise<void> {
    return this.#settle();
  }

  /** Cuts off what is behind a length. */
  async cutTo(length: number): Promise<void> {
    await this.#settle();
    await this.#handle.truncate(length);
    this.#written = length;
  }

  /** Everything is on the disk, and the file is closed. */
  async finish(): Promise<void> {
    await this.#settle();
    await this.#syncing;
    await this.#handle.sync();
    await this.close();
  }

  /** Closes the file and removes it, wherever its writing is. May follow {@link finish}. */
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
    noteClosed(this.path);
  }

  async #settle(): Promise<void> {
    await this.#flush();
    await this.#writing;
  }

  /** Begins to write what was gathered, once the piece before is written. */
  async #flush(): Promise<void> {
    await this.#writing;
    if (this.#gatheredBytes === 0) return;
    const pieces = this.#gathered;
    const bytes = this.#gatheredBytes;
    const position = this.#written;
    this.#gathered = [];
    this.#gatheredBytes = 0;
    this.#written += bytes;
    this.#writing = this.#writeAll(pieces, bytes, position);
    // Who writes next, or finishes, hears of a failure; until then it is nobody's.
    this.#writing.catch(() => undefined);
    this.#syncSometimes(bytes);
  }

  async #writeAll(pieces: Uint8Array[], bytes: number, position: number): Promise<void> {
    const { bytesWritten } = await this.#handle.writev(pieces, position);
    if (bytesWritten < bytes)
      await this.#writeRest(Buffer.concat(pieces).subarray(bytesWritten), position + bytesWritten);
    for (const piece of pieces) giveBack(piece);
  }

  async #writeRest(rest: Uint8Array, position: number): Promise<void> {
    for (let done = 0; done < rest.length; ) {
      const more = await this.#handle.write(rest, done, rest.length - done, position + done);
      done += more.bytesWritten;
    }
  }

  /** The disk works while bytes come in, and not only when the last one has. */
  #syncSometimes(bytes: number): void {
    this.#unsynced += bytes;
    if (this.#unsynced < SYNCED_EVERY) return;
    this.#unsynced = 0;
    this.#syncing = Promise.all([this.#syncing, this.#writing]).then(() => this.#handle.datasync());
    this.#syncing.catch(() => undefined);
  }
}
