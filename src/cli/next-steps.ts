import type { ApiError } from '../client/api-errors.js';
import type { ApiErrorCode, Problem } from '../contract/errors.js';
import { actionsOffered, POST_STATUSES, type PostAction } from '../contract/posts/status.js';
import { isScope, smallestPresetWith } from '../contract/scopes.js';
import { typed } from './typed-name.js';

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

export function nextSteps(error: ApiError): string[] {
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

/** What a person can do about a refusal of the inbox; nothing for other codes. */
function inboxSteps(code: ApiErrorCode, { replyId, allowed = [] }: Partial<Problem>): string[] {
  switch (code) {
    case 'already_answered':
      return [
        ...(replyId === undefined ? [] : [`See it: ${typed(`${lookAt(replyId)} ${replyId}`)}`]),
        'Send it all the same: add --allow-duplicate',
      ];
    case 'reply_window_closed':
      return [
        ...(allowed.includes('human_agent')
          ? [`A person can answer by hand there: ${typed('dashboard')}`]
          : []),
        'It opens when they write (again).',
      ];
    case 'reply_not_possible':
      return allowed.includes('private_reply')
        ? [`Answer with a direct message: ${typed('comments private-reply <id> --text "…"')}`]
        : [];
    case 'comment_not_found':
      return [`See what there is: ${typed('comments list')}`];
    case 'conversation_not_found':
    case 'message_not_found':
      return [`See what there is: ${typed('conversations list')}`];
    default:
      return [];
  }
}

function lookAt(id: string): string {
  return id.startsWith('msg_') ? 'messages get' : 'comments get';
}
