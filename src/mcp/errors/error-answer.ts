import { ApiError, AuthenticationError } from '../../client/api-errors.js';
import {
  AbortedError,
  ConfigurationError,
  ConnectionError,
  OutcomeUnknownError,
  PostriderError,
} from '../../client/errors.js';
import type { Answer } from '../answers/answer.js';
import type { Facts } from '../answers/render-text.js';
import type { ToolDefinition } from '../definition/tool-definition.js';
import type { InputFault } from '../lenient-input/lenient-input.js';
import { toToolWording } from './api-to-tool-words.js';
import { connectionAdvice, keyAdvice, type Launch, settingsAdvice } from './configuration-help.js';
import { issueFacts } from './issue-facts.js';

/** A call that did nothing, and what would make it work. */
export interface Refusal {
  readonly code: string;
  /** What happened, in plain sentences. */
  readonly message: string;
  readonly facts?: Facts | undefined;
  readonly next?: string | undefined;
}

/** The answer to a call that was not carried out: what happened, that nothing changed, what to do next. */
export function refusal({ code, message, facts, next }: Refusal): Answer {
  return {
    message: /nothing was/i.test(message) ? message : `${message} Nothing was done.`,
    facts: { error: code, ...facts },
    next,
    isError: true,
  };
}

/** The answer to arguments that could not be read. */
export function inputRefused({ name }: Pick<ToolDefinition, 'name'>, faults: readonly InputFault[]): Answer {
  const lines = faults.map(({ field, problem, example }) => {
    return `${field} ${problem}${example === undefined ? '' : `, e.g. ${JSON.stringify(example)}`}.`;
  });
  return refusal({
    code: 'arguments_invalid',
    message: lines.join(' '),
    facts: { fields: faults.map(({ field }) => field) },
    next: `Call ${name} again with ${faults.length === 1 ? 'this' : 'these'} corrected`,
  });
}

/** The call that failed. */
interface Failing {
  readonly launch: Launch;
  /** Its tool does something, so that the model has to be told whether it did. */
  readonly acts: boolean;
}

/**
 * The answer to a call that failed: what happened, whether anything changed, what to do next, and the id
 * under which the service knows the request.
 */
export function errorAnswer(error: unknown, { launch, acts }: Failing): Answer {
  if (error instanceof OutcomeUnknownError) return outcomeUnknown(error);
  if (error instanceof ConfigurationError) return settingsRefused(error, launch);
  if (error instanceof ApiError) return apiRefused(error, launch, acts);
  if (error instanceof ConnectionError) return unreachable(error, launch);
  if (error instanceof PostriderError) return failed(error);
  return {
    message: 'The tool server failed in itself. Whether anything was done is not known.',
    facts: { error: 'internal_error', changed: 'unknown' },
    next: 'Look with postrider_list_posts before you repeat the call.',
    isError: true,
  };
}

function outcomeUnknown({ idempotencyKey, cause }: OutcomeUnknownError): Answer {
  const key = JSON.stringify(idempotencyKey ?? '');
  const reason = cause instanceof Error ? ` (${firstSentence(cause.message)})` : '';
  if (idempotencyKey === null) {
    return {
      message: `Outcome unknown${reason}: the request was sent and no answer came.`,
      facts: { error: 'outcome_unknown', changed: 'unknown' },
      next: 'Look with postrider_list_posts before you repeat the call.',
      isError: true,
    };
  }
  return {
    message: `Outcome unknown${reason}: the request was sent and no answer came. Repeat this call with idempotencyKey ${key} within 24 h: it cannot act twice. Or look it up: postrider_list_posts {"idempotencyKey": ${key}}.`,
    facts: { error: 'outcome_unknown', changed: 'unknown', idempotencyKey },
    next: `The same call with idempotencyKey ${key}`,
    isError: true,
  };
}

function settingsRefused({ reason, message }: ConfigurationError, launch: Launch): Answer {
  if (reason === 'argument_invalid') return refusal({ code: reason, message });
  return refusal({
    code: reason,
    message:
      reason === 'key_missing'
        ? 'No API key is set for this tool server. Nothing was sent.'
        : `${message} Nothing was sent.`,
    next: reason === 'key_missing' ? keyAdvice(launch) : settingsAdvice(launch),
  });
}

function apiRefused(error: ApiError, launch: Launch, acts: boolean): Answer {
  const { code, detail, requestId, problem, retryAfterSeconds } = error;
  const issues = error.errors.map(issueFacts);
  return {
    message: refusedWords(toToolWording(detail), acts),
    facts: {
      error: code,
      issues: issues.length > 0 ? issues : undefined,
      choices: problem.choices?.map(({ accountId, platform }) => `${accountId} (${platform})`),
      requiredScope: problem.requiredScope,
      current: problem.current,
      retryAfterSeconds,
      requestId: requestId === '' ? undefined : requestId,
    },
    next: nextAfter(error, launch),
    isError: true,
  };
}

