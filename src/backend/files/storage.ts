/** The name of a stored file. It contains the hash of the bytes, so each workspace stores the same bytes once. */
export interface StoredName {
  readonly workspaceId: string;
  /** SHA-256 of the uploaded bytes, hexadecimal. */
  readonly sha256: string;
  /** A file derived from the upload: `thumbnail`, `converted-…`. Absent for the upload itself. */
  readonly variant?: string;
}

/** A file that is being received. Nobody else can see it until it is saved. */
export interface IncomingFile {
  /** @param chunk owned by the file from now on: the caller must not change it */
  write(chunk: Uint8Array): Promise<void>;
  /** Reads bytes written so far, from `start` up to but not including `end`; fewer if the file ends earlier. */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Bytes written so far. */
  readonly length: number;
  /** Makes the file durable and visible under its name, atomically. A file that already has the name is kept. */
  save(name: StoredName): Promise<void>;
  /** Removes the incoming file. Does nothing after `save`. */
  discard(): Promise<void>;
}

/** A length that a file had reached, and the hash of all bytes up to it. */
export interface Checkpoint {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** An incoming file that another process can continue if this one ends. */
export interface ResumableFile extends IncomingFile {
  /** What earlier processes recorded, in ascending order of length. */
  readonly checkpoints: readonly Checkpoint[];
  /** Records the current length. @param sha256 of all bytes so far */
  addCheckpoint(sha256: string): Promise<void>;
  /** Cuts off everything after a length. */
  truncate(length: number): Promise<void>;
  /** Whether this process still owns the file: another one may have assumed that this one ended, and resumed it. */
  isOwned(): Promise<boolean>;
  /** Closes the file so that another process can resume it. No other call may follow. */
  release(): Promise<void>;
}

/** Incoming files that outlive the process that receives them, one for each upload. */
export interface ResumableFiles {
  create(uploadId: string): Promise<ResumableFile>;
  /** Takes over what an ended process received of an upload; null if there is nothing. */
  resume(uploadId: string): Promise<ResumableFile | null>;
  /** The ids of the uploads that ended processes left unfinished. */
  abandoned(): Promise<readonly string[]>;
  /** Removes what ended processes received of an upload. */
  remove(uploadId: string): Promise<void>;
}

/** The bytes of a file do not exist, or no longer exist. */
export class StoredFileMissing extends Error {
  override readonly name = 'StoredFileMissing';
}

/** The storage cannot be reached. Nothing was changed; the same call may succeed later. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
  readonly code = 'unavailable';
}

/** Stores the bytes of media: on disk, in memory, or in an S3-compatible store. */
export interface MediaStorage {
  receive(): Promise<IncomingFile>;
  /** Absent if incoming files do not outlive the process. */
  readonly resumable?: ResumableFiles;
  /**
   * @param range bytes from `start` up to but not including `end`; absent for the whole file
   * @returns a stream that fails with StoredFileMissing if the file does not exist
   */
  open(
    name: StoredName,
    range?: { readonly start: number; readonly end: number },
  ): ReadableStream<Uint8Array>;
  has(name: StoredName): Promise<boolean>;
  /** Bytes; null if the file does not exist. */
  sizeOf(name: StoredName): Promise<number | null>;
  /** Removes a file and everything derived from it. Does nothing if the file does not exist. */
  remove(name: Omit<StoredName, 'variant'>): Promise<void>;
}
