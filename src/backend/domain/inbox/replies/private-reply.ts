import type { CreatedComment } from '../../../../contract/inbox/comments.js';
import { RULES } from '../../../../networks/rules.js';
import type { Call } from '../../../operations/call.js';
import { RequestRefused } from '../../../operations/refusal.js';
import { recordActivity } from '../../../store/activity.js';
import type { CommentRow } from '../../../store/tables/inbox-rows.js';
import { findAccount } from '../../accounts/repository.js';
import { fingerprintOf } from '../../posts/fingerprint.js';
import { refreshAwaiting } from '../comment-records.js';
import { refreshConversation } from '../conversation-records.js';
import { conversationWith } from '../intake/ingest-messages.js';
import { requireComment, viewOneComment } from '../reading/read-comments.js';
import { requireMessage } from '../reading/read-messages.js';
import { cannotReplyPrivatelyReason, privateReplyUntil, waysToReply } from '../reply-rules.js';
import { insertMessage } from './message-writes.js';
import { awaitOutcome } from './outcome-wait.js';
import { refuseIssues, textIssues } from './reply-text.js';

/** Replies to a comment with a direct message: once, within the time that the network allows. */
export async function createPrivateReply(
  call: Call<'comments.create'>,
  comment: CommentRow,
): Promise<CreatedComment> {
  const { body, caller, now, services } = call;
  refuseIfNotPossible(comment, now);
  const account = await findAccount(services.store.db, caller.workspace.id, comment.account_id);
  if (!account)
    throw new RequestRefused('account_not_found', `${comment.account_id} is no longer connected.`);
  const rules = RULES[comment.platform].inbox?.messages;
  if (rules) refuseIssues(textIssues(body.text, comment.platform, rules.text));

  const answer = await call.commit(async (trx): Promise<CreatedComment> => {
    const fresh = await trx
      .selectFrom('comments')
      .selectAll()
      .where('id', '=', comment.id)
      .executeTakeFirstOrThrow();
    refuseIfNotPossible(fresh, now);
    const person = {
      networkUserId: comment.author_id,
      handle: comment.author_handle || null,
      displayName: comment.author_name,
    };
    const conversation = await conversationWith(trx, services.ids, account, person, null, now);
    const message = await insertMessage(trx, call, conversation, {
      text: body.text,
      media: [],
      fingerprint: fingerprintOf({ text: body.text, mediaUrls: [] }),
      answersCommentId: comment.id,
      content: {
        kind: 'message',
        conversationId: conversation.id,
        networkConversationId: conversation.network_conversation_id,
        personId: comment.author_id,
        answersComment: comment.network_comment_id,
        text: body.text,
        mediaKeys: [],
        humanAgent: false,
        closesAt: privateReplyUntil(comment),
      },
    });
    await trx
      .updateTable('comments')
      .set({ private_message_id: message.id, unread: 0 })
      .where('id', '=', comment.id)
      .execute();
    await refreshAwaiting(trx, comment.id, 'itself');
    await refreshConversation(trx, conversation.id);
    await recordActivity(trx, {
      workspaceId: account.workspace_id,
      apiKeyId: caller.key.id,
      operation: 'comments.create',
      objectId: message.id,
      summary: `replied to ${comment.author_handle || comment.author_name} privately on ${comment.platform}`,
      requestId: call.requestId,
      now,
    });
    const answered = { ...fresh, private_message_id: message.id, awaiting: 0 as const, unread: 0 as const };
    return {
      ...(await viewOneComment(call, answered, trx)),
      messageId: message.id,
      messageStatus: 'sending',
      conversationId: conversation.id,
    };
  });
  const messageId = answer.messageId ?? '';
  await awaitOutcome(call, messageId);
  return {
    ...(await viewOneComment(call, await requireComment(call, comment.id))),
    messageId,
    messageStatus: (await requireMessage(call, messageId)).status,
    conversationId: answer.conversationId,
  };
}

function refuseIfNotPossible(comment: CommentRow, now: number): void {
  if (comment.private_message_id !== null) {
    throw new RequestRefused(
      'already_answered',
      `This comment already has its one private reply: ${comment.private_message_id}.`,
      { replyId: comment.private_message_id },
    );
  }
  const reason = cannotReplyPrivatelyReason(comment, now);
  if (reason === null) return;
  throw new RequestRefused('reply_not_possible', reason, {
    reason,
    allowed: waysToReply(comment, now),
  });
}