function refusedWords(detail: string, acts: boolean): string {
  return acts && !/nothing was/i.test(detail) ? `${detail} Nothing was done.` : detail;
}

/** What is left of a wish to change a post that is published. */
export const ALREADY_PUBLISHED_ADVICE =
  'What is out can be changed at the network alone. To say it again: postrider_create_post.';

const REPEAT = 'Repeat the same call in a moment.';

function nextAfter(error: ApiError, launch: Launch): string {
  if (error instanceof AuthenticationError) return keyAdvice(launch);
  switch (error.code) {
    case 'scope_missing':
      return scopeAdvice(error.problem.requiredScope);
    case 'post_not_found':
      return 'postrider_list_posts shows ids.';
    case 'media_type_unsupported':
    case 'media_invalid':
    case 'media_fetch_failed':
      return 'Upload another file, or this one saved as JPEG, PNG or MP4; a folder as path lists what there is.';
    case 'url_unavailable':
      return error.errors.some(({ code }) => code === 'name_not_found')
        ? 'Ask the person whether the address is right; and repeat the call only where it is. Or give the text itself, as text.'
        : REPEAT;
    case 'comment_not_found':
      return 'postrider_list_comments shows ids.';
    case 'conversation_not_found':
    case 'message_not_found':
      return 'postrider_list_conversations shows ids.';
    case 'source_not_found':
      return 'postrider_ingest_source with the url or text makes one.';
    case 'schedule_not_found':
      return 'postrider_list_schedules shows ids.';
    case 'version_conflict':
      return 'Read it again (postrider_get_post or postrider_list_schedules), then the same call with its version if it still fits; without confirmToken.';
    case 'state_conflict':
      return error.problem.current?.status === 'published'
        ? ALREADY_PUBLISHED_ADVICE
        : 'postrider_get_post shows where it stands and what to do.';
    case 'slot_taken':
    case 'slot_unknown':
    case 'no_open_slot':
    case 'no_common_slot':
      return 'postrider_list_slots {"state": "open"} shows slots that can be taken; or use scheduledAt.';
    case 'account_not_found':
    case 'account_ambiguous':
    case 'target_required':
      return 'postrider_list_accounts, then name the accounts in accountIds';
    case 'idempotency_key_reused':
      return 'Use a new idempotencyKey for another act; postrider_get_post, or postrider_list_posts with this key, shows what the earlier one did.';
    case 'rate_limited':
      return `Wait ${error.retryAfterSeconds ?? 60} s, then repeat the call.`;
    default:
      return error.problem.retryable
        ? REPEAT
        : 'Correct what is named, then call again; do not repeat the call as it was.';
  }
}

/** What a key without a permission can still do. */
export function scopeAdvice(scope: string | undefined): string {
  const draft =
    scope === 'posts:publish'
      ? 'Propose it: postrider_create_post with scheduleMode "draft" and scheduledAt or proposed {"scheduleMode": "now"}, or postrider_update_post with proposed, so that a person can approve it; or a '
      : 'A ';
  return `${draft}person has to make a key with ${scope ?? 'the permission'} (dashboard: Settings, Developer, API keys).`;
}

function unreachable({ message, sent }: ConnectionError, launch: Launch): Answer {
  return {
    message: sent
      ? `${firstSentence(message)} Nothing was changed by this call.`
      : `${firstSentence(message)} Nothing was sent.`,
    facts: { error: 'backend_unreachable' },
    next: connectionAdvice(launch),
    isError: true,
  };
}

function failed(error: PostriderError): Answer {
  const stopped = error instanceof AbortedError;
  const changed = error.sent && error.idempotencyKey !== null;
  const key = JSON.stringify(error.idempotencyKey);
  return {
    message: changed
      ? error.message
      : `${error.message}${/nothing was/i.test(error.message) ? '' : ' Nothing was changed.'}`,
    facts: { error: stopped ? 'aborted' : 'no_usable_answer', changed: changed ? 'unknown' : 'nothing' },
    next: changed
      ? `The same call with idempotencyKey ${key}: it cannot act twice`
      : 'Repeat the call in a moment.',
    isError: true,
  };
}

/** Messages of the client say what happened first and then what to do; here what to do has its own place. */
function firstSentence(message: string): string {
  return /^.*?[.:](?=\s|$)/s.exec(message)?.[0].replace(/:$/, '.') ?? message;
}
