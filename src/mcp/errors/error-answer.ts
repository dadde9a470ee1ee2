import { ApiError, AuthenticationError, ServerError } from '../../client/errors/api-errors.js';
import {
  AbortedError,
  ConfigurationError,
  ConnectionError,
  OutcomeUnknownError,
  PostriderError,
  UnexpectedAnswerError,
} from '../../client/errors/errors.js';
import { VERSION } from '../../version.js';
import type { Answer } from '../answers/answer.js';
import type { Facts } from '../answers/render-text.js';
import type { Untrusted } from '../answers/untrusted.js';
import type { ToolDefinition } from '../definition/tool-definition.js';
import type { InputProblem } from '../lenient-input/lenient-input.js';
import { toToolWording } from './api-to-tool-words.js';
import { connectionAdvice, keyAdvice, type Launch, settingsAdvice } from './configuration-help.js';
import { issueFacts } from './issue-facts.js';

/** A call that did nothing, and how to make it work. */
export interface Refusal {
  readonly code: string;
  /** What happened, in plain sentences. */
  readonly message: string;
  /** That nothing changed, in the words of this action. */
  readonly untouched?: Untouched | undefined;
  readonly facts?: Facts | undefined;
  readonly next?: string | undefined;
}

/** That nothing changed, as a sentence. */
export type Untouched = `Nothing was ${'done' | 'sent' | 'created' | 'published' | 'edited'}.`;

/** The answer to a refused call: what happened, that nothing changed, what to do next. */
export function refusal({ code, message, untouched = 'Nothing was done.', facts, next }: Refusal): Answer {
  return {
    message: `${message} ${untouched}`,
    facts: { error: code, ...facts },
    next,
    isError: true,
  };
}

/** The answer to invalid arguments. */
export function inputRefused(
  { name }: Pick<ToolDefinition, 'name'>,
  problems: readonly InputProblem[],
): Answer {
  const lines = problems.map(({ field, problem, example }) => {
    const line = `${field} ${problem}${example === undefined ? '' : `, e.g. ${JSON.stringify(example)}`}`;
    return line.endsWith('?') ? line : `${line}.`;
  });
  return refusal({
    code: 'arguments_invalid',
    message: lines.join(' '),
    facts: { fields: problems.map(({ field }) => field) },
    next: `Correct ${problems.length === 1 ? 'this argument' : 'these arguments'} and call ${name} again`,
  });
}

/** The call that failed. */
interface Failing {
  readonly launch: Launch;
  /** Whether the tool changes anything: the answer then says whether it did. */
  readonly acts: boolean;
}

/**
 * The answer to a failed call: what happened, whether anything changed, what to do next, and the service's
 * request id.
 */
export function errorAnswer(error: unknown, { launch, acts }: Failing): Answer {
  if (error instanceof OutcomeUnknownError) return outcomeUnknown(error);
  if (error instanceof ConfigurationError) return settingsRefused(error, launch);
  if (error instanceof ApiError) return apiRefused(error, launch, acts);
  if (error instanceof ConnectionError) return unreachable(error, launch);
  if (error instanceof PostriderError) return failed(error);
  return {
    message: 'The tool server failed with an internal error. It is not known whether anything was done.',
    facts: { error: 'internal_error', changed: 'unknown' },
    next: 'Check with postrider_list_posts before you repeat the call.',
    isError: true,
  };
}

function outcomeUnknown({ idempotencyKey, cause }: OutcomeUnknownError): Answer {
  const key = JSON.stringify(idempotencyKey ?? '');
  const { summary, untrusted } = toldOf(cause);
  const reason = summary === '' ? '' : ` (${withoutStop(summary)})`;
  const arrived =
    cause instanceof UnexpectedAnswerError ? 'no usable response arrived' : 'no response arrived';
  if (idempotencyKey === null) {
    return {
      message: `Outcome unknown${reason}: the request was sent, but ${arrived}.`,
      facts: { error: 'outcome_unknown', changed: 'unknown' },
      untrusted,
      next: 'Check with postrider_list_posts before you repeat the call.',
      isError: true,
    };
  }
  return {
    message: `Outcome unknown${reason}: the request was sent, but ${arrived}. Repeat this call with idempotencyKey ${key} within 24 h: it cannot act twice. Or look it up: postrider_list_posts {"idempotencyKey": ${key}}.`,
    facts: { error: 'outcome_unknown', changed: 'unknown', idempotencyKey },
    untrusted,
    next: `The same call with idempotencyKey ${key}`,
    isError: true,
  };
}

function settingsRefused({ reason, message }: ConfigurationError, launch: Launch): Answer {
  if (reason === 'argument_invalid') return refusal({ code: reason, message });
  return refusal({
    code: reason,
    message: reason === 'key_missing' ? 'No API key is set for this tool server.' : message,
    untouched: 'Nothing was sent.',
    next: reason === 'key_missing' ? keyAdvice(launch) : settingsAdvice(launch),
  });
}

