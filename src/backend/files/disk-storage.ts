import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasErrno } from '../../base/errno.js';
import { syncFolder } from '../base/sync-file.js';
import { IncomingFolder } from './incoming/incoming-folder.js';
import type { PartFile } from './incoming/part-file.js';
import { type IncomingFile, type MediaStorage, StoredFileMissing, type StoredName } from './storage.js';

/**
 * Media in a folder: `<workspace>/<first two digits>/<sha256>`, with derived files next to it as
 * `<sha256>.<variant>`. Incoming files are in `incoming`.
 */
export class DiskStorage implements MediaStorage {
  readonly #folder: string;
  readonly resumable: IncomingFolder;

  private constructor(folder: string) {
    this.#folder = folder;
    this.resumable = new IncomingFolder(join(folder, 'incoming'), (part, name) => this.#save(part, name));
  }

  /**
   * @param now system time, epoch milliseconds
   * @returns a storage without the incoming files of crashed processes that cannot be resumed
   */
  static async open(folder: string, now: number): Promise<DiskStorage> {
    const storage = new DiskStorage(folder);
    await storage.resumable.open(now);
    return storage;
  }

  receive(): Promise<IncomingFile> {
    return this.resumable.receive();
  }

  open(name: StoredName, range?: { readonly start: number; readonly end: number }) {
    const path = this.#pathOf(name);
    // Node’s `end` is inclusive, so it cannot express an empty range.
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
    const siblings = await readdir(folder).catch(ifMissing<string[]>([]));
    const files = siblings.filter((file) => file === name.sha256 || file.startsWith(`${name.sha256}.`));
    for (const file of files) await rm(join(folder, file), { force: true });
    if (files.length > 0) await syncFolder(folder);
  }

  async #save(part: PartFile, name: StoredName): Promise<void> {
    const path = this.#pathOf(name);
    await part.finish();
    if ((await sizeAt(path)) !== null) return part.discard();
    await this.#createFolders(dirname(path));
    await rename(part.path, path);
    await syncFolder(dirname(path));
  }

  /** A new folder survives a power cut only after its parent is synced. */
  async #createFolders(folder: string): Promise<void> {
    const created = await mkdir(folder, { recursive: true, mode: 0o700 });
    if (created === undefined) return;
    for (let at = folder; at.length > this.#folder.length; at = dirname(at)) await syncFolder(dirname(at));
  }

  #pathOf({ workspaceId, sha256, variant }: StoredName): string {
    const file = variant === undefined ? sha256 : `${sha256}.${variant}`;
    if (!/^\w+$/.test(workspaceId) || !/^[0-9a-f]{64}(\.[\w-]+)?$/.test(file)) {
      throw new StoredFileMissing(`${workspaceId}/${file} is not the name of a stored file.`);
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

/**
 * A web stream that opens its file when the first byte is read. The response to a HEAD request is never read, so its
 * file is never opened.
 *
 * @returns a stream that fails with StoredFileMissing if the file does not exist
 */
function fileStream(openFile: () => ReadStream, name: StoredName): ReadableStream<Uint8Array> {
  let file: ReadStream | undefined;
  let chunks: AsyncIterator<Buffer> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!chunks) {
          file = openFile();
          chunks = file[Symbol.asyncIterator]();
        }
        try {
          const next = await chunks.next();
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        } catch (error) {
          controller.error(
            hasErrno(error, 'ENOENT')
              ? new StoredFileMissing(`The file ${name.sha256} is not in storage.`)
              : error,
          );
        }
      },
      cancel() {
        file?.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
