import { type IncomingFile, type MediaStorage, StoredFileMissing, type StoredName } from './storage.js';

/** Media of a backend that stores everything in memory. */
export class MemoryStorage implements MediaStorage {
  readonly #files = new Map<string, Map<string, Uint8Array<ArrayBuffer>>>();

  receive(): Promise<IncomingFile> {
    return Promise.resolve(new IncomingMemory((name, bytes) => this.#save(name, bytes)));
  }

  open(name: StoredName, range?: { readonly start: number; readonly end: number }) {
    const bytes = this.#find(name);
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        if (!bytes)
          return controller.error(new StoredFileMissing(`The file ${name.sha256} is not in storage.`));
        controller.enqueue(range ? bytes.subarray(range.start, range.end) : bytes);
        controller.close();
      },
    });
  }

  has(name: StoredName): Promise<boolean> {
    return Promise.resolve(this.#find(name) !== undefined);
  }

  sizeOf(name: StoredName): Promise<number | null> {
    return Promise.resolve(this.#find(name)?.length ?? null);
  }

  remove(name: Omit<StoredName, 'variant'>): Promise<void> {
    this.#files.delete(folderOf(name));
    return Promise.resolve();
  }

  #find(name: StoredName): Uint8Array<ArrayBuffer> | undefined {
    return this.#files.get(folderOf(name))?.get(name.variant ?? '');
  }

  #save(name: StoredName, bytes: Uint8Array<ArrayBuffer>): void {
    const variants = this.#files.get(folderOf(name)) ?? new Map<string, Uint8Array<ArrayBuffer>>();
    if (!variants.has(name.variant ?? '')) variants.set(name.variant ?? '', bytes);
    this.#files.set(folderOf(name), variants);
  }
}

const folderOf = ({ workspaceId, sha256 }: StoredName): string => `${workspaceId}/${sha256}`;

class IncomingMemory implements IncomingFile {
  readonly #onSave: (name: StoredName, bytes: Uint8Array<ArrayBuffer>) => void;
  #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(onSave: (name: StoredName, bytes: Uint8Array<ArrayBuffer>) => void) {
    this.#onSave = onSave;
  }

  get length(): number {
    return this.#length;
  }

  write(chunk: Uint8Array): Promise<void> {
    this.#chunks.push(Uint8Array.from(chunk));
    this.#length += chunk.length;
    return Promise.resolve();
  }

  read(start: number, end: number): Promise<Uint8Array> {
    return Promise.resolve(this.#whole().subarray(start, end));
  }

  save(name: StoredName): Promise<void> {
    this.#onSave(name, this.#whole());
    return Promise.resolve();
  }

  discard(): Promise<void> {
    this.#chunks = [];
    this.#length = 0;
    return Promise.resolve();
  }

  #whole(): Uint8Array<ArrayBuffer> {
    if (this.#chunks.length > 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return Uint8Array.from(this.#chunks[0] ?? []);
  }
}
