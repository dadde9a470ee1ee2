import { ApiError, ServerError } from '../client/api-errors.js';
import {
  AbortedError,
  ConfigurationError,
  ConnectionError,
  OutcomeUnknownError,
  PostriderError,
  TimeoutError,
  UnexpectedAnswerError,
} from '../client/errors.js';
import { API_ERRORS, type ApiErrorCode, type Issue } from '../contract/errors.js';
import { actionsOffered, POST_STATUSES, type PostAction } from '../contract/posts/status.js';
import { isScope, smallestPresetWith } from '../contract/scopes.js';
import type { ExitKind } from './exit-codes.js';
import { type Changed, CliFailure } from './failure.js';
import { inboxSteps } from './next-steps.js';
import { typed } from './typed-name.js';

/**
 * What a person is told about an error, and what the command ends with.
 *
 * @param debug show where an unforeseen error arose
 */
export function failureOf(error: unknown, debug: boolean): CliFailure {
  if (error instanceof CliFailure) return error;
  if (error instanceof ApiError) return refusedByService(error);
  if (error instanceof PostriderError) {
    return new CliFailure(kindOf(error), error.message, {
      ...fateOf(error),
      next: error instanceof ConnectionError ? [`See what is wrong: ${typed('doctor')}`] : [],
      data: clientFacts(error),
      cause: error,
    });
  }
  const message = error instanceof Error ? error.message : String(error);
  if (/Cannot find (?:module|package) '(?:@libsql\/|libsql')/.test(message)) return withoutDatabase(error);
  return new CliFailure('failed', `Something unforeseen happened: ${message}`, {
    lines: debug && error instanceof Error && error.stack ? [error.stack] : [],
    next: ['Set POSTRIDER_DEBUG=1 and repeat the command to see where.'],
    cause: error,
  });
}

