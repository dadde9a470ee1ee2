/** A request as it goes to a network's own API. */
export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the network's API host, or the whole address that the network itself gave for an upload. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON; `URLSearchParams`, `Multipart`, bytes and streams are sent as what they are. */
  readonly body?: unknown;
}

/** A form with one file, sent as `multipart/form-data`. The file is read as it goes out, never held whole. */
export class Multipart {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: FormFile;

  constructor(fields: Readonly<Record<string, string>>, file: FormFile) {
    this.fields = fields;
    this.file = file;
  }
}

interface FormFile {
  /** The field that holds it. */
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
  /** JSON as objects, with integers beyond 2^53 as text (TikTok's ids); anything else as text. */
  readonly body: unknown;
}

/** What carries requests to a network: a real connection, or a simulated network in this process. */
export interface Wire {
  /** Web address of the network at the other end, without a slash at its end: where its pages are seen. */
  readonly webUrl: string;
  /**
   * @param signal aborts the wait; a request that was already sent may still have had its effect
   * @throws ConnectionFailed where no whole answer came back
   */
  send(request: WireRequest, signal: AbortSignal): Promise<WireResponse>;
}

/** No answer came back. `sent` tells whether the request may have reached the network. */
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
