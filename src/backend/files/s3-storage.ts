import { createHash } from 'node:crypto';
import { IncomingFolder } from '../domain/media/incoming-folder.js';
import type { PartFile } from '../domain/media/part-file.js';
import { S3Bucket, type UploadedPiece } from './s3-bucket.js';
import type { S3Settings } from './s3-settings.js';
import { type IncomingFile, type MediaStorage, StoredFileMissing, type StoredName } from './storage.js';

/** Larger files go in pieces of this size, in bytes: what is held in memory of each. */
const PIECE_BYTES = 8 * 1024 * 1024;

/** So many pieces are under way at once. */
const PIECES_AT_ONCE = 2;

/**
 * Media in an S3-compatible bucket: `<prefix><workspace>/<sha256>/original`, with what was made from a file
 * beside it. A file that is coming in is on this machine's disk until it is whole: only then is its name known,
 * and only then does the bucket see it.
 */
export class S3Storage implements MediaStorage {
  readonly #bucket: S3Bucket;
  readonly #prefix: string;
  readonly lasting: IncomingFolder;

  private constructor(settings: S3Settings, incoming: string) {
    this.#bucket = new S3Bucket(settings);
    this.#prefix = settings.prefix ?? '';
    this.lasting = new IncomingFolder(incoming, (part, name) => this.#keep(part, name));
  }

  /**
   * @param incoming a folder on this machine for files that are coming in
   * @param now system time, epoch milliseconds
   */
  static async open(settings: S3Settings, incoming: string, now: number): Promise<S3Storage> {
    const storage = new S3Storage(settings, incoming);
    await storage.lasting.open(now);
    return storage;
  }

  receive(): Promise<IncomingFile> {
    return this.lasting.receive();
  }

  open(name: StoredName, range?: { readonly start: number; readonly end: number }) {
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    const begin = async () => {
      const answer = await this.#bucket.get(this.#objectOf(name), range);
      if (!answer?.body) throw new StoredFileMissing(`There are no bytes of ${name.sha256}.`);
      return answer.body.getReader();
    };
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (range && range.end <= range.start) return controller.close();
          reader ??= await begin();
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

  async #keep(part: PartFile, name: StoredName): Promise<void> {
    const object = this.#objectOf(name);
    if ((await this.#bucket.sizeOf(object)) === null) {
      if (part.length <= PIECE_BYTES) {
        const bytes = Uint8Array.from(await part.read(0, part.length));
        await this.#bucket.put(object, bytes, sha256Of(bytes));
      } else {
        await this.#putInPieces(part, object);
      }
    }
    await part.discard();
  }

  async #putInPieces(part: PartFile, object: string): Promise<void> {
    const uploadId = await this.#bucket.begin(object);
    try {
      const count = Math.ceil(part.length / PIECE_BYTES);
      const pieces: UploadedPiece[] = [];
      let next = 0;
      const work = async (): Promise<void> => {
        for (let index = next++; index < count; index = next++) {
          const bytes = Uint8Array.from(await part.read(index * PIECE_BYTES, (index + 1) * PIECE_BYTES));
          pieces[index] = await this.#bucket.putPiece(object, uploadId, index + 1, bytes, sha256Of(bytes));
        }
      };
      await Promise.all(Array.from({ length: PIECES_AT_ONCE }, work));
      await this.#bucket.complete(object, uploadId, pieces);
    } catch (error) {
      // Pieces that are given up cost their owner until somebody says so.
      await this.#bucket.giveUp(object, uploadId).catch(() => undefined);
      throw error;
    }
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
