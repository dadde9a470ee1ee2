/**
 * Why a fetch failed, by kind: `refused` URLs are never requested, `unreachable` ones may respond later, and with
 * `answer` the response cannot be used.
 */
const FETCH_FAILURES = {
  url_invalid: 'refused',
  scheme_refused: 'refused',
  userinfo_refused: 'refused',
  port_refused: 'refused',
  address_refused: 'refused',
  name_not_found: 'unreachable',
  connection_failed: 'unreachable',
  tls_failed: 'unreachable',
  proxy_failed: 'unreachable',
  timed_out: 'unreachable',
  stalled: 'unreachable',
  aborted: 'unreachable',
  answer_broken: 'unreachable',
  redirects_exceeded: 'answer',
  redirect_invalid: 'answer',
  too_large: 'answer',
  encoding_unsupported: 'answer',
} as const;

export type FetchFailureCode = keyof typeof FETCH_FAILURES;
export type FetchFailureKind = (typeof FETCH_FAILURES)[FetchFailureCode];

/** A failed fetch. The message says what happened and what to do. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure';
  readonly code: FetchFailureCode;
  /** The URL that failed: the requested one, or the target of a redirect. */
  readonly url: string | null;
  /** Whether the request may have reached the server. */
  readonly sent: boolean;

  constructor(
    code: FetchFailureCode,
    message: string,
    { url = null, sent = false, cause }: { url?: string | null; sent?: boolean; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.url = url;
    this.sent = sent;
  }

  get kind(): FetchFailureKind {
    return FETCH_FAILURES[this.code];
  }
}
