import type { Selectable } from 'kysely';
import type { Platform } from '../../contract/platforms.js';
import type { Tables } from '../store/schema.js';
import type { Store } from '../store/store.js';
import { fromStoredText, toStoredText } from '../store/stored-text.js';
import type { NetworkConversationRow, NetworkMessageRow } from '../store/tables/inbox-rows.js';
import type {
  SimulatedComment,
  SimulatedConversation,
  SimulatedInboxMemory,
  SimulatedMessage,
} from './simulated-inbox.js';

/** Stores comments and messages of one simulated network in one workspace in the database. */
export function networkInboxMemory(
  store: Pick<Store, 'db' | 'write'>,
  workspaceId: string,
  platform: Platform,
): SimulatedInboxMemory {
  const { db } = store;
  const own = { workspace_id: workspaceId, platform };

  const comments = () =>
    db
      .selectFrom('network_comments')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('platform', '=', platform);

  const conversations = () =>
    db
      .selectFrom('network_conversations')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('platform', '=', platform);

  const messages = () =>
    db
      .selectFrom('network_messages')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('platform', '=', platform);

  const lastFromPerson = async (conversationId: string, fromAd: readonly (0 | 1)[]) => {
    const { at } = await db
      .selectFrom('network_messages')
      .select(({ fn }) => fn.max<number | null>('created_at').as('at'))
      .where('workspace_id', '=', workspaceId)
      .where('platform', '=', platform)
      .where('conversation_id', '=', conversationId)
      .where('from_business', '=', 0)
      .where('from_ad', 'in', [...fromAd])
      .executeTakeFirstOrThrow();
    return at;
  };

  const conversationOfPerson = async (networkUserId: string, personId: string) => {
    const row = await conversations()
      .where('network_user_id', '=', networkUserId)
      .where('person_id', '=', personId)
      .executeTakeFirst();
    return row ? toConversation(row) : null;
  };

  return {
    async addComment(comment) {
      const { commentId, networkPostId, parentId, networkUserId, author, text, createdAt } = comment;
      const row = {
        ...own,
        comment_id: commentId,
        network_post_id: networkPostId,
        parent_id: parentId,
        network_user_id: networkUserId,
        author_json: author ? JSON.stringify(author) : null,
        text: toStoredText(text),
        hidden: comment.hidden ? (1 as const) : (0 as const),
        live: comment.live ? (1 as const) : (0 as const),
        created_at: createdAt,
      };
      await store.write((trx) => trx.insertInto('network_comments').values(row).execute());
    },

    async commentsOn(networkPostId) {
      const rows = await comments()
        .where('network_post_id', '=', networkPostId)
        .orderBy('created_at')
        .orderBy('seq')
        .execute();
      return rows.map(toComment);
    },

    async commentById(commentId) {
      const row = await comments().where('comment_id', '=', commentId).executeTakeFirst();
      return row ? toComment(row) : null;
    },

    async hideComment(commentId, hidden) {
      await store.write((trx) =>
        trx
          .updateTable('network_comments')
          .set({ hidden: hidden ? 1 : 0 })
          .where('workspace_id', '=', workspaceId)
          .where('platform', '=', platform)
          .where('comment_id', '=', commentId)
          .execute(),
      );
    },

    async removeComment(commentId) {
      await store.write((trx) =>
        trx
          .deleteFrom('network_comments')
          .where('workspace_id', '=', workspaceId)
          .where('platform', '=', platform)
          .where((where) =>
            where.or([where('comment_id', '=', commentId), where('parent_id', '=', commentId)]),
          )
          .execute(),
      );
    },

    async conversationWith(conversation) {
      const { conversationId, networkUserId, person, updatedAt } = conversation;
      const row: NetworkConversationRow = {
        ...own,
        conversation_id: conversationId,
        network_user_id: networkUserId,
        person_id: person.networkUserId,
        person_handle: person.handle,
        person_name: person.displayName,
        updated_at: updatedAt,
      };
      await store.write((trx) =>
        trx
          .insertInto('network_conversations')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .execute(),
      );
      return (await conversationOfPerson(networkUserId, person.networkUserId)) ?? conversation;
    },

    async conversationById(conversationId) {
      const row = await conversations().where('conversation_id', '=', conversationId).executeTakeFirst();
      return row ? toConversation(row) : null;
    },

    async conversationsOf(networkUserId, offset, limit) {
      const rows = await conversations()
        .where('network_user_id', '=', networkUserId)
        .orderBy('updated_at', 'desc')
        .orderBy('conversation_id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map(toConversation);
    },

    conversationOfPerson,

    async addMessage(message) {
      const row = {
        ...own,
        message_id: message.messageId,
        conversation_id: message.conversationId,
        from_business: message.fromBusiness ? (1 as const) : (0 as const),
        text: toStoredText(message.text),
        attachments_json: JSON.stringify(message.attachments),
        from_ad: message.fromAd ? (1 as const) : (0 as const),
        answers_comment: message.answersComment,
        created_at: message.createdAt,
      };
      await store.write(async (trx) => {
        await trx.insertInto('network_messages').values(row).execute();
        await trx
          .updateTable('network_conversations')
          .set({ updated_at: message.createdAt })
          .where('updated_at', '<', message.createdAt)
          .where('workspace_id', '=', workspaceId)
          .where('platform', '=', platform)
          .where('conversation_id', '=', message.conversationId)
          .execute();
      });
    },

    async messagesIn(conversationId, offset, limit) {
      const rows = await messages()
        .where('conversation_id', '=', conversationId)
        .orderBy('created_at', 'desc')
        .orderBy('seq', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      return rows.map(toMessage);
    },

    async lastContact(conversationId) {
      return {
        at: await lastFromPerson(conversationId, [0, 1]),
        fromAdAt: await lastFromPerson(conversationId, [1]),
      };
    },

    async privateReplyTo(commentId) {
      const row = await messages().where('answers_comment', '=', commentId).executeTakeFirst();
      return row ? toMessage(row) : null;
    },
  };
}

function toComment(row: Selectable<Tables['network_comments']>): SimulatedComment {
  return {
    commentId: row.comment_id,
    networkPostId: row.network_post_id,
    parentId: row.parent_id,
    networkUserId: row.network_user_id,
    text: fromStoredText(row.text),
    createdAt: row.created_at,
    ...(row.author_json !== null && { author: JSON.parse(row.author_json) }),
    ...(row.hidden === 1 && { hidden: true }),
    ...(row.live === 1 && { live: true }),
  };
}

function toConversation(row: NetworkConversationRow): SimulatedConversation {
  return {
    conversationId: row.conversation_id,
    networkUserId: row.network_user_id,
    person: { networkUserId: row.person_id, handle: row.person_handle, displayName: row.person_name },
    updatedAt: row.updated_at,
  };
}

function toMessage(row: Omit<NetworkMessageRow, 'seq'>): SimulatedMessage {
  return {
    messageId: row.message_id,
    conversationId: row.conversation_id,
    fromBusiness: row.from_business === 1,
    text: fromStoredText(row.text),
    attachments: JSON.parse(row.attachments_json),
    fromAd: row.from_ad === 1,
    answersComment: row.answers_comment,
    createdAt: row.created_at,
  };
}
