import type { MessageMedia } from '../../../../contract/inbox/messages.js';
import type { IdSource } from '../../../base/ids.js';
import type { NetworkConversation, NetworkMessage, NetworkPerson } from '../../../networks/inbox-adapter.js';
import { comparable } from '../../../networks/requests/lookup.js';
import { recordEvent } from '../../../store/events.js';
import type { AccountRow } from '../../../store/schema.js';
import type { Write } from '../../../store/store.js';
import { fromStoredText, toStoredText } from '../../../store/stored-text.js';
import type { ConversationRow } from '../../../store/tables/inbox-rows.js';
import { messagesOf, refreshConversation } from '../conversation-records.js';
import { firstWindow, windowAfter } from '../reply-rules.js';

const SECOND_MS = 1000;

/** Finds or creates the conversation of an account with a person. @param now workspace time */
export async function conversationWith(
  trx: Write,
  ids: IdSource,
  account: AccountRow,
  person: NetworkPerson,
  networkConversationId: string | null,
  now: number,
): Promise<ConversationRow> {
  const known = await trx
    .selectFrom('conversations')
    .selectAll()
    .where('account_id', '=', account.id)
    .where('participant_id', '=', person.networkUserId)
    .executeTakeFirst();
  if (known) {
    if (known.network_conversation_id !== null || networkConversationId === null) return known;
    await trx
      .updateTable('conversations')
      .set({ network_conversation_id: networkConversationId })
      .where('id', '=', known.id)
      .execute();
    return { ...known, network_conversation_id: networkConversationId };
  }
  return trx
    .insertInto('conversations')
    .values({
      id: ids.next('conversation', now),
      workspace_id: account.workspace_id,
      account_id: account.id,
      platform: account.platform,
      network_conversation_id: networkConversationId,
      participant_id: person.networkUserId,
      participant_handle: person.handle ?? '',
      participant_name: person.displayName,
      closes_at: firstWindow(account.platform),
      basis: null,
      last_inbound_at: null,
      last_message_id: null,
      last_message_at: now,
      awaiting: 0,
      unread: 0,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Stores messages of one conversation, in order: inserts new ones with their events and extends the reply window. It is
 * idempotent.
 *
 * @param newestFirst in the order in which networks list them
 * @param now workspace time
 */
export async function ingestMessages(
  trx: Write,
  ids: IdSource,
  account: AccountRow,
  { person, networkConversationId }: NetworkConversation,
  newestFirst: readonly NetworkMessage[],
  now: number,
): Promise<void> {
  let conversation = await conversationWith(trx, ids, account, person, networkConversationId, now);
  let changed = false;
  for (const message of [...newestFirst].reverse()) {
    if (await isKnown(trx, account, message)) continue;
    if (message.fromUs && (await isBeingSent(trx, conversation, message))) continue;
    conversation = await insert(trx, ids, conversation, message, now);
    changed = true;
  }
  if (changed) await refreshConversation(trx, conversation.id);
}

async function isKnown(trx: Write, account: AccountRow, message: NetworkMessage): Promise<boolean> {
  const row = await trx
    .selectFrom('messages')
    .select('id')
    .where('account_id', '=', account.id)
    .where('network_message_id', '=', message.networkMessageId)
    .executeTakeFirst();
  return row !== undefined;
}

/** An own message with an open outcome is not inserted again: its look-up finds it. */
async function isBeingSent(
  trx: Write,
  conversation: ConversationRow,
  message: NetworkMessage,
): Promise<boolean> {
  const open = await trx
    .selectFrom('messages')
    .select(['text', 'media_json'])
    .where('conversation_id', '=', conversation.id)
    .where('status', 'in', ['sending', 'unknown'])
    .where('network_message_id', 'is', null)
    .execute();
  return open.some(({ text, media_json }) => {
    const media: readonly MessageMedia[] = JSON.parse(media_json);
    return (
      comparable(fromStoredText(text)) === comparable(message.text) &&
      media.length > 0 === message.media.length > 0
    );
  });
}

async function insert(
  trx: Write,
  ids: IdSource,
  conversation: ConversationRow,
  message: NetworkMessage,
  now: number,
): Promise<ConversationRow> {
  const { id: conversationId, workspace_id: workspaceId, account_id: accountId } = conversation;
  const id = ids.next('message', now);
  await trx
    .insertInto('messages')
    .values({
      id,
      workspace_id: workspaceId,
      conversation_id: conversationId,
      account_id: accountId,
      network_message_id: message.networkMessageId,
      direction: message.fromUs ? 'outbound' : 'inbound',
      text: toStoredText(message.text),
      media_json: JSON.stringify(message.media.map((one) => ({ ...one, key: null }))),
      fingerprint: null,
      status: message.fromUs ? 'sent' : null,
      error_json: null,
      answers_comment_id: null,
      created_at: await createdAtOf(trx, conversationId, message.createdAt),
    })
    .execute();
  const { platform } = conversation;
  const data = { messageId: id, conversationId, accountId, platform };
  const event = { workspaceId, objectId: id, data, now };
  if (message.fromUs) return conversation;
  await recordEvent(trx, ids, { ...event, type: 'message.received' });
  const moved = {
    ...windowAfter(conversation, message),
    last_inbound_at: Math.max(conversation.last_inbound_at ?? 0, message.createdAt),
    unread: conversation.unread + 1,
  };
  await trx.updateTable('conversations').set(moved).where('id', '=', conversationId).execute();
  return { ...conversation, ...moved };
}

/** Networks report whole seconds. A message from the same second as the last one is placed after it. */
async function createdAtOf(trx: Write, conversationId: string, createdAt: number): Promise<number> {
  const [last] = await messagesOf(trx, conversationId, null, 1);
  if (!last) return createdAt;
  const sameSecond = Math.floor(last.created_at / SECOND_MS) * SECOND_MS === createdAt;
  return sameSecond ? last.created_at : createdAt;
}
