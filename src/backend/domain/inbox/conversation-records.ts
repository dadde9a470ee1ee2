import { inList } from '../../store/queries/in-list.js';
import { bytesIn, type PageRows, pageRows, readInOrder } from '../../store/queries/page-rows.js';
import type { Queries, Write } from '../../store/store.js';
import type { ConversationRow, MessageRow } from '../../store/tables/inbox-rows.js';

export function findConversation(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<ConversationRow | undefined> {
  return db
    .selectFrom('conversations')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function findMessage(db: Queries, workspaceId: string, id: string): Promise<MessageRow | undefined> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
}

type MessagePlace = readonly [createdAt: number, seq: number];

/** Queries the messages of a conversation, newest first. */
export function messagesQuery(
  db: Queries,
  conversationId: string,
  before: MessagePlace | null,
  limit: number,
) {
  let query = db.selectFrom('messages').selectAll().where('conversation_id', '=', conversationId);
  if (before) {
    const [createdAt, seq] = before;
    query = query.where((where) =>
      where(where.refTuple('created_at', 'seq'), '<', where.tuple(createdAt, seq)),
    );
  }
  return query.orderBy('created_at', 'desc').orderBy('seq', 'desc').limit(limit);
}

export const messagePlace = ({ created_at, seq }: Pick<MessageRow, 'created_at' | 'seq'>) =>
  [created_at, seq] as const;

/** A page of the messages of a conversation, newest first. */
export async function messagePage(
  db: Queries,
  conversationId: string,
  before: MessagePlace | null,
  limit: number,
): Promise<PageRows<MessageRow, MessagePlace>> {
  const found = await messagesQuery(db, conversationId, before, limit + 1)
    .clearSelect()
    .select(['id', 'created_at', 'seq', bytesIn('text', 'media_json', 'error_json').as('bytes')])
    .execute();
  const page = pageRows(
    { rows: found, scannedUpTo: null },
    { limit, placeOf: messagePlace, bytesOf: ({ bytes }) => bytes },
  );
  const rows = await readInOrder(page.rows, (ids) =>
    db.selectFrom('messages').selectAll().where('id', 'in', inList(ids)).execute(),
  );
  return { ...page, rows };
}

/** The messages of a conversation, newest first. */
export function messagesOf(...of: Parameters<typeof messagesQuery>): Promise<MessageRow[]> {
  return messagesQuery(...of).execute();
}

/** Recomputes what a conversation says about its messages. */
export async function refreshConversation(trx: Write, conversationId: string): Promise<void> {
  const [last] = await messagesOf(trx, conversationId, null, 1);
  const lastWord = await trx
    .selectFrom('messages')
    .select('direction')
    .where('conversation_id', '=', conversationId)
    .where((where) => where.or([where('status', 'is', null), where('status', '!=', 'failed')]))
    .orderBy('created_at', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  await trx
    .updateTable('conversations')
    .set({
      ...(last && { last_message_id: last.id, last_message_at: last.created_at }),
      awaiting: lastWord?.direction === 'inbound' ? 1 : 0,
    })
    .where('id', '=', conversationId)
    .execute();
}