function apiRefused(error: ApiError, launch: Launch, acts: boolean): Answer {
  const { code, detail, requestId, problem, retryAfterSeconds } = error;
  const issues = error.errors.map(issueFacts);
  const isUnknown = acts && error instanceof ServerError;
  const effect = isUnknown ? 'It is not known whether anything was done.' : 'Nothing was done.';
  return {
    message: acts ? `${toToolWording(detail)} ${effect}` : toToolWording(detail),
    facts: {
      error: code,
      changed: isUnknown ? 'unknown' : undefined,
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

/** A sentence as part of another. */
const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');

/** What to do instead of a change that a post's status does not allow; undefined if its status does not say. */
export function adviceInstead(status: string | undefined): string | undefined {
  switch (status) {
    case 'published':
      return 'A published post cannot be edited. postrider_cancel_post with published true deletes it where the network allows that. To post it again: postrider_create_post.';
    case 'cancelled':
      return 'To publish it after all: postrider_publish_post. To change it: postrider_create_post with the new content.';
    case 'deleted':
      return 'To post it again: postrider_create_post.';
    default:
      return undefined;
  }
}

const REPEAT = 'Repeat the same call in a moment.';

function nextAfter(error: ApiError, launch: Launch): string {
  if (error instanceof AuthenticationError) return keyAdvice(launch);
  switch (error.code) {
    case 'scope_missing':
      return scopeAdvice(error.problem.requiredScope);
    case 'other_approver_required':
      return 'Tell the person who can approve it, and where. Do not try another tool or key. A post that is not stored yet: postrider_create_post with scheduleMode "draft" and proposed.';
    case 'post_not_found':
      return 'postrider_list_posts shows ids.';
    case 'media_type_unsupported':
    case 'media_invalid':
    case 'media_fetch_failed':
      return 'Upload another file, or save this one as JPEG, PNG or MP4. Pass a folder as path to list its media.';
    case 'url_unavailable':
      return error.errors.some(({ code }) => code === 'name_not_found')
        ? 'Ask the person whether the URL is right, and repeat the call only if it is. Or pass the article itself as text.'
        : REPEAT;
    case 'comment_not_found':
      return 'postrider_list_comments shows ids.';
    case 'conversation_not_found':
    case 'message_not_found':
      return 'postrider_list_conversations shows ids.';
    case 'source_not_found':
      return 'postrider_ingest_source with url or text creates one.';
    case 'schedule_not_found':
      return 'postrider_list_schedules shows ids.';
    case 'version_conflict':
    case 'precondition_failed':
      return 'Read it again (postrider_get_post or postrider_list_schedules). If the change still fits, repeat the call without version and confirmToken.';
    case 'state_conflict':
      return (
        adviceInstead(error.problem.current?.status) ?? 'postrider_get_post shows its status and what to do.'
      );
    case 'slot_taken':
    case 'slot_unknown':
    case 'no_open_slot':
    case 'no_common_slot':
      return 'postrider_list_slots {"state": "open"} shows the open slots. Or use scheduledAt.';
    case 'account_not_found':
    case 'account_ambiguous':
    case 'target_required':
      return 'Call postrider_list_accounts, then pass the ids in accountIds';
    case 'idempotency_key_reused':
      return 'Use a new idempotencyKey for a new action. postrider_get_post, or postrider_list_posts with this key, shows what the earlier call did.';
    case 'database_damaged':
      return 'Tell the person that the backend needs a backup restored. Do not repeat the call.';
    case 'rate_limited':
      return `Wait ${error.retryAfterSeconds ?? 60} s, then repeat the call.`;
    default:
      return error.problem.retryable
        ? REPEAT
        : 'Correct what the message names, then call again. Do not repeat the same call.';
  }
}

/** What to do when the key lacks a scope. */
export function scopeAdvice(scope: string | undefined): string {
  const draft =
    scope === 'posts:publish'
      ? 'Propose it, so that a person can approve it: postrider_create_post with scheduleMode "draft" and scheduledAt or proposed {"scheduleMode": "now"}, or postrider_update_post with proposed. Or ask'
      : 'Ask';
  return `${draft} the person to allow ${scope ?? 'the missing scope'} (dashboard: Settings, Assistants; for an API key, a new one under Settings, API keys).`;
}

function unreachable({ summary, sent }: ConnectionError, launch: Launch): Answer {
  return {
    message: `${summary} ${sent ? 'Nothing was changed by this call.' : 'Nothing was sent.'}`,
    facts: { error: 'backend_unreachable' },
    next: connectionAdvice(launch),
    isError: true,
  };
}

function failed(error: PostriderError): Answer {
  const stopped = error instanceof AbortedError;
  const changed = error.sent && error.idempotencyKey !== null;
  const key = JSON.stringify(error.idempotencyKey);
  const { summary, untrusted } = toldOf(error);
  const isQuoted = untrusted.length > 0;
  return {
    message: changed && !isQuoted ? error.message : `${summary}${changed ? '' : ' Nothing was changed.'}`,
    facts: { error: stopped ? 'aborted' : 'no_usable_answer', changed: changed ? 'unknown' : 'nothing' },
    untrusted,
    next: changed ? `The same call with idempotencyKey ${key}: it cannot act twice` : afterFailure(error),
    isError: true,
  };
}

/** What to do after a failed call that changed nothing. */
function afterFailure(error: PostriderError): string {
  if (!(error instanceof UnexpectedAnswerError) || error.status >= 500 || error.retryAfterSeconds !== null)
    return 'Repeat the call in a moment.';
  return error.backendVersion === null
    ? "Tell the person that POSTRIDER_BASE_URL in this server's mcpServers entry must be the address of a Postrider backend. Repeating the call does not help."
    : `Tell the person to update the older of the two: this tool server is Postrider ${VERSION}, the backend is ${error.backendVersion}. Repeating the call does not help.`;
}

/** An error in a sentence. A response of another server may contain anything: it is quoted as untrusted text. */
function toldOf(error: unknown): { readonly summary: string; readonly untrusted: readonly Untrusted[] } {
  if (!(error instanceof PostriderError)) return { summary: '', untrusted: [] };
  if (!(error instanceof UnexpectedAnswerError) || error instanceof ApiError)
    return { summary: error.summary, untrusted: [] };
  if (error.backendVersion !== null && error.fault !== null) return { summary: error.summary, untrusted: [] };
  return {
    summary: `The response is not from a Postrider backend (HTTP ${error.status}).`,
    untrusted: [{ about: 'response', text: error.summary }],
  };
}
