import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { MessagesAdapter, NetworkMessage, OutgoingMessage } from '../inbox-adapter.js';
import { commit, notSent, required } from '../requests/exchange.js';
import { listAt, textAt, timeAt } from '../requests/json-answer.js';
import { listedAt, searchPages } from '../requests/lookup.js';
import { chatHeaders, personOf, query } from './app-view.js';
import { blueskyErrors } from './errors.js';

const PAGE = '100';

/** Chat refuses in words of its own: what concerns the right to messages says nothing of the account. */
function asMessageRefusal(cause: unknown): unknown {
  if (!(cause instanceof NetworkRefusal) || !/scope|not allow|permission/i.test(cause.answer.message ?? ''))
    return cause;
  return new NetworkRefusal(
    'permission_missing',
    'The app password does not allow direct messages. Make one that does, and connect the account again.',
    cause.answer,
  );
}

async function chat(connection: Connection, method: string, parameters: Readonly<Record<string, string>>) {
  try {
    return await query(connection, `chat.bsky.convo.${method}`, parameters);
  } catch (cause) {
    throw asMessageRefusal(cause);
  }
}

function messageOf({ account }: Connection, one: unknown): NetworkMessage | null {
  const networkMessageId = textAt(one, 'id');
  const text = textAt(one, 'text');
  const createdAt = timeAt(one, 'sentAt');
  const sender = textAt(one, 'sender', 'did');
  if (networkMessageId === null || text === null || createdAt === null || sender === null) return null;
  const fromUs = sender === account.networkUserId;
  return { networkMessageId, fromUs, text, media: [], fromAd: false, createdAt };
}

/** The conversation to write in, which is made for a private reply. */
async function conversationFor(
  connection: Connection,
  { networkConversationId, personId }: OutgoingMessage,
): Promise<string> {
  if (networkConversationId !== null) return networkConversationId;
  const body = await chat(connection, 'getConvoForMembers', { members: personId });
  const id = textAt(body, 'convo', 'id');
  if (id === null) throw notSent('reply_not_possible', 'Bluesky has no conversation with this person.');
  return id;
}

/** Direct messages, which a service of their own keeps. */
export const blueskyMessages: MessagesAdapter = {
  async conversation(connection, convoId) {
    const body = await chat(connection, 'getConvo', { convoId });
    const other = listAt(body, 'convo', 'members').find(
      (one) => textAt(one, 'did') !== connection.account.networkUserId,
    );
    const person = personOf(other);
    return person && { networkConversationId: convoId, person, updatedAt: connection.now };
  },

  async list(connection, convoId, page) {
    const body = await chat(connection, 'getMessages', {
      convoId,
      limit: PAGE,
      ...(page !== null && { cursor: page }),
    });
    const items = listAt(body, 'messages').flatMap((one) => messageOf(connection, one) ?? []);
    return { items, next: textAt(body, 'cursor') };
  },

  prepare: async () => ({}),

  async send(connection, message) {
    const convoId = await conversationFor(connection, message);
    try {
      const response = await commit(blueskyErrors, connection, {
        method: 'POST',
        path: '/xrpc/chat.bsky.convo.sendMessage',
        headers: { ...chatHeaders(connection), 'content-type': 'application/json' },
        body: { convoId, message: { text: message.text } },
      });
      return { networkPostId: required(textAt(response.body, 'id'), response), url: '', adopted: false };
    } catch (cause) {
      throw asMessageRefusal(cause);
    }
  },

  async find(connection, message) {
    const convoId = await conversationFor(connection, message);
    const sought = { since: message.since, knownPostIds: message.knownIds };
    return searchPages(sought, message.text, true, async (cursor) => {
      const body = await chat(connection, 'getMessages', {
        convoId,
        limit: PAGE,
        ...(cursor !== null && { cursor }),
      });
      const posts = listedAt(body, 'messages').map((one) => {
        const sender = textAt(one, 'sender', 'did');
        return {
          networkPostId: textAt(one, 'id'),
          url: '',
          text: textAt(one, 'text'),
          createdAt: timeAt(one, 'sentAt'),
          answers: null,
          isOwn: sender === null ? null : sender === connection.account.networkUserId,
        };
      });
      return { posts, next: textAt(body, 'cursor') };
    });
  },
};

/** Asked only for its refusal. */
export const chatLog = (connection: Connection, cursor: string | null) =>
  chat(connection, 'getLog', cursor === null ? {} : { cursor });

export const chatList = (connection: Connection) => chat(connection, 'listConvos', { limit: PAGE });
