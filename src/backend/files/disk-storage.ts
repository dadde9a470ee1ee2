import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasErrno } from '../../base/errno.js';
import { IncomingFolder } from '../domain/media/incoming-folder.js';
import type { PartFile } from '../domain/media/part-file.js';
import { fileStream } from './file-stream.js';
import { type IncomingFile, type MediaStorage, StoredFileMissing, type StoredName } from './storage.js';

/**
 * Media in a folder: `<workspace>/<first two digits>/<sha256>`, with what was made from a file beside it as
 * `<sha256>.<variant>`. What is still coming in is in `incoming`.
 */
export class DiskStorage implements MediaStorage {
  readonly #folder: string;
  readonly lasting: IncomingFolder;

  private constructor(folder: string) {
    this.#folder = folder;
    this.lasting = new IncomingFolder(join(folder, 'incoming'), (part, name) => this.#keep(part, name));
  }

  /**
   * @param now system time, epoch milliseconds
   * @returns a storage in which nothing is left of what a crash cut off and cannot go on
   */
  static async open(folder: string, now: number): Promise<DiskStorage> {
    const storage = new DiskStorage(folder);
    await storage.lasting.open(now);
    return storage;
  }

  receive(): Promise<IncomingFile> {
    return this.lasting.receive();
  }

  open(name: StoredName, range?: { readonly start: number; readonly end: number }) {
    const path = this.#pathOf(name);
    // Node's `end` is the last byte, and an empty range has none.
    const bytes = range && { start: range.start, end: Math.max(range.start, range.end - 1) };
    if (range && range.end <= range.start) return new Blob([]).stream();
    return fileStream(() => createReadStream(path, { ...bytes, highWaterMark: 256 * 1024 }), name);
  }

  async has(name: StoredName): Promise<boolean> {
    return (await this.sizeOf(name)) !== null;
  }

  async sizeOf(name: StoredName): Promise<number | null> {
    return sizeAt(this.#pathOf(name));
  }

  async remove(name: Omit<StoredName, 'variant'>): Promise<void> {
    const path = this.#pathOf(name);
    const folder = dirname(path);
    const beside = await readdir(folder).catch(ifMissing<string[]>([]));
    const own = beside.filter((file) => file === name.sha256 || file.startsWith(`${name.sha256}.`));
    for (const file of own) await rm(join(folder, file), { force: true });
    if (own.length > 0) await syncFolder(folder);
  }

  async #keep(part: PartFile, name: StoredName): Promise<void> {
    const path = this.#pathOf(name);
    await part.finish();
    if ((await sizeAt(path)) !== null) return part.discard();
    await this.#makeFolders(dirname(path));
    await rename(part.path, path);
    await syncFolder(dirname(path));
  }

  /** A new folder outlives a power cut only once the one above it is on the disk. */
  async #makeFolders(folder: string): Promise<void> {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (made === undefined) return;
    for (let at = folder; at.length > this.#folder.length; at = dirname(at)) await syncFolder(dirname(at));
  }

  #pathOf({ workspaceId, sha256, variant }: StoredName): string {
    const file = variant === undefined ? sha256 : `${sha256}.${variant}`;
    if (!/^\w+$/.test(workspaceId) || !/^[0-9a-f]{64}(\.[\w-]+)?$/.test(file)) {
      throw new StoredFileMissing(`${workspaceId}/${file} names no stored file.`);
    }
    return join(this.#folder, workspaceId, sha256.slice(0, 2), file);
  }
}

async function sizeAt(path: string): Promise<number | null> {
  return (await stat(path).catch(ifMissing(null)))?.size ?? null;
}

function ifMissing<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (hasErrno(error, 'ENOENT')) return value;
    throw error;
  };
}

/** Brings the names in a folder to the disk. Windows cannot, and does not need it. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle: FileHandle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