/** npm leaves optional parts out when it is told to, and where there are none for a machine. */
function withoutDatabase(error: unknown): CliFailure {
  const machine = `${process.platform} ${process.arch}`;
  return new CliFailure(
    'configuration',
    `The embedded database (libsql) is not installed for this machine (${machine}).`,
    {
      changed: 'nothing',
      next: [
        'Install the package anew, with its optional dependencies: npm install --include=optional postrider',
        'Or keep the data in PostgreSQL: DATABASE_URL=postgres://…',
        'The tools and all commands that talk to a backend elsewhere work without it.',
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

/** The client's messages say themselves what was sent; what is not said there is said here. */
function fateOf(error: PostriderError): { changed?: Changed } {
  if (error instanceof OutcomeUnknownError) return { changed: 'unknown' };
  return error.sent ? {} : { changed: 'nothing' };
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

/** What the service words in fields of a request, in words of this command line. */
const OWN_WORDS: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  target_required:
    'Say where to publish: --to <networks> or --account <ids>. Nothing is published everywhere by default.',
  duplicate_post: 'The same text and media went to the same account within 24 hours, or are about to.',
};

function refusedByService(error: ApiError): CliFailure {
  const { problem, detail, requestId, errors } = error;
  const message = OWN_WORDS[error.code] ?? detail;
  const lines =
    errors.length === 1 && message.includes(errors[0]?.message ?? '') ? [] : errors.map(issueLine);
  return new CliFailure(serviceKind(error), message, {
    lines: [...lines, ...choiceLines(error)],
    changed: error instanceof ServerError ? 'unknown' : 'nothing',
    next: nextOf(error),
    ...(requestId === '' ? {} : { requestId }),
    data: { code: problem.code, status: problem.status, problem, idempotencyKey: error.idempotencyKey },
    cause: error,
  });
}

function serviceKind({ code, status }: Pick<ApiError, 'code' | 'status'>): ExitKind {
  if (code === 'request_in_progress' || status === 429 || status >= 500) return 'unavailable';
  if (status === 401 || status === 403) return 'configuration';
  return status === 404 ? 'not_found' : 'refused';
}

/** What a command ends with that was refused with this code of the contract. */
export function exitKindOfCode(code: ApiErrorCode): ExitKind {
  return serviceKind({ code, status: API_ERRORS[code].status });
}

/** A broken rule on one line: where, what, how to mend it. */
export function issueLine({ platform, pointer, message, fix }: Issue): string {
  const where = platform ?? pointer;
  return `${where === undefined || where === '' ? '' : `${where}: `}${message}${fix === undefined ? '' : ` ${fix}`}`;
}

function choiceLines({ problem }: ApiError): string[] {
  return (problem.choices ?? []).map(
    ({ platform, handle, accountId }) => `${platform}  ${handle}  ${accountId}`,
  );
}

/** The commands for what can be done to a post. */
const COMMAND_OF: Readonly<Record<PostAction, string>> = {
  update: 'posts edit',
  delete: 'posts cancel',
  publish: 'posts publish',
  retry: 'posts retry',
  resolve: 'posts resolve',
  approve: 'posts approve',
  reject: 'posts reject',
};

/** What a conflict says of the post as it is now, and which commands are for it. */
function presentState({ problem: { current } }: ApiError): string[] {
  const status = POST_STATUSES.find((one) => one === current?.status);
  if (current === undefined || status === undefined) return ['Read it again, then repeat the command.'];
  const possible = actionsOffered({ status }).map((action) => COMMAND_OF[action]);
  return [
    `It is at version ${current.version} now, ${status}: look at it with ${typed('posts get <id>')}`,
    ...(possible.length === 0 ? [] : [`Possible for it: ${possible.join(', ')}`]),
  ];
}

/** How a key is made that may do what another may not. */
function keyFor(scope: string | undefined): string[] {
  const preset = scope !== undefined && isScope(scope) ? smallestPresetWith(scope) : 'full';
  return [
    `Make a key that may, on the backend’s own machine: ${typed(`keys create --label "my terminal" --preset ${preset}`)}`,
    ...(preset === 'draft' ? ['It proposes and does not publish; for that: --preset full'] : []),
    `Then use it: --api-key <key>, or ${typed('login')}`,
  ];
}

function nextOf(error: ApiError): string[] {
  const { code, problem, retryAfterSeconds, idempotencyKey } = error;
  switch (code) {
    case 'key_missing':
    case 'key_invalid':
    case 'key_expired':
    case 'key_revoked':
      return [
        `Make a key on the backend’s own machine: ${typed('keys create --label "my terminal" --preset full')}`,
        `Then store it: ${typed('login')}`,
      ];
    case 'scope_missing':
      return keyFor(problem.requiredScope);
    case 'duplicate_post':
      return [
        ...(problem.existingPostId === undefined
          ? []
          : [`See it: ${typed(`posts get ${problem.existingPostId}`)}`]),
        'Create it all the same: add --allow-duplicate',
      ];
    case 'post_not_found':
      return [`See what there is: ${typed('posts list')}`];
    case 'media_not_found':
      return [`See what there is: ${typed('media list')}`];
    case 'media_in_use':
      return (problem.postIds ?? []).slice(0, 3).map((id) => `See who names it: ${typed(`posts get ${id}`)}`);
    case 'version_conflict':
    case 'state_conflict':
      return presentState(error);
    case 'source_not_found':
      return [`See what there is: ${typed('sources')}`];
    case 'webhook_not_found':
      return [`See what there is: ${typed('webhooks list')}`];
    case 'delivery_not_found':
      return [`See what was sent to it: ${typed('webhooks deliveries <webhook>')}`];
    case 'schedule_not_found':
      return [`See what there is: ${typed('schedules list')}`];
    case 'slot_taken':
    case 'slot_unknown':
    case 'no_open_slot':
    case 'no_common_slot':
      return [`See what is open: ${typed('slots --state open')}`];
    case 'account_not_found':
    case 'target_required':
      return [`See the connected accounts: ${typed('accounts')}`];
    case 'account_ambiguous':
      return ['Name one: --account <id>'];
    case 'rate_limited':
      return [`Try again in ${retryAfterSeconds ?? 60} s.`];
    case 'internal_error':
    case 'unavailable':
      return idempotencyKey === null
        ? ['Try again later.']
        : [`Try again with --idempotency-key ${idempotencyKey}: it cannot act twice.`];
    default:
      return inboxSteps(code, problem);
  }
}
