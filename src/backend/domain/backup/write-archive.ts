import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createTarPacker } from 'modern-tar';
import { SUMS_NAME } from './manifest.js';

/** Only the owner may read what is unpacked. */
const MODE = 0o600;

/** Fast: what makes a backup large are images and videos, which do not get smaller. */
const GZIP = { level: 1 } as const;

/** One file to write. */
export interface ArchiveFile {
  readonly name: string;
  readonly bytes: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** A file was shorter or longer than announced. */
class SizeChanged extends Error {
  override readonly name = 'SizeChanged';
}

/**
 * Writes an archive file by file, in memory of constant size. The SHA-256 sums are collected in a file on disk, because
 * there may be millions.
 */
export class ArchiveWriter {
  readonly #packer = createTarPacker();
  readonly #mtime: Date;
  readonly #sums: FileHandle;
  readonly #sumsPath: string;
  readonly #written: Promise<void>;
  readonly #signal: AbortSignal;

  private constructor(
    sums: FileHandle,
    { to, sumsPath, mtime, signal }: Parameters<typeof ArchiveWriter.open>[0],
  ) {
    this.#sums = sums;
    this.#sumsPath = sumsPath;
    this.#mtime = mtime;
    this.#signal = signal;
    this.#written = pipeline(Readable.fromWeb(this.#packer.readable), createGzip(GZIP), to, { signal });
    // Reported by `add` or `end`, whichever waits next.
    this.#written.catch((error: unknown) => this.#packer.controller.error(error));
  }

  static async open(options: {
    readonly to: Writable;
    /** Where to collect the sums. */
    readonly sumsPath: string;
    /** The time of every file in the archive. */
    readonly mtime: Date;
    readonly signal: AbortSignal;
  }): Promise<ArchiveWriter> {
    return new ArchiveWriter(await open(options.sumsPath, 'wx', MODE), options);
  }

  /** @returns the SHA-256 of the file, hexadecimal */
  async add(file: ArchiveFile): Promise<string> {
    const sha256 = await this.#write(file);
    await this.#sums.write(`${sha256}  ${file.name}\n`);
    return sha256;
  }

  /** Writes the sums, and completes the archive. */
  async end(): Promise<void> {
    await this.#sums.close();
    const { size } = await stat(this.#sumsPath);
    await this.#write({ name: SUMS_NAME, bytes: size, body: createReadStream(this.#sumsPath) });
    this.#packer.controller.finalize();
    await this.#written;
  }

  /** Gives up. The destination holds part of an archive. */
  async discard(): Promise<void> {
    this.#packer.controller.error(new Error('The backup was given up.'));
    await this.#written.catch(() => undefined);
    await this.#sums.close().catch(() => undefined);
  }

  async #write({ name, bytes, body }: ArchiveFile): Promise<string> {
    const hash = createHash('sha256');
    const header = { name, size: bytes, mtime: this.#mtime, mode: MODE, type: 'file' as const };
    const entry = this.#packer.controller.add(header).getWriter();
    // Errors of the destination arrive here too; they are reported by the calls below.
    entry.closed.catch(() => undefined);
    let written = 0;
    try {
      for await (const chunk of body) {
        this.#signal.throwIfAborted();
        written += chunk.length;
        if (written > bytes) break;
        hash.update(chunk);
        await entry.write(chunk);
      }
      if (written !== bytes) throw new SizeChanged(`${name} changed while it was read.`);
      await entry.close();
    } catch (error) {
      // The destination's own error, such as a full disk, is the cause.
      this.#packer.controller.error(error);
      await this.#written;
      throw error;
    }
    return hash.digest('hex');
  }
}
