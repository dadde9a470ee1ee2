import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { CommentsAdapter, NetworkComment, OutgoingReply } from '../inbox-adapter.js';
import { findListed, prepareContainer, publishContainer } from '../meta-graph/containers.js';
import { graphGet, graphPost, isGone } from '../meta-graph/graph-call.js';
import { listAt, textAt, timeAt, valueAt } from '../requests/json-answer.js';
import { listedAt, notReadable } from '../requests/lookup.js';
import { THREADS_API } from './api.js';

const FIELDS =
  'id,text,username,permalink,timestamp,is_reply,root_post,replied_to,is_reply_owned_by_me,hide_status';
const REPLIES_PAGE = 25;
/** A reply that its author sees, and others only where they ask for it, or not at all. */
const HIDDEN: readonly (string | null)[] = ['HIDDEN', 'COVERED'];

/** A reply; null: it cannot be read. Threads names people by their username alone. */
function replyIn({ account }: Connection, one: unknown): NetworkComment | null {
  const id = textAt(one, 'id');
  const username = textAt(one, 'username');
  const createdAt = timeAt(one, 'timestamp');
  if (id === null || username === null || createdAt === null) return null;
  const isOwn = valueAt(one, 'is_reply_owned_by_me') === true || username === account.handle;
  return {
    networkCommentId: id,
    parentId: textAt(one, 'replied_to', 'id') ?? textAt(one, 'root_post', 'id'),
    author: {
      networkUserId: isOwn ? account.networkUserId : username,
      handle: username,
      displayName: username,
    },
    isOwn,
    // A reply may be an image or a video alone.
    text: textAt(one, 'text') ?? '',
    createdAt,
    hidden: HIDDEN.includes(textAt(one, 'hide_status')),
    live: false,
    url: textAt(one, 'permalink'),
  };
}

function nullIfGone(cause: unknown): null {
  if (isGone(cause)) return null;
  throw cause;
}

/** One page of all replies below a post, at any depth, newest first. */
export async function conversationPage(
  connection: Connection,
  postId: string,
  page: string | null,
): Promise<{ readonly replies: readonly NetworkComment[]; readonly next: string | null }> {
  const { body } = await graphGet(THREADS_API, connection, `/${postId}/conversation`, {
    fields: FIELDS,
    reverse: 'true',
    limit: String(REPLIES_PAGE),
    ...(page !== null && { after: page }),
  });
  const continues = textAt(body, 'paging', 'next') !== null;
  return {
    replies: listedAt(body, 'data').flatMap((one) => replyIn(connection, one) ?? []),
    next: continues ? textAt(body, 'paging', 'cursors', 'after') : null,
  };
}

/** The ids of the newest posts of the account. */
export async function newestPosts(connection: Connection, limit: number): Promise<readonly string[]> {
  const path = `/${connection.account.networkUserId}/threads`;
  const { body } = await graphGet(THREADS_API, connection, path, { fields: 'id', limit: String(limit) });
  return listAt(body, 'data').flatMap((one) => textAt(one, 'id') ?? []);
}

async function readReply(connection: Connection, id: string): Promise<NetworkComment | null> {
  const found = await graphGet(THREADS_API, connection, `/${id}`, { fields: FIELDS }).catch(nullIfGone);
  if (found === null) return null;
  const reply = replyIn(connection, found.body);
  if (reply) return reply;
  throw notReadable('Threads’ answer does not contain the reply.');
}

/** What it replies to may have been deleted: that is no problem of the account or the text. */
function asReply(cause: unknown): unknown {
  if (!(cause instanceof NetworkRefusal) || !isGone(cause)) return cause;
  return new NetworkRefusal(
    'reply_not_possible',
    'What it replies to no longer exists on Threads.',
    cause.answer,
  );
}

const answered = ({ parentId, networkPostId }: OutgoingReply): string => parentId ?? networkPostId;

/** Replies to posts: on Threads each is a post of its own. */
export const threadsComments: CommentsAdapter = {
  async list(connection, networkPostId, page) {
    const found = await conversationPage(connection, networkPostId, page).catch(nullIfGone);
    return found && { items: found.replies, next: found.next };
  },

  read: readReply,

  isGone: async (connection, id) => (await readReply(connection, id)) === null,

  async reply(connection, reply) {
    const fields = { media_type: 'TEXT', text: reply.text, reply_to_id: answered(reply) };
    try {
      const prepared = await prepareContainer(THREADS_API, connection, [], fields);
      return await publishContainer(THREADS_API, connection, prepared);
    } catch (cause) {
      throw asReply(cause);
    }
  },

  findReply(connection, reply) {
    const sought = { since: reply.since, knownPostIds: reply.knownIds, answers: answered(reply) };
    return findListed(THREADS_API, connection, sought, reply.text);
  },

  /** Threads hides a reply to the post with everything below it, and refuses to hide one of those alone. */
  async setHidden(connection, networkCommentId, hidden) {
    await graphPost(THREADS_API, connection, `/${networkCommentId}/manage_reply`, { hide: String(hidden) });
  },
};
