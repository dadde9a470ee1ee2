/** One HTTP request, ready to be sent. */
export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Absolute address. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or bytes that are read once, as fast as they can be sent; null: none. */
  readonly body: string | AsyncIterable<Uint8Array> | null;
  /** Ends the request; the transport settles at once when it fires. */
  readonly signal: AbortSignal;
  /** Larger answers are an error with the code `RESPONSE_TOO_LARGE`. */
  readonly maxResponseBytes: number;
}

export interface TransportResponse {
  readonly status: number;
  /** Names in lower case; repeated fields joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * How requests reach the service. A transport follows no redirects, retries nothing, and throws
 * {@link TransportError} when there is no whole answer; any other error counts as one after sending.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Frees connections. */
  close?(): Promise<void>;
}

/** There is no answer. `sent` says whether a single byte of the request may have left. */
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

/** The error for an answer of more than `limit` bytes. */
export function tooLarge(limit: number): TransportError {
  return new TransportError(`the answer is larger than ${limit} bytes`, {
    sent: true,
    code: RESPONSE_TOO_LARGE,
  });
}
