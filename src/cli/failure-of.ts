import { ApiError, ServerError } from '../client/errors/api-errors.js';
import {
  AbortedError,
  ConfigurationError,
  ConnectionError,
  OutcomeUnknownError,
  PostriderError,
  TimeoutError,
  UnexpectedAnswerError,
} from '../client/errors/errors.js';
import { API_ERRORS, type ApiErrorCode } from '../contract/api-errors.js';
import { type Issue, issueText } from '../contract/errors.js';
import { isScope, SCOPES } from '../contract/scopes.js';
import { type MessageContext, toCliWording } from './api-to-cli-words.js';
import type { ExitKind } from './exit-codes.js';
import { type Changed, CliFailure } from './failure.js';
import { nextSteps } from './next-steps.js';
import { typed } from './typed-name.js';

/**
 * Turns any error into the message and exit code of the command.
 *
 * @param debug include the stack of an unexpected error
 */
export function failureOf(error: unknown, debug: boolean): CliFailure {
  if (error instanceof CliFailure) return error;
  if (error instanceof ApiError) return refusedByService(error);
  if (error instanceof PostriderError) {
    const message = error instanceof ConfigurationError ? toCliWording(error.message) : error.message;
    return new CliFailure(kindOf(error), message, {
      ...changedBy(error),
      readOnly: isRead(error),
      next: error instanceof ConnectionError ? [`Find out what is wrong: ${typed('doctor')}`] : [],
      data: clientFacts(error),
      cause: error,
    });
  }
  const message = error instanceof Error ? error.message : String(error);
  if (/Cannot find (?:module|package) '(?:@libsql\/|libsql')/.test(message)) return withoutDatabase(error);
  return new CliFailure('failed', `Unexpected error: ${message}`, {
    lines: debug && error instanceof Error && error.stack ? [error.stack] : [],
    next: ['Set POSTRIDER_DEBUG=1 and run the command again to see the stack trace.'],
    cause: error,
  });
}

/** npm skips optional dependencies with --omit=optional, and on platforms without a prebuilt binary. */
function withoutDatabase(error: unknown): CliFailure {
  const machine = `${process.platform} ${process.arch}`;
  return new CliFailure(
    'configuration',
    `The embedded database (libsql) is not installed for this machine (${machine}).`,
    {
      changed: 'nothing',
      next: [
        'Reinstall with optional dependencies: npm install --include=optional postrider',
        'Or store the data in PostgreSQL: DATABASE_URL=postgres://…',
        'The tools, and every command that talks to a remote backend, work without it.',
      ],
      cause: error,
    },
  );
}

function kindOf(error: PostriderError): ExitKind {
  if (error instanceof ConfigurationError)
    return error.reason === 'argument_invalid' ? 'usage' : 'configuration';
  if (error instanceof OutcomeUnknownError) return 'outcome_unknown';
  if (error instanceof AbortedError) return 'interrupted';
  if (
    error instanceof ConnectionError ||
    error instanceof TimeoutError ||
    error instanceof UnexpectedAnswerError
  ) {
    return 'unavailable';
  }
  return 'failed';
}

/** Whether anything changed, where the client's own message does not say it. */
function changedBy(error: PostriderError): { changed?: Changed } {
  if (error instanceof OutcomeUnknownError) return { changed: 'unknown' };
  return error.sent ? {} : { changed: 'nothing' };
}

/** Whether the failed request only reads. */
function isRead({ operation }: PostriderError): boolean {
  return operation !== null && /\.(?:get|list|validate|slots|deliveries)$/.test(operation);
}

function clientFacts({
  name,
  operation,
  idempotencyKey,
  attempts,
  sent,
}: PostriderError): Record<string, unknown> {
  return { error: name, operation, idempotencyKey, attempts, sent };
}

/** Messages that the API words in request fields, in terms of flags. */
const CLI_MESSAGES: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  target_required:
    'Choose where to publish: --to bluesky, --to x:@name or --account <accounts>. There is no default.',
  duplicate_post:
    'The same text and media were posted to this account within the last 24 hours, or are scheduled.',
};

/** Without the API's own advice: the next steps name the commands. */
function scopeMissing(scope: string | undefined): string | undefined {
  if (scope === undefined) return undefined;
  const meaning = isScope(scope) ? `: ${SCOPES[scope].toLowerCase()}` : '';
  return `This API key lacks the scope ${scope}${meaning}.`;
}

function refusedByService(error: ApiError): CliFailure {
  const { problem, requestId } = error;
  const { message, lines } = refusalText(error);
  const isUnknown = error instanceof ServerError && !isRead(error);
  return new CliFailure(isUnknown ? 'outcome_unknown' : serviceKind(error), message, {
    lines: [...lines, ...choiceLines(error)],
    changed: isUnknown ? 'unknown' : 'nothing',
    readOnly: isRead(error),
    next: nextSteps(error),
    ...(requestId === '' ? {} : { requestId }),
    data: { code: problem.code, status: problem.status, problem, idempotencyKey: error.idempotencyKey },
    cause: error,
  });
}

/** What the service refused: the only issue, or a heading for several. */
function refusalText(error: Pick<ApiError, 'code' | 'detail' | 'errors' | 'operation' | 'problem'>): {
  readonly message: string;
  readonly lines: readonly string[];
} {
  const { code, detail, errors } = error;
  const known = code === 'scope_missing' ? scopeMissing(error.problem.requiredScope) : CLI_MESSAGES[code];
  if (known !== undefined) return { message: known, lines: [] };
  if (errors.length > 1) {
    return {
      message: `${errors.length} problems to fix:`,
      lines: errors.map((issue) => issueLine(issue, error)),
    };
  }
  return { message: toCliWording(detail, error), lines: [] };
}

function serviceKind({ code, status }: Pick<ApiError, 'code' | 'status'>): ExitKind {
  if (code === 'database_damaged') return 'data_unusable';
  if (code === 'request_in_progress' || status === 429 || status >= 500) return 'unavailable';
  if (status === 401 || status === 403) return 'configuration';
  return status === 404 ? 'not_found' : 'refused';
}

/** The exit code for an API error code. */
export function exitKindOfCode(code: ApiErrorCode): ExitKind {
  return serviceKind({ code, status: API_ERRORS[code].status });
}

/** A broken rule on one line: at which network, what, and how to fix it. */
export function issueLine({ platform, message, fix }: Issue, context?: MessageContext): string {
  const text = toCliWording(issueText({ message, fix }), context);
  return platform === undefined ? text : `${platform}: ${text}`;
}

function choiceLines({ problem }: ApiError): string[] {
  return (problem.choices ?? []).map(
    ({ platform, handle, accountId }) => `${platform}  ${handle}  ${accountId}`,
  );
}
