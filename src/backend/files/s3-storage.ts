import { createHash } from 'node:crypto';
import { IncomingFolder } from './incoming/incoming-folder.js';
import type { PartFile } from './incoming/part-file.js';
import { S3Bucket, type UploadedPart } from './s3-bucket.js';
import type { S3Settings } from './s3-settings.js';
import { type IncomingFile, type MediaStorage, StoredFileMissing, type StoredName } from './storage.js';

/** Larger files are uploaded in parts of this many bytes. Each part is read into memory. */
const PART_BYTES = 8 * 1024 * 1024;

const MAX_CONCURRENT_PARTS = 2;

/**
 * Media in an S3-compatible bucket: `<prefix><workspace>/<sha256>/original`, with derived files next to it. An
 * incoming file stays on the local disk until it is complete, because its name contains the hash of all its bytes.
 */
export class S3Storage implements MediaStorage {
  readonly #bucket: S3Bucket;
  readonly #prefix: string;
  readonly resumable: IncomingFolder;

  private constructor(settings: S3Settings, incoming: string) {
    this.#bucket = new S3Bucket(settings);
    this.#prefix = settings.prefix ?? '';
    this.resumable = new IncomingFolder(incoming, (part, name) => this.#save(part, name));
  }

  /**
   * @param incoming a local folder for incoming files
   * @param now system time, epoch milliseconds
   */
  static async open(settings: S3Settings, incoming: string, now: number): Promise<S3Storage> {
    const storage = new S3Storage(settings, incoming);
    await storage.resumable.open(now);
    return storage;
  }

  receive(): Promise<IncomingFile> {
    return this.resumable.receive();
  }

  open(name: StoredName, range?: { readonly start: number; readonly end: number }) {
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    const openReader = async () => {
      const answer = await this.#bucket.get(this.#objectOf(name), range);
      if (!answer?.body) throw new StoredFileMissing(`The file ${name.sha256} is not in storage.`);
      return answer.body.getReader();
    };
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (range && range.end <= range.start) return controller.close();
          reader ??= await openReader();
          const next = await reader.read();
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        },
        cancel: () => reader?.cancel(),
      },
      { highWaterMark: 0 },
    );
  }

  async has(name: StoredName): Promise<boolean> {
    return (await this.sizeOf(name)) !== null;
  }

  sizeOf(name: StoredName): Promise<number | null> {
    return this.#bucket.sizeOf(this.#objectOf(name));
  }

  async remove({ workspaceId, sha256 }: Omit<StoredName, 'variant'>): Promise<void> {
    const names = await this.#bucket.namesBelow(`${this.#prefix}${workspaceId}/${sha256}/`);
    for (const name of names) await this.#bucket.remove(name);
  }

  #objectOf({ workspaceId, sha256, variant = 'original' }: StoredName): string {
    return `${this.#prefix}${workspaceId}/${sha256}/${variant}`;
  }

  async #save(part: PartFile, name: StoredName): Promise<void> {
    const object = this.#objectOf(name);
    if ((await this.#bucket.sizeOf(object)) === null) {
      if (part.length <= PART_BYTES) {
        const bytes = Uint8Array.from(await part.read(0, part.length));
        await this.#bucket.put(object, bytes, sha256Of(bytes));
      } else {
        await this.#uploadInParts(part, object);
      }
    }
    await part.discard();
  }

  async #uploadInParts(part: PartFile, object: string): Promise<void> {
    const uploadId = await this.#bucket.createMultipart(object);
    try {
      const count = Math.ceil(part.length / PART_BYTES);
      const parts: UploadedPart[] = [];
      let next = 0;
      const uploadNext = async (): Promise<void> => {
        for (let index = next++; index < count; index = next++) {
          const bytes = Uint8Array.from(await part.read(index * PART_BYTES, (index + 1) * PART_BYTES));
          parts[index] = await this.#bucket.putPart(object, uploadId, index + 1, bytes, sha256Of(bytes));
        }
      };
      await Promise.all(Array.from({ length: MAX_CONCURRENT_PARTS }, uploadNext));
      await this.#bucket.complete(object, uploadId, parts);
    } catch (error) {
      // The owner pays for the uploaded parts until the upload is aborted.
      await this.#bucket.abort(object, uploadId).catch(() => undefined);
      throw error;
    }
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
