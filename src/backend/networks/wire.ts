/** A request to a network's API. */
export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the origin of the account's API, or the absolute URL of another service or of an upload. */
  readonly path: string;
  /** A list is sent as a parameter for each of its values. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON, except `URLSearchParams`, `Multipart`, bytes and streams. A stream needs a `content-length` header. */
  readonly body?: unknown;
  /**
   * It publishes. It is sent once, on a connection of its own: on one that was used before, the network may be about to
   * close it, and then nobody knows whether it read the request.
   */
  readonly irreversible?: true;
}

/** The query of a request as it is sent. */
export function queryParameters(query: NonNullable<WireRequest['query']>): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) parameters.append(name, one);
  }
  return parameters;
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
  /** Parsed JSON, in which integers beyond 2^53 are strings (TikTok's ids); any other body is a string, an empty one null. */
  readonly body: unknown;
  /**
   * It arrived before the body of the request had been sent, and the rest was not sent: the network cannot have acted on
   * the request.
   */
  readonly early?: true;
}

/** Carries requests to a network: over HTTP, or to a simulated network in this process. */
export interface Wire {
  /** The origin that relative paths go to, without a trailing slash: the account's own server, or the network's API. */
  readonly origin: string;
  /** Where the network's web pages are, without a trailing slash. */
  readonly webUrl: string;
  /**
   * @param signal stops waiting; a request that was already sent may still take effect
   * @throws ConnectionFailed no complete response arrived. `sent` is false only if that is certain: the name was not
   *   resolved, no connection was made, TLS failed, or the request was never completed
   */
  send(request: WireRequest, signal: AbortSignal): Promise<WireResponse>;
}

/** Why no complete response arrived. */
export type ConnectionFailure =
  | 'refused'
  | 'timeout'
  | 'reset'
  | 'name_not_found'
  | 'tls_failed'
  /** It leads to an address that Postrider does not connect to, such as one of a private network. */
  | 'address_refused'
  /** The proxy that the operator has configured did not connect. */
  | 'proxy_failed'
  /** The response was too large, or could not be read. */
  | 'answer_broken'
  /** The file to send could not be read to its end, so the request was never completed. */
  | 'file_broken';

/** What happened where nothing was sent: a sentence for people. */
const UNSENT_SENTENCES: Partial<Record<ConnectionFailure, string>> = {
  timeout: 'The network did not accept a connection in time; nothing was sent.',
  file_broken: 'The file could not be read to its end, so the upload was not completed.',
};

const UNREACHABLE = 'The network could not be reached; nothing was sent.';

/** The same after the request was sent. */
const SENT_SENTENCES: Partial<Record<ConnectionFailure, string>> = {
  refused: 'The network closed the connection after the request was sent.',
  timeout: 'The network did not answer in time after the request was sent.',
  reset: 'The connection to the network broke after the request was sent.',
  answer_broken: 'The network’s response was too large or could not be read.',
};

const UNREACHABLE_AFTER = 'The network could not be reached again after the request was sent.';

/** No complete response arrived. `sent`: the request may have reached the network. */
export class ConnectionFailed extends Error {
  override readonly name = 'ConnectionFailed';
  readonly sent: boolean;
  readonly reason: ConnectionFailure;

  /** @param why a sentence for people that says more, where nothing was sent. It must not contain secrets */
  constructor(reason: ConnectionFailure, sent: boolean, why?: string) {
    super(
      sent
        ? (SENT_SENTENCES[reason] ?? UNREACHABLE_AFTER)
        : why === undefined
          ? (UNSENT_SENTENCES[reason] ?? UNREACHABLE)
          : `${why} Nothing was sent.`,
    );
    this.reason = reason;
    this.sent = sent;
  }
}
