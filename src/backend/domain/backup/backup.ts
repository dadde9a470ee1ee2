import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { hasErrno } from '../../../base/errno.js';
import { VERSION } from '../../../version.js';
import type { Clock } from '../../base/clock.js';
import { syncFolder, syncHandle } from '../../base/sync-file.js';
import type { MediaStorage } from '../../files/storage.js';
import { copyDatabase, type DatabaseCopy } from '../../store/copy/copy-database.js';
import type { DatabaseLocation } from '../../store/open-database.js';
import { DATABASE_FILE } from '../../store/store.js';
import { BackupUnusable } from './backup-unusable.js';
import { type BackupManifest, FORMAT, MANIFEST_NAME, type MediaFile, mediaName } from './manifest.js';
import { workFolder } from './work-folder.js';
import { ArchiveWriter } from './write-archive.js';

/** Names of missing and changed files that are reported. */
const MAX_NAMES = 100;

export type BackupProgress =
  | { readonly step: 'database'; readonly table: string | null; readonly rows: number; readonly of: number }
  | { readonly step: 'files'; readonly bytes: number; readonly of: number };

export interface BackupOptions {
  readonly location: DatabaseLocation;
  /** Where the files are; null leaves them out. */
  readonly storage: MediaStorage | null;
  /** The path of the archive, which must not exist; or where to write it. */
  readonly to: string | Writable;
  /** An existing folder for the copy of the database. */
  readonly workIn: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly progress: (done: BackupProgress) => void;
}

/** What a backup contains. */
export interface BackupMade {
  readonly manifest: BackupManifest;
  /** The id of the secret key that sealed its secrets, and that it does not contain; null: they are in clear. */
  readonly keyId: string | null;
  /** Bytes of the archive; null if it was not written to a file. */
  readonly bytes: number | null;
  readonly files: number;
  readonly fileBytes: number;
  /** Files that the database refers to and the storage does not have: how many, and the first names. */
  readonly missing: FoundFiles;
  /** Files whose bytes no longer have the hash in their name. They are in the backup as they are. */
  readonly changed: FoundFiles;
}

export interface FoundFiles {
  readonly count: number;
  readonly names: readonly string[];
}

/**
 * Writes a backup of a backend that may be running: its database as of one instant, then the files that this database
 * refers to. A file appears under its name when it is complete and on disk.
 *
 * @throws BackupUnusable `not_empty` if the file exists
 * @throws SchemaTooNew
 * @throws DatabaseUnusable
 */
export async function makeBackup(options: BackupOptions): Promise<BackupMade> {
  const work = await workFolder(options.workIn);
  try {
    if (typeof options.to !== 'string') return await writeBackup(options, options.to, work.path);
    await refuseExisting(options.to);
    const partial = join(work.path, 'archive');
    const file = await open(partial, 'wx', 0o600);
    let made: BackupMade;
    try {
      const stream = createWriteStream(partial, { fd: file.fd, autoClose: false });
      made = await writeBackup(options, stream, work.path);
      await syncHandle(file);
    } finally {
      await file.close();
    }
    const { size } = await stat(partial);
    await refuseExisting(options.to);
    await rename(partial, options.to);
    await syncFolder(dirname(options.to));
    return { ...made, bytes: size };
  } finally {
    await work.remove();
  }
}

async function refuseExisting(to: string): Promise<void> {
  const found = await stat(to).catch((error: unknown) => {
    if (hasErrno(error, 'ENOENT')) return null;
    throw error;
  });
  if (found !== null) throw new BackupUnusable('not_empty', `${to} already exists.`);
}

