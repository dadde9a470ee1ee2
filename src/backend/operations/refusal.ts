import { API_ERRORS, type ApiErrorCode, PROBLEM_TYPE_PREFIX, type Problem } from '../../contract/errors.js';

type Details = Partial<
  Omit<Problem, 'type' | 'title' | 'status' | 'detail' | 'code' | 'requestId' | 'retryable'>
>;

/** A request that is refused. Thrown by handlers; the http layer turns it into a problem document. */
export class RequestRefused extends Error {
  override readonly name = 'RequestRefused';
  readonly code: ApiErrorCode;
  readonly details: Details;
  /** Headers that HTTP asks for beside the document: `Allow`, `WWW-Authenticate`. */
  readonly headers: Readonly<Record<string, string>>;

  /** @param detail what is wrong and what to do, in plain sentences */
  constructor(
    code: ApiErrorCode,
    detail: string,
    details: Details = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
    this.code = code;
    this.details = details;
    this.headers = headers;
  }

  toProblem(requestId: string): Problem {
    const { status, title, retryable } = API_ERRORS[this.code];
    return {
      type: `${PROBLEM_TYPE_PREFIX}${this.code}`,
      title,
      status,
      detail: this.message,
      code: this.code,
      requestId,
      retryable,
      ...this.details,
    };
  }
}
