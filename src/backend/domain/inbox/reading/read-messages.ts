import * as z from 'zod';
import type { Conversation, ConversationPage } from '../../../../contract/inbox/conversations.js';
import type { Message, MessagePage } from '../../../../contract/inbox/messages.js';
import { DEFAULT_PAGE_SIZE } from '../../../../contract/lists.js';
import type { Call } from '../../../operations/call.js';
import { readCursor } from '../../../operations/cursor.js';
import { listPage } from '../../../operations/list-page.js';
import { RequestRefused } from '../../../operations/refusal.js';
import { pageRows } from '../../../store/queries/page-rows.js';
import { beginOfStored } from '../../../store/stored-text.js';
import type { ConversationRow, MessageRow } from '../../../store/tables/inbox-rows.js';
import { requireAccountIfNamed } from '../../accounts/require-account.js';
import { findConversation, findMessage, messagePage, messagePlace } from '../conversation-records.js';
import { type ConversationPlace, findConversations } from './conversation-list.js';
import { viewContextOf } from './read-comments.js';
import { MAX_EXCERPT, viewConversation, viewMessage } from './view-conversation.js';

const Position = z.tuple([z.number().int(), z.number().int()]);

type AnyCall = Pick<Call<'conversations.get'>, 'caller' | 'services'>;

/** @throws RequestRefused */
export async function requireConversation(
  { caller, services }: AnyCall,
  id: string,
): Promise<ConversationRow> {
  const row = await findConversation(services.store.db, caller.workspace.id, id);
  if (row) return row;
  throw new RequestRefused('conversation_not_found', `There is no conversation ${id} in this workspace.`);
}

/** @throws RequestRefused */
export async function requireMessage({ caller, services }: AnyCall, id: string): Promise<MessageRow> {
  const row = await findMessage(services.store.db, caller.workspace.id, id);
  if (row) return row;
  throw new RequestRefused('message_not_found', `There is no message ${id} in this workspace.`);
}

async function viewConversations(call: AnyCall, rows: readonly ConversationRow[]): Promise<Conversation[]> {
  const { db } = call.services.store;
  const context = { ...viewContextOf(call), publicUrl: call.services.publicUrl };
  const lastIds = rows.flatMap((row) => row.last_message_id ?? []);
  const last =
    lastIds.length === 0
      ? []
      : await db
          .selectFrom('messages')
          .select(['id', 'direction', 'media_json', 'status', 'created_at'])
          .select(beginOfStored('text', MAX_EXCERPT + 1).as('text'))
          .where('id', 'in', lastIds)
          .execute();
  const byId = new Map(last.map((row) => [row.id, row]));
  return rows.map((row) => viewConversation(row, byId.get(row.last_message_id ?? ''), context));
}

async function viewOne(call: AnyCall, row: ConversationRow): Promise<Conversation> {
  const [view] = await viewConversations(call, [row]);
  if (view) return view;
  throw new Error('A conversation has no view.');
}

export async function listConversations(call: Call<'conversations.list'>): Promise<ConversationPage> {
  const { query, caller, services } = call;
  const { db } = services.store;
  await requireAccountIfNamed(db, caller.workspace.id, query.accountId);
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const { cursor, limit: _limit, ...filters } = query;
  const list = ['conversations.list', caller.workspace.id, filters];
  const position = readCursor(list, cursor, Position);
  const filter = {
    ...query,
    workspaceId: caller.workspace.id,
    now: viewContextOf(call).now,
    after: position,
    limit: limit + 1,
  };
  const placeOf = ({ closes_at, last_message_at, seq }: ConversationRow): ConversationPlace => [
    query.order === 'soonest_closing' ? (closes_at ?? 0) : last_message_at,
    seq,
  ];
  const page = pageRows(await findConversations(db, filter), { limit, placeOf });
  return listPage(list, page, placeOf, await viewConversations(call, page.rows));
}

export async function getConversation(call: Call<'conversations.get'>): Promise<Conversation> {
  return viewOne(call, await requireConversation(call, call.params.conversationId));
}

export async function readConversation(call: Call<'conversations.read'>): Promise<Conversation> {
  const { params } = call;
  const row = await requireConversation(call, params.conversationId);
  const view = await viewOne(call, row);
  return call.commit(async (trx) => {
    await trx.updateTable('conversations').set({ unread: 0 }).where('id', '=', row.id).execute();
    return { ...view, unread: 0 };
  });
}

/** Newest first. */
export async function listMessages(call: Call<'messages.list'>): Promise<MessagePage> {
  const { query, services } = call;
  const conversation = await requireConversation(call, query.conversationId);
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const list = ['messages.list', conversation.id];
  const before = readCursor(list, query.cursor, Position);
  const page = await messagePage(services.store.db, conversation.id, before, limit);
  const context = viewContextOf(call);
  const items = page.rows.map((row) => viewMessage(row, conversation.platform, context));
  return listPage(list, page, messagePlace, items);
}

export async function viewOneMessage(call: AnyCall, row: MessageRow): Promise<Message> {
  const conversation = await requireConversation(call, row.conversation_id);
  return viewMessage(row, conversation.platform, viewContextOf(call));
}

export async function getMessage(call: Call<'messages.get'>): Promise<Message> {
  return viewOneMessage(call, await requireMessage(call, call.params.messageId));
}
