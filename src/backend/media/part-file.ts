import { randomBytes } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { giveBack } from './spent-bytes.js';

/** So much is gathered before it is written, in bytes: one system call for many chunks. */
const GATHERED = 1024 * 1024;

/** The system is told to bring what was written to the disk each time so much has come, in bytes. */
const SYNCED_EVERY = 32 * 1024 * 1024;

const HOST = hostname().replaceAll(/[^\w.-]/g, '_');

/** A part file's name says whose it is, so that those of a crashed process can be told apart. */
const NAME = /^(?<host>[\w.-]+)~(?<pid>\d+)~[0-9a-f]{32}\.part$/;

/** Whose part file this is; null where the name is no part file's. */
export function ownerOf(name: string): { readonly sameHost: boolean; readonly pid: number } | null {
  const groups = NAME.exec(name)?.groups;
  return groups ? { sameHost: groups['host'] === HOST, pid: Number(groups['pid']) } : null;
}

/** The part files that this process is writing. */
const openHere = new Set<string>();

/** Whether this process is still writing the file. */
export function isOpenHere(path: string): boolean {
  return openHere.has(path);
}

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
  #written = 0;
  #unsynced = 0;
  #writing: Promise<void> = Promise.resolve();
  #syncing: Promise<void> = Promise.resolve();
  #open = true;

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    openHere.add(path);
    this.#handle = handle;
  }

  static async create(folder: string): Promise<PartFile> {
    const path = join(folder, `${HOST}~${process.pid}~${randomBytes(16).toString('hex')}.part`);
    return new PartFile(path, await open(path, 'wx+', 0o600));
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
      if (!isMissing(error)) throw error;
    });
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    this.#open = false;
    await Promise.allSettled([this.#writing, this.#syncing]);
    await this.#handle.close();
    openHere.delete(this.path);
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

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
