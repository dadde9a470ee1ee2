import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrno } from '../../../base/errno.js';
import { makeFolder } from '../../base/make-folder.js';
import type { IncomingFile, LastingFile, LastingFiles, StoredName } from '../../files/storage.js';
import { MarksFile } from './marks-file.js';
import { PartFile } from './part-file.js';
import { hasEnded, marksOf, newPartName, noteClosed, noteOpen, ownerOf } from './part-name.js';
import { sweepParts } from './sweep-parts.js';

type Keep = (part: PartFile, name: StoredName) => Promise<void>;

/** The folder of this machine in which files are until they are whole. */
export class IncomingFolder implements LastingFiles {
  readonly #folder: string;
  readonly #keep: Keep;

  /** @param keep makes a whole file durable and visible */
  constructor(folder: string, keep: Keep) {
    this.#folder = folder;
    this.#keep = keep;
  }

  /** @param now system time, epoch milliseconds */
  async open(now: number): Promise<void> {
    makeFolder(this.#folder);
    await sweepParts(this.#folder, now);
  }

  async receive(): Promise<IncomingFile> {
    return this.#incoming(await PartFile.create(this.#folder));
  }

  async begin(upload: string): Promise<LastingFile> {
    return this.#lasting(await PartFile.create(this.#folder, upload));
  }

  async takeUp(upload: string): Promise<LastingFile | null> {
    for (const name of await this.#leftOf(upload)) {
      if (!name.endsWith('.part')) continue;
      const path = join(this.#folder, newPartName(upload));
      // Until it is opened it must not seem to be an ended process's.
      noteOpen(path);
      // Of several who go on with one file, one gets it: a name can be changed once.
      if (await renamed(join(this.#folder, name), path)) {
        await renamed(marksOf(join(this.#folder, name)), marksOf(path));
        return this.#lasting(await PartFile.takeUp(path));
      }
      noteClosed(path);
    }
    return null;
  }

  async left(): Promise<readonly string[]> {
    const uploads = (await this.#left()).map(({ upload }) => upload);
    return [...new Set(uploads)];
  }

  async remove(upload: string): Promise<void> {
    for (const name of await this.#leftOf(upload)) await rm(join(this.#folder, name), { force: true });
  }

  async #leftOf(upload: string): Promise<string[]> {
    return (await this.#left()).filter((file) => file.upload === upload).map(({ name }) => name);
  }

  async #left(): Promise<{ readonly name: string; readonly upload: string }[]> {
    return (await readdir(this.#folder)).flatMap((name) => {
      const owner = ownerOf(name);
      if (!owner?.upload || !hasEnded(owner, join(this.#folder, name))) return [];
      return { name, upload: owner.upload };
    });
  }

  #incoming(part: PartFile): IncomingFile {
    return {
      get length() {
        return part.length;
      },
      write: (chunk) => part.write(chunk),
      read: (start, end) => part.read(start, end),
      keep: (name) => this.#keep(part, name),
      discard: () => part.discard(),
    };
  }

  async #lasting(part: PartFile): Promise<LastingFile> {
    const marks = new MarksFile(marksOf(part.path));
    const noted = await marks.read();
    return {
      ...this.#incoming(part),
      get length() {
        return part.length;
      },
      marks: noted,
      note: async (sha256) => {
        const bytes = part.length;
        // Never of what is not written: it would be no more than a promise.
        await part.settled();
        await marks.add({ bytes, sha256 });
      },
      cutTo: async (length) => {
        await part.cutTo(length);
        await marks.write(noted.filter(({ bytes }) => bytes <= length));
      },
      isOurs: async () => (await sizeAt(part.path)) !== null,
      leave: () => part.finish(),
      discard: async () => {
        await part.discard();
        await marks.remove();
      },
    };
  }
}

/** @returns whether it was there */
async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return false;
    throw error;
  }
}

async function sizeAt(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (hasErrno(error, 'ENOENT')) return null;
    throw error;
  }
}
