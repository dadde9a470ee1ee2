/** A request body that is streamed to the handler: the bytes of one file, or a multipart form with files. */
export interface SentFile {
  /** The Content-Type header with its parameters; empty if there is none. */
  readonly contentType: string;
  /** Content-Length; null if the request has none. */
  readonly announcedBytes: number | null;
  readonly contentDisposition: string | null;
  /** Can be read once. Each chunk belongs to the reader. Reading throws if the connection ends early. */
  readonly bytes: AsyncIterable<Uint8Array>;
}
