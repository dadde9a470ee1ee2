import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { errnoOf } from '../../../base/errno.js';
import { syncHandle } from '../../base/sync-file.js';
import { DATABASE_FILE } from '../../store/store.js';
import { BackupUnusable } from './backup-unusable.js';
import {
  type BackupManifest,
  MANIFEST_NAME,
  notABackup,
  readManifest,
  readMediaName,
  SUMS_NAME,
} from './manifest.js';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** The message of the tar decoder if the archive ends too early. */
const TRUNCATED = 'Tar archive is truncated.';

/** The manifest lists tables, so it is small. A larger one is something else. */
const MAX_MANIFEST_BYTES = 1024 * 1024;

export interface UnpackOptions {
  /** An empty folder. */
  readonly into: string;
  /** Whether to keep the files of media; otherwise they are only checked. */
  readonly keepMedia: boolean;
  readonly signal: AbortSignal;
  /** Called with the bytes unpacked so far. */
  readonly progress: (bytes: number, manifest: BackupManifest) => void;
}

export interface Unpacked {
  readonly manifest: BackupManifest;
  /** Uploads in the archive, without thumbnails. */
  readonly mediaFiles: number;
  readonly mediaBytes: number;
}

/**
 * Unpacks an archive into a folder and checks it: its names, its length and the SHA-256 sum of each file. Reads it once,
 * in memory of constant size. What is unpacked is on disk when the promise resolves.
 *
 * @throws BackupUnusable
 */
export async function unpackArchive(
  archive: AsyncIterable<Uint8Array>,
  options: UnpackOptions,
): Promise<Unpacked> {
  const unpacking = new Unpacking(options, await open(join(options.into, 'sums'), 'wx', FILE_MODE));
  try {
    const unzipped = createGunzip();
    // Ends `unzipped` with its error, which the loop then throws.
    pipeline(archive, unzipped).catch(() => undefined);
    for await (const entry of Readable.toWeb(unzipped).pipeThrough(createTarDecoder({ strict: true }))) {
      options.signal.throwIfAborted();
      await unpacking.take(entry);
    }
  } catch (error) {
    options.signal.throwIfAborted();
    throw unpacking.explain(error);
  } finally {
    await unpacking.close();
  }
  return unpacking.result();
}

class Unpacking {
  readonly #options: UnpackOptions;
  /** The sums of the files as they were read. They must equal those in the archive. */
  readonly #sums: FileHandle;
  readonly #seen = { manifest: null as BackupManifest | null, database: false, sums: false };
  readonly #media = { files: 0, bytes: 0 };
  #bytes = 0;

  constructor(options: UnpackOptions, sums: FileHandle) {
    this.#options = options;
    this.#sums = sums;
  }

  async take({ header, body }: ParsedTarEntry): Promise<void> {
    const { name, type } = header;
    if (this.#seen.manifest === null) {
      if (name !== MANIFEST_NAME || header.size > MAX_MANIFEST_BYTES) throw notABackup();
      this.#seen.manifest = readManifest(await this.#readText(name, body));
    } else if (this.#seen.sums || type !== 'file') {
      throw damaged(`it contains ${JSON.stringify(name)}, which is not part of a backup`);
    } else if (!this.#seen.database) {
      if (name !== DATABASE_FILE) throw damaged('it contains no database');
      this.#seen.database = true;
      await this.#addSum(name, await this.#save(name, body));
    } else if (name === SUMS_NAME) {
      this.#seen.sums = true;
      await this.#save(SUMS_NAME, body);
      await this.#compareSums();
    } else {
      await this.#takeMedia(name, body);
    }
  }

  result(): Unpacked {
    const { manifest, sums } = this.#seen;
    if (manifest === null) throw notABackup();
    if (!sums) throw incomplete();
    return { manifest, mediaFiles: this.#media.files, mediaBytes: this.#media.bytes };
  }

  async close(): Promise<void> {
    await this.#sums.close();
  }

  /** Explains an error while the archive is read: what is wrong with it, or with the disk. */
  explain(error: unknown): unknown {
    const code = errnoOf(error);
    if (error instanceof BackupUnusable) return error;
    // A name that repeats would replace what was checked.
    if (code === 'EEXIST') return damaged('it contains a file twice', error);
    if (code !== undefined && !/^(Z_|ERR_)/.test(code)) return error;
    if (this.#seen.manifest === null) return notABackup(error);
    if (code === 'Z_BUF_ERROR' || (error instanceof Error && error.message === TRUNCATED))
      return incomplete(error);
    return damaged(error instanceof Error ? error.message : String(error), error);
  }

  async #takeMedia(name: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    const file = readMediaName(name);
    if (file === null) {
      throw damaged(`it contains ${JSON.stringify(name)}, which is not part of a backup`);
    }
    const before = this.#bytes;
    await this.#addSum(name, await (this.#options.keepMedia ? this.#save(name, body) : this.#hash(body)));
    if (file.isThumbnail) return;
    this.#media.files += 1;
    this.#media.bytes += this.#bytes - before;
  }

  async #save(name: string, body: AsyncIterable<Uint8Array>): Promise<string> {
    const path = join(this.#options.into, name);
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
    const file = await open(path, 'wx', FILE_MODE);
    try {
      const sha256 = await this.#hash(body, (chunk) => file.write(chunk));
      await syncHandle(file);
      return sha256;
    } finally {
      await file.close();
    }
  }

  async #hash(
    body: AsyncIterable<Uint8Array>,
    each?: (chunk: Uint8Array) => Promise<unknown>,
  ): Promise<string> {
    const hash = createHash('sha256');
    for await (const chunk of body) {
      this.#options.signal.throwIfAborted();
      hash.update(chunk);
      await each?.(chunk);
      this.#bytes += chunk.length;
      if (this.#seen.manifest) this.#options.progress(this.#bytes, this.#seen.manifest);
    }
    return hash.digest('hex');
  }

  async #readText(name: string, body: AsyncIterable<Uint8Array>): Promise<string> {
    const chunks: Uint8Array[] = [];
    const sha256 = await this.#hash(body, async (chunk) => chunks.push(chunk));
    await this.#addSum(name, sha256);
    return Buffer.concat(chunks).toString('utf8');
  }

  async #addSum(name: string, sha256: string): Promise<void> {
    await this.#sums.write(`${sha256}  ${name}\n`);
  }

  async #compareSums(): Promise<void> {
    const [expected, found] = [SUMS_NAME, 'sums'].map((name) => linesOf(join(this.#options.into, name)));
    for (;;) {
      const [one, other] = await Promise.all([expected?.next(), found?.next()]);
      if (one?.value !== other?.value) {
        const name = String(other?.value ?? one?.value).slice(66);
        throw damaged(`${name} is not as it was when the backup was made`);
      }
      if (one?.done !== false) return;
    }
  }
}

async function* linesOf(path: string): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
  return undefined;
}

function damaged(what: string, cause?: unknown): BackupUnusable {
  return new BackupUnusable('damaged', `The backup is damaged: ${what}.`, cause);
}

function incomplete(cause?: unknown): BackupUnusable {
  return new BackupUnusable(
    'incomplete',
    'The backup is incomplete: its end is missing. It was not written or not copied to its end.',
    cause,
  );
}
