import { createHash } from 'node:crypto';
import { byteSize } from '../../../../networks/count/byte-size.js';
import type { IncomingFile, ResumableFile } from '../../../files/storage.js';
import { RequestRefused } from '../../../operations/refusal.js';
import { BoundedFile } from '../facts/bounded-file.js';
import { detectType } from '../facts/detect-type.js';
import type { MediaLimits } from '../limits.js';

/** Enough bytes to detect the type of any file. */
const HEAD_BYTES = 4100;

/** A resumable file gets a checkpoint each time this many bytes have come in. */
const CHECKPOINT_EVERY_BYTES = 8 * 1024 * 1024;

/** How many bytes of a resumed file are read and hashed at once. */
const READ_BYTES = 1024 * 1024;

/** A complete file that is not saved yet. */
export interface ReceivedFile {
  readonly file: IncomingFile;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly filename: string | null;
}

/**
 * Receives one file: hashes it on the way, and refuses it as soon as its first bytes are not those of an image or
 * video, or it grows too large for its type.
 */
export class FileReceiver {
  readonly filename: string | null;
  readonly #file: IncomingFile;
  readonly #resumable: ResumableFile | null;
  readonly #limits: MediaLimits;
  #hash = createHash('sha256');
  /** The length at the last checkpoint. */
  #checkpointBytes = 0;
  /** The first chunks, until the type is detected. */
  #head: Uint8Array[] | null = [];
  #maxBytes: number | null = null;

  constructor(file: IncomingFile | ResumableFile, limits: MediaLimits, filename: string | null) {
    this.#file = file;
    this.#resumable = 'checkpoints' in file ? file : null;
    this.#limits = limits;
    this.filename = filename;
  }

  /**
   * Continues a file that an ended process has received in part. Bytes after the last checkpoint that matches its
   * hash are cut off; if none matches, the file is removed.
   */
  static async resume(
    file: ResumableFile,
    limits: MediaLimits,
    filename: string | null,
  ): Promise<FileReceiver | null> {
    const receiver = new FileReceiver(file, limits, filename);
    try {
      await receiver.#restore(file);
    } catch (error) {
      await file.discard();
      throw error;
    }
    if (receiver.length > 0) return receiver;
    await file.discard();
    return null;
  }

  /** Bytes so far. */
  get length(): number {
    return this.#file.length;
  }

  /**
   * @param chunk owned by the file from now on
   * @throws MediaRefused, RequestRefused `payload_too_large`, or an error of the storage
   */
  async write(chunk: Uint8Array): Promise<void> {
    const length = this.#file.length + chunk.length;
    if (length > (this.#maxBytes ?? this.#limits.videoBytes)) throw tooLarge(this.#maxBytes, this.#limits);
    this.#hash.update(chunk);
    this.#head?.push(chunk.subarray(0, HEAD_BYTES));
    await this.#file.write(chunk);
    if (this.#head && length >= HEAD_BYTES) await this.#checkType();
    if (length - this.#checkpointBytes >= CHECKPOINT_EVERY_BYTES) await this.addCheckpoint();
  }

  /** Records the current length, so that another process can resume from it. */
  async addCheckpoint(): Promise<void> {
    if (this.length === this.#checkpointBytes) return;
    this.#checkpointBytes = this.length;
    await this.#resumable?.addCheckpoint(this.#hash.copy().digest('hex'));
  }

  /** Whether the file still exists and belongs to this process. */
  async isOwned(): Promise<boolean> {
    return this.#resumable === null || this.#resumable.isOwned();
  }

  /** Ends a complete file. Its type has been checked, but its facts have not been read. */
  async finish(): Promise<ReceivedFile> {
    if (this.#head && this.length > 0) await this.#checkType();
    return { file: this.#file, sha256: this.#hash.digest('hex'), filename: this.filename };
  }

  discard(): Promise<void> {
    return this.#file.discard();
  }

  /** Lets another process resume the file, or removes it if it is not resumable. */
  async release(): Promise<void> {
    if (this.#resumable === null) return this.discard();
    await this.addCheckpoint();
    await this.#resumable.release();
  }

  async #restore(file: ResumableFile): Promise<void> {
    const hash = createHash('sha256');
    let at = 0;
    for (const { bytes, sha256 } of file.checkpoints) {
      while (at < bytes) {
        const chunk = await file.read(at, Math.min(at + READ_BYTES, bytes));
        if (chunk.length === 0) break;
        hash.update(chunk);
        at += chunk.length;
      }
      if (at < bytes || hash.copy().digest('hex') !== sha256) break;
      this.#hash = hash.copy();
      this.#checkpointBytes = bytes;
    }
    await file.truncate(this.#checkpointBytes);
    this.#head = [await file.read(0, HEAD_BYTES)];
    if (this.length >= HEAD_BYTES) await this.#checkType();
  }

  async #checkType(): Promise<void> {
    const head = Buffer.concat(this.#head ?? []).subarray(0, HEAD_BYTES);
    this.#head = null;
    const type = await detectType(
      new BoundedFile({
        length: head.length,
        read: (start, end) => Promise.resolve(head.subarray(start, end)),
      }),
    );
    this.#maxBytes = type.startsWith('image/') ? this.#limits.imageBytes : this.#limits.videoBytes;
    if (this.length > this.#maxBytes) throw tooLarge(this.#maxBytes, this.#limits);
  }
}

function tooLarge(maxBytes: number | null, limits: MediaLimits): RequestRefused {
  const kind = maxBytes === limits.imageBytes ? 'image' : 'video';
  const limit = maxBytes ?? limits.videoBytes;
  return new RequestRefused(
    'payload_too_large',
    `The ${kind} is larger than ${byteSize(limit)}: ${kind}s can have at most ${limit} bytes. The rest was not read.`,
    {
      errors: [
        {
          code: 'payload_too_large',
          severity: 'error',
          message: `The ${kind} is larger than ${byteSize(limit)}.`,
          limit,
          unit: 'bytes',
          fix:
            kind === 'image'
              ? 'Save it at a smaller size or as JPEG.'
              : 'Export it at a lower bit rate or size.',
        },
      ],
    },
  );
}

/**
 * Receives one complete file. If the file is refused or the sender disconnects, what was received is removed.
 *
 * @throws as {@link FileReceiver.write}
 */
export async function receiveFile(
  bytes: AsyncIterable<Uint8Array>,
  receiver: FileReceiver,
): Promise<ReceivedFile> {
  try {
    for await (const chunk of bytes) await receiver.write(chunk);
    return await receiver.finish();
  } catch (error) {
    await receiver.discard();
    throw error;
  }
}
