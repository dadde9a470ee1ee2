/** Bytes that are read once, with backpressure. */
export interface BodyBytes extends AsyncIterable<Uint8Array> {
  /**
   * Takes back the memory of a chunk for a later one. Only for a transport that knows that the chunk was sent; others
   * keep the chunks that they were given.
   */
  recycle?(chunk: Uint8Array): void;
}

/** One HTTP request, ready to be sent. */
export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Absolute URL. */
  readonly url: string;
  /** Names in lowercase. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null for no body. */
  readonly body: string | BodyBytes | null;
  /** Aborts the request; the transport settles immediately when it fires. */
  readonly signal: AbortSignal;
  /** Larger responses are an error with the code `RESPONSE_TOO_LARGE`. */
  readonly maxResponseBytes: number;
}

/** The status of a redirect that a browser keeps to itself, with its target. */
export const REDIRECT_UNSEEN = 0;

export interface TransportResponse {
  readonly status: number;
  /** Names in lowercase; repeated fields are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * How requests reach the backend. A transport does not follow redirects or retry, and throws
 * {@link TransportError} without a complete response. Any other error counts as an error after sending.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Whether it holds a whole body in memory. Uploads then send large files in several requests. */
  readonly buffersBodies?: boolean;
  /** Closes connections. */
  close?(): Promise<void>;
}

/** There is no response. `sent` says whether any byte of the request may have been sent. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly sent: boolean;
  readonly code: string | null;

  constructor(message: string, fields: { sent: boolean; code: string | null; cause?: unknown }) {
    super(message, { cause: fields.cause });
    this.sent = fields.sent;
    this.code = fields.code;
  }
}

export const RESPONSE_TOO_LARGE = 'RESPONSE_TOO_LARGE';

/** The error for a response of more than `limit` bytes. */
export function tooLarge(limit: number): TransportError {
  return new TransportError(`the response is larger than ${limit} bytes`, {
    sent: true,
    code: RESPONSE_TOO_LARGE,
  });
}
