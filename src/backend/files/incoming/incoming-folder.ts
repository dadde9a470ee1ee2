import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrno } from '../../../base/errno.js';
import { makeFolder } from '../../base/make-folder.js';
import type { IncomingFile, ResumableFile, ResumableFiles, StoredName } from '../storage.js';
import { CheckpointFile } from './checkpoint-file.js';
import { PartFile } from './part-file.js';
import {
  checkpointsOf,
  hasEnded,
  isOpenHere,
  markClosed,
  markOpen,
  newPartName,
  ownerOf,
} from './part-file-name.js';

type Save = (part: PartFile, name: StoredName) => Promise<void>;

/** A part file older than this is abandoned even if its process seems to run. In milliseconds. */
const MAX_PART_AGE_MS = 24 * 60 * 60 * 1000;

/** The local folder that holds files until they are complete. */
export class IncomingFolder implements ResumableFiles {
  readonly #folder: string;
  readonly #save: Save;

  /** @param save makes a complete file durable and visible */
  constructor(folder: string, save: Save) {
    this.#folder = folder;
    this.#save = save;
  }

  /** @param now system time, epoch milliseconds */
  async open(now: number): Promise<void> {
    makeFolder(this.#folder);
    await sweepParts(this.#folder, now);
  }

  async receive(): Promise<IncomingFile> {
    return this.#incoming(await PartFile.create(this.#folder));
  }

  async create(uploadId: string): Promise<ResumableFile> {
    return this.#resumable(await PartFile.create(this.#folder, uploadId));
  }

  async resume(uploadId: string): Promise<ResumableFile | null> {
    for (const name of await this.#abandonedFilesOf(uploadId)) {
      if (!name.endsWith('.part')) continue;
      const path = join(this.#folder, newPartName(uploadId));
      // Marked before it is opened, or the file would look abandoned in between.
      markOpen(path);
      // If several callers resume the same file, only one of them can rename it.
      if (await renameIfPresent(join(this.#folder, name), path)) {
        await renameIfPresent(checkpointsOf(join(this.#folder, name)), checkpointsOf(path));
        return this.#resumable(await PartFile.reopen(path));
      }
      markClosed(path);
    }
    return null;
  }

  async abandoned(): Promise<readonly string[]> {
    const uploads = (await this.#abandonedFiles()).map(({ uploadId }) => uploadId);
    return [...new Set(uploads)];
  }

  async remove(uploadId: string): Promise<void> {
    for (const name of await this.#abandonedFilesOf(uploadId)) {
      await rm(join(this.#folder, name), { force: true });
    }
  }

  async #abandonedFilesOf(uploadId: string): Promise<string[]> {
    return (await this.#abandonedFiles())
      .filter((file) => file.uploadId === uploadId)
      .map(({ name }) => name);
  }

  async #abandonedFiles(): Promise<{ readonly name: string; readonly uploadId: string }[]> {
    return (await readdir(this.#folder)).flatMap((name) => {
      const owner = ownerOf(name);
      if (!owner?.uploadId || !hasEnded(owner, join(this.#folder, name))) return [];
      return { name, uploadId: owner.uploadId };
    });
  }

  #incoming(part: PartFile): IncomingFile {
    return {
      get length() {
        return part.length;
      },
      write: (chunk) => part.write(chunk),
      read: (start, end) => part.read(start, end),
      save: (name) => this.#save(part, name),
      discard: () => part.discard(),
    };
  }

  async #resumable(part: PartFile): Promise<ResumableFile> {
    const file = new CheckpointFile(checkpointsOf(part.path));
    const checkpoints = await file.read();
    return {
      ...this.#incoming(part),
      get length() {
        return part.length;
      },
      checkpoints,
      addCheckpoint: async (sha256) => {
        const bytes = part.length;
        // The bytes first: a checkpoint must never describe bytes that are not in the file.
        await part.flushed();
        await file.add({ bytes, sha256 });
      },
      truncate: async (length) => {
        await part.truncate(length);
        await file.write(checkpoints.filter(({ bytes }) => bytes <= length));
      },
      isOwned: async () => (await statIfPresent(part.path)) !== null,
      release: () => part.finish(),
      discard: async () => {
        await part.discard();
        await file.remove();
      },
    };
  }
}

/**
 * Removes the files of uploads whose process has ended. Files of running processes stay, and so do those of uploads
 * that can be resumed: they are removed when the upload expires.
 *
 * @param now system time, epoch milliseconds
 */
async function sweepParts(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const owner = ownerOf(name);
    const path = join(folder, name);
    if (!owner || isOpenHere(path)) continue;
    const ended = hasEnded(owner, path);
    if (ended && owner.uploadId !== null) continue;
    // Absent if its own process has just removed it.
    const modifiedAt = (await statIfPresent(path))?.mtimeMs ?? 0;
    if (ended || now - modifiedAt > MAX_PART_AGE_MS) await rm(path, { force: true });
  }
}

/** @returns whether the file existed */
async function renameIfPresent(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return false;
    throw error;
  }
}

async function statIfPresent(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return null;
    throw error;
  }
}
