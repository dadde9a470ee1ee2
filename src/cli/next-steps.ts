import type { ApiErrorCode, Problem } from '../contract/errors.js';
import { typed } from './typed-name.js';

/** What a person can do about a refusal of the inbox; nothing for other codes. */
export function inboxSteps(code: ApiErrorCode, { replyId, allowed = [] }: Partial<Problem>): string[] {
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
