import type { Connection } from '../connection.js';
import type { MessagesAdapter, NetworkMessage, OutgoingMessage } from '../inbox-adapter.js';
import { bearer, commit, notSent, required } from '../requests/exchange.js';
import { listAt, textAt, timeAt, valueAt } from '../requests/json-answer.js';
import { notReadable } from '../requests/lookup.js';
import { mastodonErrors } from './errors.js';
import { findStatus } from './find-status.js';
import {
  authorOf,
  DIRECT,
  get,
  getIfThere,
  keyOf,
  mentioning,
  personOf,
  statusPath,
  withoutMention,
} from './statuses.js';
import { plainText } from './written-text.js';

const PAGE = 40;
const KINDS = ['image', 'video', 'audio'] as const;

/** A direct status as a message; null: it is none of this conversation, or cannot be read. */
function messageOf({ account }: Connection, personId: string, status: unknown): NetworkMessage | null {
  const networkMessageId = textAt(status, 'id');
  const author = authorOf(status)?.networkUserId;
  const content = textAt(status, 'content');
  const createdAt = timeAt(status, 'created_at');
  if (networkMessageId === null || content === null || createdAt === null) return null;
  if (textAt(status, 'visibility') !== DIRECT) return null;
  const fromUs = author === account.networkUserId;
  if (!fromUs && author !== personId) return null;
  const text = plainText(content).trim();
  return {
    networkMessageId,
    fromUs,
    text: fromUs ? withoutMention(text) : text,
    media: listAt(status, 'media_attachments').map((one) => ({
      kind: KINDS.find((kind) => textAt(one, 'type') === kind) ?? 'file',
      url: textAt(one, 'url'),
    })),
    fromAd: false,
    createdAt,
  };
}

/** The direct statuses in which the person mentions the account, one page of them, newest first. */
async function received(connection: Connection, personId: string, below: string | null) {
  const { body } = await get(connection, '/api/v1/notifications', {
    'types[]': 'mention',
    account_id: personId,
    limit: String(PAGE),
    ...(below !== null && { max_id: below }),
  });
  if (!Array.isArray(body)) throw notReadable('The server’s answer does not contain the notifications.');
  const last = textAt(body.at(-1), 'id');
  return {
    statuses: body.flatMap((one: unknown) =>
      textAt(one, 'type') === 'mention' ? [valueAt(one, 'status')] : [],
    ),
    next: body.length < PAGE || last === below ? null : last,
  };
}

/** What the message is addressed to: the person, and their statuses that it may continue, newest first. */
async function addressed(connection: Connection, message: OutgoingMessage) {
  const { personId, answersComment, text } = message;
  const person = personOf(await getIfThere(connection, `/api/v1/accounts/${encodeURIComponent(personId)}`));
  if (!person?.handle) throw notSent('reply_not_possible', 'The server no longer has this person’s account.');
  const { statuses } =
    answersComment === null ? await received(connection, personId, null) : { statuses: [] };
  const theirs = statuses.flatMap((one) => messageOf(connection, personId, one)?.networkMessageId ?? []);
  const candidates = answersComment === null ? theirs : [answersComment];
  return { text: mentioning(person.handle, text), candidates };
}

/**
 * Direct messages: statuses that only those see whom they mention. A conversation is named after the person’s account,
 * because not every server lists conversations.
 */
export const mastodonMessages: MessagesAdapter = {
  async conversation(connection, personId) {
    const path = `/api/v1/accounts/${encodeURIComponent(personId)}`;
    const person = personOf(await getIfThere(connection, path));
    return person && { networkConversationId: personId, person, updatedAt: connection.now };
  },

  async list(connection, personId, page) {
    const { statuses, next } = await received(connection, personId, page);
    const found = new Map<string, NetworkMessage>();
    const take = (status: unknown) => {
      const message = messageOf(connection, personId, status);
      if (message) found.set(message.networkMessageId, message);
      return message;
    };
    const theirs = statuses.flatMap((one) => take(one) ?? []);
    // What the account wrote elsewhere stands around what it answers.
    const [newest] = theirs;
    const around = newest
      ? await getIfThere(connection, `${statusPath(newest.networkMessageId)}/context`)
      : null;
    for (const one of [...listAt(around, 'ancestors'), ...listAt(around, 'descendants')]) take(one);
    const items = [...found.values()].sort((one, other) => other.createdAt - one.createdAt);
    return { items, next };
  },

  prepare: async () => ({}),

  async send(connection, message) {
    const { text, candidates } = await addressed(connection, message);
    const [answers = null] = candidates;
    const response = await commit(mastodonErrors, connection, {
      method: 'POST',
      path: '/api/v1/statuses',
      headers: {
        ...bearer(connection),
        'content-type': 'application/json',
        'idempotency-key': keyOf(['message', message.since, message.personId, message.text]),
      },
      body: { status: text, visibility: DIRECT, ...(answers !== null && { in_reply_to_id: answers }) },
    });
    return {
      networkPostId: required(textAt(response.body, 'id'), response),
      url: '',
      adopted: false,
    };
  },

  async find(connection, message) {
    const { text, candidates } = await addressed(connection, message);
    // Since it was sent, the person may have written again, or deleted what it continued.
    const answers = [...candidates, null];
    return findStatus(connection, {
      sought: { since: message.since, knownPostIds: message.knownIds, answers },
      text,
      mediaCount: 0,
      visibility: DIRECT,
    });
  },
};
