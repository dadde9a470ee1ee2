/** One file of a form. Its bytes must be read to the end before the next file is requested. */
export interface FormFile {
  readonly filename: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A request body that is streamed to the handler: the bytes of one file, or a form with files. */
export interface SentFile {
  /** The size of the body in bytes as the request declares it; null if it does not. */
  readonly declaredBytes: number | null;
  /** The file name that the request gives for the body; null if it gives none. */
  readonly filename: string | null;
  /** Can be read once. Each chunk belongs to the reader. Reading throws if the connection ends too early. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /**
   * Splits the bytes of the body into the files of a form; null if the body is a single file.
   *
   * @throws RequestRefused if the form is malformed, larger than `maxBytes`, or contains anything but files
   */
  readonly parseForm:
    | ((bytes: AsyncIterable<Uint8Array>, maxBytes: number) => AsyncIterable<FormFile>)
    | null;
}
