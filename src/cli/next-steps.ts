import type { ApiError } from '../client/errors/api-errors.js';
import type { ApiErrorCode } from '../contract/api-errors.js';
import type { Problem } from '../contract/errors.js';
import { POST_STATUSES } from '../contract/posts/status.js';
import { isScope, smallestPresetWith } from '../contract/scopes.js';
import { accountWord } from './input/accounts.js';
import { connectFirst } from './input/connect-first.js';
import { typed } from './typed-name.js';

/** The current version and status of a post after a conflict. */
function presentState({ problem: { current } }: ApiError): string[] {
  const status = POST_STATUSES.find((one) => one === current?.status);
  if (current === undefined || status === undefined)
    return ['If something else changed it, read it again before you repeat the command.'];
  return [`The post is now ${status}, at version ${current.version}: ${typed('posts get <id>')}`];
}

/** How to create a key with the missing scope. */
function keyFor(scope: string | undefined): string[] {
  const preset = scope !== undefined && isScope(scope) ? smallestPresetWith(scope) : 'full';
  const option = preset === null ? `--scopes ${scope}` : `--preset ${preset}`;
  return [
    `Create a key with this scope on the backend’s machine: ${typed(`keys create --label "my terminal" ${option}`)}`,
    ...(preset === 'draft'
      ? ['A draft key can propose posts but not publish them. To publish, use --preset full']
      : []),
    `Then use it: --api-key <key>, or ${typed('login')}`,
  ];
}

/** What to type for each of several accounts, by handle where that names only one. */
function ambiguousSteps(choices: NonNullable<Problem['choices']>): string[] {
  const words = choices.map(({ platform, handle }) => accountWord({ platform, handle }));
  const areDistinct = new Set(words).size === words.length;
  const shown = areDistinct ? words : choices.map(({ accountId }) => accountId);
  return [`Choose one: ${shown.map((word) => `--account ${word}`).join(', or ')}`];
}

export function nextSteps(error: ApiError): string[] {
  const { code, problem, retryAfterSeconds, idempotencyKey } = error;
  switch (code) {
    case 'key_missing':
    case 'key_invalid':
    case 'key_expired':
    case 'key_revoked':
      return [
        `Create a key on the backend’s machine: ${typed('keys create --label "my terminal" --preset full')}`,
        `Then store it: ${typed('login')}`,
      ];
    case 'scope_missing':
      return keyFor(problem.requiredScope);
    case 'other_approver_required':
      return error.operation === 'posts.create'
        ? [`Save it as a draft that proposes its time: ${typed('posts create … --propose --at <time>')}`]
        : [];
    case 'role_missing':
      return [`An owner can change the role: ${typed('people role <person> <role>')}`];
    case 'duplicate_post':
      return [
        ...(problem.existingPostId === undefined
          ? []
          : [`View it: ${typed(`posts get ${problem.existingPostId}`)}`]),
        'To create it anyway, add --allow-duplicate',
      ];
    case 'post_not_found':
      return [`List posts: ${typed('posts list')}`];
    case 'media_not_found':
      return [`List media: ${typed('media list')}`];
    case 'media_in_use':
      return (problem.postIds ?? []).slice(0, 3).map((id) => `Used by: ${typed(`posts get ${id}`)}`);
    case 'version_conflict':
    case 'precondition_failed':
      return presentState(error);
    case 'state_conflict':
      return error.problem.current === undefined ? [] : presentState(error);
    case 'source_not_found':
      return [`List sources: ${typed('sources')}`];
    case 'webhook_not_found':
      return [`List webhooks: ${typed('webhooks list')}`];
    case 'alert_address_not_found':
      return [`List addresses: ${typed('alerts list')}`];
    case 'delivery_not_found':
      return [`List its deliveries: ${typed('webhooks deliveries <webhook>')}`];
    case 'label_not_found':
      return [`List labels: ${typed('labels')}`];
    case 'saved_text_not_found':
      return [`List saved texts: ${typed('texts')}`];
    case 'schedule_not_found':
      return [`List schedules: ${typed('schedules list')}`];
    case 'slot_taken':
    case 'slot_unknown':
    case 'no_open_slot':
    case 'no_common_slot':
      return [`List open slots: ${typed('slots --state open')}`];
    case 'account_not_found':
    case 'target_required':
      return [`List connected accounts: ${typed('accounts')}`, `If there is none, ${connectFirst(null)}.`];
    case 'network_not_connectable':
      return ['Try this network without an account, in a sandbox: start a backend without --live'];
    case 'sign_in_refused':
    case 'connection_not_found':
      return [`Begin again: ${typed('accounts connect --help')}`];
    case 'account_ambiguous':
      return ambiguousSteps(problem.choices ?? []);
    case 'rate_limited':
      return [`Try again in ${retryAfterSeconds ?? 60} s.`];
    case 'database_damaged':
      return [`On the backend’s machine, stop it and restore a backup: ${typed('restore --help')}`];
    case 'internal_error':
    case 'unavailable':
      return idempotencyKey === null
        ? ['Try again later.']
        : [`Try again with --idempotency-key ${idempotencyKey}, so that nothing happens twice.`];
    default:
      return inboxSteps(code, problem);
  }
}

/** What to do about an error of the inbox; empty for other codes. */
function inboxSteps(code: ApiErrorCode, { replyId, allowed = [] }: Partial<Problem>): string[] {
  switch (code) {
    case 'already_answered':
      return [
        ...(replyId === undefined ? [] : [`View it: ${typed(`${getCommandOf(replyId)} ${replyId}`)}`]),
        'To send it anyway, add --allow-duplicate',
      ];
    case 'reply_window_closed':
      return [
        ...(allowed.includes('human_agent')
          ? [`A person can still answer in the dashboard: ${typed('dashboard')}`]
          : []),
        'The window opens when they write again.',
      ];
    case 'reply_not_possible':
      return allowed.includes('private_reply')
        ? [`Reply with a direct message: ${typed('comments private-reply <id> --text "…"')}`]
        : [];
    case 'comment_not_found':
      return [`List comments: ${typed('comments list')}`];
    case 'conversation_not_found':
    case 'message_not_found':
      return [`List conversations: ${typed('conversations list')}`];
    default:
      return [];
  }
}

function getCommandOf(id: string): string {
  return id.startsWith('msg_') ? 'messages get' : 'comments get';
}
