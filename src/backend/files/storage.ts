/** A stored file: named by what is in it, so that the same bytes are kept once per workspace. */
export interface StoredName {
  readonly workspaceId: string;
  /** SHA-256 of the uploaded bytes, hexadecimal. */
  readonly sha256: string;
  /** What was made from the upload, beside it: `thumbnail`, `converted-…`. Absent: the upload itself. */
  readonly variant?: string;
}

/** A file that is coming in. Nothing of it is seen by anybody else until it is kept. */
export interface IncomingFile {
  /** @param chunk the file's from now on: nobody else may change it, or read it once this has returned */
  write(chunk: Uint8Array): Promise<void>;
  /**
   * What has been written so far, from `start` up to but not including `end`; shorter where it ends before.
   */
  read(start: number, end: number): Promise<Uint8Array>;
  /** Bytes written so far. */
  readonly length: number;
  /** Makes it durable and visible under its name, in one step. Where the name exists already, that file stays. */
  keep(name: StoredName): Promise<void>;
  /** Leaves nothing behind. May follow `keep`, and then does nothing. */
  discard(): Promise<void>;
}

/** How far a file had come at some time, and what all of its bytes up to there are. */
export interface Mark {
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A file that is coming in, and with which another process can go on where this one ends. */
export interface LastingFile extends IncomingFile {
  /** What earlier processes noted of it, one behind the other. */
  readonly marks: readonly Mark[];
  /** Notes that all that has come until now belongs to it. @param sha256 of all of it */
  note(sha256: string): Promise<void>;
  /** Cuts off what is behind a length. */
  cutTo(length: number): Promise<void>;
  /** Whether it is still this process's: another one may have thought it ended. */
  isOurs(): Promise<boolean>;
  /** Closes it, and leaves it to whoever goes on. Nothing may follow. */
  leave(): Promise<void>;
}

/** Files that outlive the process that receives them, each named by its upload. */
export interface LastingFiles {
  begin(upload: string): Promise<LastingFile>;
  /** Makes what an ended process has left of it this one's; null where there is nothing. */
  takeUp(upload: string): Promise<LastingFile | null>;
  /** The uploads of which ended processes have left something. */
  left(): Promise<readonly string[]>;
  /** Removes what ended processes have left of it. */
  remove(upload: string): Promise<void>;
}

/** The bytes of a file are not there (any more). */
export class StoredFileMissing extends Error {
  override readonly name = 'StoredFileMissing';
}

/** Keeps the bytes of media: on disk, in memory, or in an S3-compatible store. */
export interface MediaStorage {
  receive(): Promise<IncomingFile>;
  /** Absent where nothing outlives the process. */
  readonly lasting?: LastingFiles;
  /**
   * @param range bytes from `start` up to but not including `end`; absent: all
   * @returns a stream that fails with StoredFileMissing where there is no such file
   */
  open(
    name: StoredName,
    range?: { readonly start: number; readonly end: number },
  ): ReadableStream<Uint8Array>;
  has(name: StoredName): Promise<boolean>;
  /** Bytes; null where there is no such file. */
  sizeOf(name: StoredName): Promise<number | null>;
  /** Removes the file and everything that was made from it; nothing happens where there is none. */
  remove(name: Omit<StoredName, 'variant'>): Promise<void>;
}
