import type { Connection } from '../connection.js';
import type { CommentsAdapter, NetworkComment, OutgoingReply } from '../inbox-adapter.js';
import type { Delivered } from '../outgoing-post.js';
import { bearer, commit, notSent, required } from '../requests/exchange.js';
import { listAt, textAt, timeAt } from '../requests/json-answer.js';
import { notReadable } from '../requests/lookup.js';
import { mastodonErrors } from './errors.js';
import { findStatus } from './find-status.js';
import { authorOf, DIRECT, getIfThere, keyOf, mentioning, statusPath, withoutMention } from './statuses.js';
import { plainText } from './written-text.js';

/** A status as a comment; null: it is a direct message, or cannot be read. */
function commentOf({ account }: Connection, status: unknown): NetworkComment | null {
  const networkCommentId = textAt(status, 'id');
  const author = authorOf(status);
  const content = textAt(status, 'content');
  const createdAt = timeAt(status, 'created_at');
  if (networkCommentId === null || author === null || content === null || createdAt === null) return null;
  if (textAt(status, 'visibility') === DIRECT) return null;
  const isOwn = author.networkUserId === account.networkUserId;
  const text = plainText(content).trim();
  return {
    networkCommentId,
    parentId: textAt(status, 'in_reply_to_id'),
    author,
    isOwn,
    text: isOwn ? withoutMention(text) : text,
    createdAt,
    hidden: false,
    live: false,
    url: textAt(status, 'url') ?? textAt(status, 'uri'),
  };
}

/** What a reply answers: its author is mentioned, and its visibility kept. */
async function answered(connection: Connection, { parentId, networkPostId, text }: OutgoingReply) {
  const id = parentId ?? networkPostId;
  const status = await getIfThere(connection, statusPath(id));
  if (status === null) {
    throw notSent('reply_not_possible', 'What it replies to no longer exists on the server.');
  }
  const author = authorOf(status);
  const isOwn = author?.networkUserId === connection.account.networkUserId;
  return {
    id,
    text: mentioning(isOwn ? null : (author?.handle ?? null), text),
    visibility: textAt(status, 'visibility'),
    warning: textAt(status, 'spoiler_text'),
  };
}

/** Replies to statuses. */
export const mastodonComments: CommentsAdapter = {
  async list(connection, networkPostId) {
    const context = await getIfThere(connection, `${statusPath(networkPostId)}/context`);
    if (context === null) return null;
    const items = listAt(context, 'descendants').flatMap((one) => commentOf(connection, one) ?? []);
    return { items: items.reverse(), next: null };
  },

  async read(connection, networkCommentId) {
    const status = await getIfThere(connection, statusPath(networkCommentId));
    if (status === null) return null;
    const comment = commentOf(connection, status);
    if (comment || textAt(status, 'visibility') === DIRECT) return comment;
    throw notReadable('The server’s answer does not contain the status.');
  },

  isGone: async (connection, networkCommentId) =>
    (await getIfThere(connection, statusPath(networkCommentId))) === null,

  async reply(connection, reply): Promise<Delivered> {
    const { id, text, visibility, warning } = await answered(connection, reply);
    const response = await commit(mastodonErrors, connection, {
      method: 'POST',
      path: '/api/v1/statuses',
      headers: {
        ...bearer(connection),
        'content-type': 'application/json',
        'idempotency-key': keyOf(['reply', reply.since, id, reply.text]),
      },
      body: {
        status: text,
        in_reply_to_id: id,
        ...(visibility && { visibility }),
        ...(warning && { spoiler_text: warning }),
      },
    });
    return {
      networkPostId: required(textAt(response.body, 'id'), response),
      url: textAt(response.body, 'url') ?? '',
      adopted: false,
    };
  },

  async findReply(connection, reply) {
    const { id, text, visibility } = await answered(connection, reply);
    return findStatus(connection, {
      sought: { since: reply.since, knownPostIds: reply.knownIds, answers: id },
      text,
      mediaCount: 0,
      visibility,
    });
  },
};
