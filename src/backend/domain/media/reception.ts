import { createHash } from 'node:crypto';
import { byteSize } from '../../../networks/count/byte-size.js';
import type { IncomingFile, LastingFile } from '../../files/storage.js';
import { RequestRefused } from '../../operations/refusal.js';
import { BoundedFile } from './facts/random-access.js';
import { recognise } from './facts/recognise.js';
import type { MediaLimits } from './limits.js';
import { giveBack } from './spent-bytes.js';

/** So much of a file's beginning tells its kind, in bytes. */
const BEGINNING_BYTES = 4100;

/** How much of a file that may be gone on with comes between two notes of how far it is, in bytes. */
const NOTED_EVERY = 8 * 1024 * 1024;

/** So much is read at once of what an ended process left, in bytes. */
const READ_AT_ONCE = 1024 * 1024;

/** A whole file that has come in and is not kept yet. */
export interface ReceivedFile {
  readonly file: IncomingFile;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly filename: string | null;
}

/**
 * A file while it comes in: hashed on the way, and refused as soon as its first bytes show that it is no
 * image or video, or it grows too large for what it is.
 */
export class Reception {
  readonly filename: string | null;
  readonly #file: IncomingFile;
  readonly #lasting: LastingFile | null;
  readonly #limits: MediaLimits;
  #hash = createHash('sha256');
  /** Up to where its file was told how far it is. */
  #notedBytes = 0;
  /** Its first bytes, until they were looked at. */
  #beginning: Uint8Array[] | null = [];
  #mostBytes: number | null = null;

  constructor(file: IncomingFile | LastingFile, limits: MediaLimits, filename: string | null) {
    this.#file = file;
    this.#lasting = 'marks' in file ? file : null;
    this.#limits = limits;
    this.filename = filename;
  }

  /**
   * Goes on with what an ended process left: as much as is the same, byte for byte, as when it was noted. Where
   * nothing is, nothing of it is left.
   */
  static async goingOn(
    file: LastingFile,
    limits: MediaLimits,
    filename: string | null,
  ): Promise<Reception | null> {
    const reception = new Reception(file, limits, filename);
    try {
      await reception.#readAgain(file);
    } catch (error) {
      await file.discard();
      throw error;
    }
    if (reception.length > 0) return reception;
    await file.discard();
    return null;
  }

  /** Bytes so far. */
  get length(): number {
    return this.#file.length;
  }

  /**
   * @param chunk the file's from now on
   * @throws MediaRefused, RequestRefused `payload_too_large`, or what the storage throws
   */
  async write(chunk: Uint8Array): Promise<void> {
    const length = this.#file.length + chunk.length;
    if (length > (this.#mostBytes ?? this.#limits.videoBytes)) throw tooLarge(this.#mostBytes, this.#limits);
    this.#hash.update(chunk);
    // Copied: the chunk is the file's.
    this.#beginning?.push(Uint8Array.from(chunk.subarray(0, BEGINNING_BYTES)));
    await this.#file.write(chunk);
    if (this.#beginning && length >= BEGINNING_BYTES) await this.#look();
    if (length - this.#notedBytes >= NOTED_EVERY) await this.note();
  }

  /** Notes how far it is, should this process end. */
  async note(): Promise<void> {
    if (this.length === this.#notedBytes) return;
    this.#notedBytes = this.length;
    await this.#lasting?.note(this.#hash.copy().digest('hex'));
  }

  /** Whether what has come is still there, and this process's. */
  async isOurs(): Promise<boolean> {
    return this.#lasting === null || this.#lasting.isOurs();
  }

  /** The file is whole. Its kind has been looked at, its facts have not. */
  async finish(): Promise<ReceivedFile> {
    if (this.#beginning && this.length > 0) await this.#look();
    return { file: this.#file, sha256: this.#hash.digest('hex'), filename: this.filename };
  }

  discard(): Promise<void> {
    return this.#file.discard();
  }

  /** Leaves what has come to another process, where one can go on with it; else nothing is left. */
  async leave(): Promise<void> {
    if (this.#lasting === null) return this.discard();
    await this.note();
    await this.#lasting.leave();
  }

  async #readAgain(file: LastingFile): Promise<void> {
    const hash = createHash('sha256');
    let at = 0;
    for (const { bytes, sha256 } of file.marks) {
      while (at < bytes) {
        const piece = await file.read(at, Math.min(at + READ_AT_ONCE, bytes));
        if (piece.length === 0) break;
        hash.update(piece);
        at += piece.length;
        giveBack(piece);
      }
      if (at < bytes || hash.copy().digest('hex') !== sha256) break;
      this.#hash = hash.copy();
      this.#notedBytes = bytes;
    }
    await file.cutTo(this.#notedBytes);
    this.#beginning = [await file.read(0, BEGINNING_BYTES)];
    if (this.length >= BEGINNING_BYTES) await this.#look();
  }

  async #look(): Promise<void> {
    const beginning = Buffer.concat(this.#beginning ?? []).subarray(0, BEGINNING_BYTES);
    this.#beginning = null;
    const type = await recognise(
      new BoundedFile({
        length: beginning.length,
        read: (start, end) => Promise.resolve(beginning.subarray(start, end)),
      }),
    );
    this.#mostBytes = type.startsWith('image/') ? this.#limits.imageBytes : this.#limits.videoBytes;
    if (this.length > this.#mostBytes) throw tooLarge(this.#mostBytes, this.#limits);
  }
}

function tooLarge(most: number | null, limits: MediaLimits): RequestRefused {
  const kind = most === limits.imageBytes ? 'image' : 'video';
  const limit = most ?? limits.videoBytes;
  return new RequestRefused(
    'payload_too_large',
    `The ${kind} is larger than ${byteSize(limit)}: ${kind}s may have at most ${limit} bytes. The rest of it was not read.`,
    {
      errors: [
        {
          code: 'payload_too_large',
          severity: 'error',
          message: `The ${kind} is larger than ${byteSize(limit)}.`,
          limit,
          unit: 'bytes',
          fix: kind === 'image' ? 'Save it smaller or as JPEG.' : 'Export it at a lower bit rate or size.',
        },
      ],
    },
  );
}

/**
 * Receives one whole file. Where it is refused, or the sender goes, nothing of it is left.
 *
 * @throws as {@link Reception.write}
 */
export async function receiveFile(
  bytes: AsyncIterable<Uint8Array>,
  reception: Reception,
): Promise<ReceivedFile> {
  try {
    for await (const chunk of bytes) await reception.write(chunk);
    return await reception.finish();
  } catch (error) {
    await reception.discard();
    throw error;
  }
}
