import { API_ERRORS, type ApiErrorCode } from '../../contract/api-errors.js';
import { type Issue, issueText, PROBLEM_TYPE_PREFIX, type Problem } from '../../contract/errors.js';

type Details = Partial<
  Omit<Problem, 'type' | 'title' | 'status' | 'detail' | 'code' | 'requestId' | 'retryable'>
>;

/** A request that the service rejects. Handlers throw it; each face (HTTP, dashboard, tools) presents it. */
export class RequestRefused extends Error {
  override readonly name: string = 'RequestRefused';
  readonly code: ApiErrorCode;
  readonly details: Details;

  /** @param detail what is wrong and how to fix it, in plain sentences */
  constructor(code: ApiErrorCode, detail: string, details: Details = {}) {
    super(detail);
    this.code = code;
    this.details = details;
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

/** The refusal for a single issue, which is then both the detail and the only entry of `errors`. */
export function refusalOfIssue(
  code: ApiErrorCode,
  issue: Omit<Issue, 'code' | 'severity'>,
  details: Omit<Details, 'errors'> = {},
): RequestRefused {
  return new RequestRefused(code, issueText(issue), {
    ...details,
    errors: [{ code, severity: 'error', ...issue }],
  });
}
