import type { MessageMedia } from '../../../../contract/inbox/messages.js';
import type { Call } from '../../../operations/call.js';
import type { Write } from '../../../store/store.js';
import { toStoredText } from '../../../store/stored-text.js';
import type { ConversationRow, MessageRow } from '../../../store/tables/inbox-rows.js';
import type { MessageContent } from '../sending/send-content.js';
import { insertSend } from '../sending/send-records.js';

interface NewMessage {
  readonly text: string;
  readonly media: readonly MessageMedia[];
  readonly fingerprint: string;
  readonly answersCommentId: string | null;
  readonly content: MessageContent;
}

/** Stores an outgoing message and queues it. */
export async function insertMessage(
  trx: Write,
  { caller, now, services }: Pick<Call<'messages.create'>, 'caller' | 'now' | 'services'>,
  conversation: ConversationRow,
  message: NewMessage,
): Promise<MessageRow> {
  const id = services.ids.next('message', now);
  const row = await trx
    .insertInto('messages')
    .values({
      id,
      workspace_id: conversation.workspace_id,
      conversation_id: conversation.id,
      account_id: conversation.account_id,
      network_message_id: null,
      direction: 'outbound',
      text: toStoredText(message.text),
      media_json: JSON.stringify(message.media),
      fingerprint: message.fingerprint,
      status: 'sending',
      error_json: null,
      answers_comment_id: message.answersCommentId,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const moment = { workspace: caller.workspace, now, systemNow: services.clock.now() };
  await insertSend(trx, { id, accountId: conversation.account_id, content: message.content }, moment);
  return row;
}
