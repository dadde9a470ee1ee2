import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { CommentsAdapter, NetworkComment, OutgoingReply } from '../inbox-adapter.js';
import type { Delivered } from '../outgoing-post.js';
import { ask, commit, nullIfNotFound, required } from '../requests/exchange.js';
import { textAt, valueAt } from '../requests/json-answer.js';
import { type ListedPost, listedAt, notReadable, searchPages } from '../requests/lookup.js';
import { type CommentUrn, commentUrnOf, urnOfComment } from './comment-urns.js';
import { linkedinErrors } from './errors.js';
import { headersOf } from './headers.js';
import { ORGANIZATION } from './urns.js';

const PAGE = 50;

/** LinkedIn gives the name of a commenter to nobody: only the URN. */
const UNNAMED = { member: 'A LinkedIn member', organization: 'A LinkedIn Page' };

/** Parentheses and commas are part of LinkedIn’s syntax: they are sent as they are, what is between them encoded. */
export function getRest(connection: Connection, path: string) {
  return ask(linkedinErrors, connection, { method: 'GET', path, headers: headersOf(connection) });
}

/** A comment as an answer has it; null: it cannot be read. */
function commentIn({ account, wire }: Connection, one: unknown): NetworkComment | null {
  const actor = textAt(one, 'actor');
  const createdAt = valueAt(one, 'created', 'time');
  const object = textAt(one, 'object');
  const urn = textAt(one, 'commentUrn') ?? textAt(one, '$URN') ?? urnFrom(object, textAt(one, 'id'));
  if (urn === null || actor === null || typeof createdAt !== 'number') return null;
  const isPage = actor.startsWith(ORGANIZATION);
  return {
    networkCommentId: urn,
    parentId: textAt(one, 'parentComment'),
    author: {
      networkUserId: actor,
      handle: null,
      displayName: isPage ? UNNAMED.organization : UNNAMED.member,
    },
    isOwn: actor === account.networkUserId,
    // A comment may be a picture alone.
    text: textAt(one, 'message', 'text') ?? '',
    createdAt,
    hidden: false,
    live: false,
    url:
      object === null ? null : `${wire.webUrl}/feed/update/${object}?commentUrn=${encodeURIComponent(urn)}`,
  };
}

const urnFrom = (thread: string | null, number: string | null): string | null =>
  thread === null || number === null ? null : urnOfComment({ thread, number });

const commentsPath = (urn: string): string => `/rest/socialActions/${encodeURIComponent(urn)}/comments`;

/** Comments of one thread, by their URNs. Those that LinkedIn no longer has are left out. */
export async function readOfThread(
  connection: Connection,
  thread: string,
  numbers: readonly string[],
): Promise<readonly NetworkComment[]> {
  const { body } = await getRest(connection, `${commentsPath(thread)}?ids=List(${numbers.join(',')})`);
  return numbers.flatMap((number) => commentIn(connection, valueAt(body, 'results', number)) ?? []);
}

async function readComment(
  connection: Connection,
  { thread, number }: CommentUrn,
): Promise<NetworkComment | null> {
  const found = await getRest(connection, `${commentsPath(thread)}/${number}`).catch(nullIfNotFound);
  if (found === null) return null;
  const comment = commentIn(connection, found.body);
  if (comment) return comment;
  throw notReadable('LinkedIn’s answer does not contain the comment.');
}

/** One page of the comments on a post, or of the replies to a comment. */
async function listPage(connection: Connection, urn: string, start: string | null) {
  const from = Number(start ?? '0');
  const { body } = await getRest(connection, `${commentsPath(urn)}?start=${from}&count=${PAGE}`);
  const items = listedAt(body, 'elements');
  return { items, next: items.length < PAGE ? null : String(from + PAGE) };
}

function listedReply(connection: Connection, { attachesTo }: OutgoingReply, one: unknown): ListedPost {
  const comment = commentIn(connection, one);
  return {
    networkPostId: comment?.networkCommentId ?? null,
    url: comment?.url ?? '',
    text: textAt(one, 'message', 'text'),
    createdAt: comment?.createdAt ?? null,
    // What is listed below a comment replies to it, whether it names it or not.
    answers: comment?.parentId || attachesTo,
    isOwn: comment?.isOwn ?? null,
  };
}

/** Publishes a comment, or a reply. Irreversible. */
export async function publishComment(
  connection: Connection,
  {
    postUrn,
    parentUrn,
    text,
  }: { readonly postUrn: string; readonly parentUrn: string | null; readonly text: string },
): Promise<Delivered> {
  // A reply belongs to the thread of its comment.
  const object = commentUrnOf(parentUrn)?.thread ?? postUrn;
  const response = await commit(linkedinErrors, connection, {
    method: 'POST',
    path: commentsPath(parentUrn ?? postUrn),
    headers: headersOf(connection),
    body: {
      actor: connection.account.networkUserId,
      object,
      message: { text },
      ...(parentUrn !== null && { parentComment: parentUrn }),
    },
  });
  const id = textAt(response.body, 'commentUrn') ?? textAt(response.body, 'id');
  return { networkPostId: required(id, response), url: '', adopted: false };
}

const NOT_FOUND = 404;

function asReply(cause: unknown): unknown {
  if (!(cause instanceof NetworkRefusal) || cause.answer.status !== NOT_FOUND) return cause;
  return new NetworkRefusal(
    'reply_not_possible',
    'What it replies to no longer exists on LinkedIn.',
    cause.answer,
  );
}

/** There is one level of replies: a reply to a reply is one to the comment at the top. */
const parentOf = ({ attachesTo, parentId }: OutgoingReply): string | null => attachesTo ?? parentId;

/** Comments on the posts of a Page. */
export const linkedinComments: CommentsAdapter = {
  async list(connection, networkPostId, page) {
    const found = await listPage(connection, networkPostId, page).catch(nullIfNotFound);
    return (
      found && { items: found.items.flatMap((one) => commentIn(connection, one) ?? []), next: found.next }
    );
  },

  async read(connection, networkCommentId) {
    const urn = commentUrnOf(networkCommentId);
    return urn && readComment(connection, urn);
  },

  async reply(connection, reply) {
    const { networkPostId: postUrn, text } = reply;
    try {
      return await publishComment(connection, { postUrn, parentUrn: parentOf(reply), text });
    } catch (cause) {
      throw asReply(cause);
    }
  },

  findReply(connection, reply) {
    const { networkPostId, since, knownIds, text } = reply;
    const parent = parentOf(reply);
    const sought = { since, knownPostIds: knownIds, answers: parent };
    return searchPages(sought, text, false, async (start) => {
      const { items, next } = await listPage(connection, parent ?? networkPostId, start);
      return { posts: items.map((one) => listedReply(connection, reply, one)), next };
    });
  },
};
