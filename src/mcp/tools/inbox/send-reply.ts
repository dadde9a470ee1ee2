import type { CreatedComment } from '../../../contract/inbox/comments.js';
import type { SendOutcome } from '../../../contract/inbox/replies.js';
import type { CallContext } from '../../call-context.js';
import type { WantedReply } from './reply-preview.js';
import { messageResult } from './send-message-result.js';
import { answeredResult, failedResult, type SendResult } from './send-results.js';
import { toolCall } from '../shared/tool-call.js';

/** Sends one reply under a key of its own, made from the key of the whole call. */
export async function sendReply(
  { commentId, text, private: isPrivate }: WantedReply,
  { key, allowDuplicate }: { readonly key: string; readonly allowDuplicate: boolean },
  call: CallContext,
): Promise<SendResult> {
  const about = { commentId, private: isPrivate || undefined };
  try {
    const created = await call.client.comments.create(
      {
        parentCommentId: commentId,
        text,
        ...(isPrivate && { private: true }),
        ...(allowDuplicate && { allowDuplicate }),
      },
      { ...call.request(), idempotencyKey: `${key}/${isPrivate ? 'private/' : ''}${commentId}` },
    );
    if (created.messageId === null) return replyResult(commentId, created);
    const message = await call.client.messages.get(created.messageId, call.request());
    return messageResult(message, about);
  } catch (error) {
    return failedResult(error, about, key);
  }
}

/** Settles a reply of one's own whose outcome is not known. */
export async function settleReply(
  id: string,
  outcome: SendOutcome,
  idempotencyKey: string | undefined,
  call: CallContext,
): Promise<SendResult> {
  const settled = await call.client.comments.resolve(id, { outcome }, { ...call.request(), idempotencyKey });
  return replyResult(settled.parentCommentId, settled);
}

function replyResult(
  commentId: string | null,
  { id, status, error, threadId, url }: Pick<CreatedComment, 'id' | 'status' | 'error' | 'threadId' | 'url'>,
): SendResult {
  return answeredResult({
    id,
    status: status ?? 'sent',
    error,
    facts: {
      commentId,
      replyId: id,
      appearsUnder: commentId === null || threadId === commentId ? undefined : threadId,
      url: status === 'sent' ? url : undefined,
    },
    look: toolCall('get_comment', { id }),
    settle: (outcome) => toolCall('reply_to_comment', { commentId: id, outcome }),
  });
}
