import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { CommentsAdapter, NetworkComment, OutgoingReply } from '../inbox-adapter.js';
import { notSent } from '../requests/exchange.js';
import { listAt, textAt, timeAt, valueAt } from '../requests/json-answer.js';
import { notReadable } from '../requests/lookup.js';
import { postIn, query } from './app-view.js';
import { ownRecord, resolveMentions, sendRecord } from './own-records.js';
import { recordKeyOf, replyRecordOf } from './record.js';

/** The app view's deepest thread. */
const DEPTH = '1000';

function commentOf({ account, wire }: Connection, view: unknown): NetworkComment | null {
  const post = postIn(view);
  const text = textAt(post?.record, 'text');
  const createdAt = timeAt(view, 'indexedAt') ?? timeAt(post?.record, 'createdAt');
  if (!post?.author || text === null || createdAt === null) return null;
  const recordKey = post.uri.slice(post.uri.lastIndexOf('/') + 1);
  return {
    networkCommentId: post.uri,
    parentId: textAt(post.record, 'reply', 'parent', 'uri'),
    author: post.author,
    isOwn: post.author.networkUserId === account.networkUserId,
    text,
    createdAt,
    hidden: false,
    live: false,
    url: `${wire.webUrl}/profile/${post.author.handle ?? post.author.networkUserId}/post/${recordKey}`,
  };
}

/** The replies below a post of a thread, at any depth. */
function below(thread: unknown): unknown[] {
  return listAt(thread, 'replies').flatMap((one) => [valueAt(one, 'post'), ...below(one)]);
}

/** A post as the app view has it; null: it does not exist. */
async function viewOf(connection: Connection, uri: string): Promise<unknown> {
  const body = await query(connection, 'app.bsky.feed.getPosts', { uris: uri });
  const posts = valueAt(body, 'posts');
  if (!Array.isArray(posts)) throw notReadable('Bluesky’s answer does not contain the posts.');
  return posts.find((one: unknown) => textAt(one, 'uri') === uri) ?? null;
}

/** A post with the replies below it; null: the app view does not know it, or no longer. */
async function threadOf(connection: Connection, uri: string, depth: string): Promise<unknown> {
  try {
    const body = await query(connection, 'app.bsky.feed.getPostThread', { uri, depth, parentHeight: '0' });
    const thread = valueAt(body, 'thread');
    return textAt(thread, '$type') === 'app.bsky.feed.defs#notFoundPost' ? null : thread;
  } catch (cause) {
    if (cause instanceof NetworkRefusal && cause.answer.code === 'NotFound') return null;
    throw cause;
  }
}

/** The reply as a record under a key that is the same for each attempt. */
const keyOf = ({ since, parentId, networkPostId, text }: OutgoingReply) =>
  recordKeyOf({ since, key: JSON.stringify(['reply', parentId ?? networkPostId, text]) });

/** Replies to posts. */
export const blueskyComments: CommentsAdapter = {
  async list(connection, networkPostId) {
    const thread = await threadOf(connection, networkPostId, DEPTH);
    if (thread === null) return null;
    const items = below(thread).flatMap((one) => commentOf(connection, one) ?? []);
    return { items: items.sort((one, other) => other.createdAt - one.createdAt), next: null };
  },

  async read(connection, uri) {
    const view = await viewOf(connection, uri);
    if (view === null) return null;
    const comment = commentOf(connection, view);
    if (comment) return comment;
    throw notReadable('Bluesky’s answer does not contain the post.');
  },

  // `getPosts` also leaves out what people who block each other have written; a thread says so.
  isGone: async (connection, uri) => (await threadOf(connection, uri, '0')) === null,

  async reply(connection, reply) {
    const parent = postIn(await viewOf(connection, reply.parentId ?? reply.networkPostId));
    if (!parent) throw notSent('reply_not_possible', 'The post it replies to no longer exists on Bluesky.');
    const { text } = reply;
    const record = replyRecordOf(
      reply,
      { uri: parent.uri, cid: parent.cid, value: { reply: valueAt(parent.record, 'reply') } },
      await resolveMentions(connection, text),
    );
    return sendRecord(connection, keyOf(reply), record);
  },

  findReply: (connection, reply) => ownRecord(connection, keyOf(reply), reply.text),
};
