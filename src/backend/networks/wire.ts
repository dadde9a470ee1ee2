/** A request to a network's API. */
export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the network's API host, or an absolute URL that the network returned for an upload. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON, except `URLSearchParams`, `Multipart`, bytes and streams. */
  readonly body?: unknown;
}

/** A form with one file, sent as `multipart/form-data`. The file is streamed, never held in memory. */
export class Multipart {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: FormFile;

  constructor(fields: Readonly<Record<string, string>>, file: FormFile) {
    this.fields = fields;
    this.file = file;
  }
}

interface FormFile {
  /** The name of its form field. */
  readonly field: string;
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
  open(): ReadableStream<Uint8Array>;
}

export interface WireResponse {
  readonly status: number;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON, in which integers beyond 2^53 are strings (TikTok's ids); any other body is a string. */
  readonly body: unknown;
  /**
   * It arrived before the body of the request had been sent, and the rest was not sent: the network cannot have acted on
   * the request.
   */
  readonly early?: true;
}

/** Carries requests to a network: over HTTP, or to a simulated network in this process. */
export interface Wire {
  /** Where the network's web pages are, without a trailing slash. */
  readonly webUrl: string;
  /**
   * @param signal stops waiting; a request that was already sent may still take effect
   * @throws ConnectionFailed no complete response arrived. `sent` is false only if that is certain: the name was not
   *   resolved, no connection was made, or TLS failed
   */
  send(request: WireRequest, signal: AbortSignal): Promise<WireResponse>;
}

/** No complete response arrived. `sent`: the request may have reached the network. */
export class ConnectionFailed extends Error {
  override readonly name = 'ConnectionFailed';
  readonly sent: boolean;
  readonly reason: 'refused' | 'timeout' | 'reset';

  constructor(reason: 'refused' | 'timeout' | 'reset', sent: boolean) {
    super(
      sent
        ? `The connection to the network ended (${reason}) after the request was sent.`
        : `The network could not be reached (${reason}); nothing was sent.`,
    );
    this.reason = reason;
    this.sent = sent;
  }
}