async function writeBackup(options: BackupOptions, to: Writable, work: string): Promise<BackupMade> {
  const { location, storage, clock, signal, progress } = options;
  progress({ step: 'database', table: null, rows: 0, of: 0 });
  // Before the copy: whatever happens from now on is not in it.
  const createdAt = new Date(clock.now());
  const path = join(work, DATABASE_FILE);
  const copy = await copyDatabase(location, path, {
    signal,
    progress: (done) => progress({ step: 'database', ...done }),
  });
  try {
    const { size } = await stat(path);
    const record = copy.file.sealRecord();
    if (record?.next !== undefined) {
      throw new BackupUnusable(
        'rotating',
        'A rotation of the secret key is not finished: a backup would need both keys. Finish the rotation first.',
      );
    }
    const keyId = copy.file.sealKeyId();
    const manifest = manifestOf(copy, { createdAt, bytes: size, options });
    const archive = await ArchiveWriter.open({ to, sumsPath: join(work, 'sums'), mtime: createdAt, signal });
    try {
      const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
      await archive.add({ name: MANIFEST_NAME, bytes: text.length, body: Readable.from([text]) });
      await archive.add({ name: DATABASE_FILE, bytes: size, body: createReadStream(path) });
      const files = new FileWriter(archive, manifest.media.bytes, progress);
      if (storage !== null) await files.writeAll(copy, storage);
      await archive.end();
      return { manifest, keyId, bytes: null, ...files.result() };
    } catch (error) {
      await archive.discard();
      throw error;
    }
  } finally {
    copy.file.close();
  }
}

function manifestOf(
  { file, schema, tables }: DatabaseCopy,
  {
    createdAt,
    bytes,
    options: { location, storage },
  }: { readonly createdAt: Date; readonly bytes: number; readonly options: BackupOptions },
): BackupManifest {
  const media = { included: storage !== null, files: 0, bytes: 0 };
  for (const one of file.files()) {
    media.files += 1;
    media.bytes += one.bytes;
  }
  return {
    format: FORMAT,
    createdAt: createdAt.toISOString(),
    postrider: VERSION,
    database: {
      schema,
      engine: location.databaseUrl === undefined ? 'embedded' : 'postgres',
      bytes,
      tables: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
    },
    media,
  };
}

/** Writes the files of uploads. Conversions are left out: they are made again when they are needed. */
class FileWriter {
  readonly #archive: ArchiveWriter;
  readonly #total: number;
  readonly #progress: BackupOptions['progress'];
  readonly #missing = new FoundNames();
  readonly #changed = new FoundNames();
  #files = 0;
  #bytes = 0;

  constructor(archive: ArchiveWriter, total: number, progress: BackupOptions['progress']) {
    this.#archive = archive;
    this.#total = total;
    this.#progress = progress;
  }

  async writeAll({ file }: DatabaseCopy, storage: MediaStorage): Promise<void> {
    for (const { workspaceId, sha256, hasThumbnail } of file.files()) {
      const upload: MediaFile = { workspaceId, sha256, isThumbnail: false };
      const found = await this.#write(upload, storage);
      if (found !== null && found !== sha256) this.#changed.add(mediaName(upload));
      if (hasThumbnail) await this.#write({ ...upload, isThumbnail: true }, storage);
    }
  }

  result(): Pick<BackupMade, 'files' | 'fileBytes' | 'missing' | 'changed'> {
    return {
      files: this.#files,
      fileBytes: this.#bytes,
      missing: this.#missing.found,
      changed: this.#changed.found,
    };
  }

  /** @returns its SHA-256; null if the storage does not have it */
  async #write(file: MediaFile, storage: MediaStorage): Promise<string | null> {
    const name = mediaName(file);
    const { workspaceId, sha256, isThumbnail } = file;
    const stored = { workspaceId, sha256, ...(isThumbnail ? { variant: 'thumbnail' } : {}) };
    const bytes = await storage.sizeOf(stored);
    if (bytes === null) {
      this.#missing.add(name);
      return null;
    }
    const written = await this.#archive.add({ name, bytes, body: storage.open(stored) });
    if (!isThumbnail) {
      this.#files += 1;
      this.#bytes += bytes;
    }
    this.#progress({ step: 'files', bytes: this.#bytes, of: this.#total });
    return written;
  }
}

class FoundNames {
  #count = 0;
  readonly #names: string[] = [];

  add(name: string): void {
    this.#count += 1;
    if (this.#names.length < MAX_NAMES) this.#names.push(name);
  }

  get found(): FoundFiles {
    return { count: this.#count, names: this.#names };
  }
}
