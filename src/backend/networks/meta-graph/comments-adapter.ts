import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { CommentsAdapter, NetworkComment, OutgoingReply } from '../inbox-adapter.js';
import type { Delivered } from '../outgoing-post.js';
import { required } from '../requests/exchange.js';
import { listAt, textAt, timeAt, valueAt } from '../requests/json-answer.js';
import { type ListedPost, searchPages } from '../requests/lookup.js';
import { type GraphApi, graphDelete, graphGet, graphPost, graphPublish, isGone } from './graph-call.js';
import { listedPage } from './listed-page.js';

/** The field and edge names of comments on one Graph API network. */
export interface CommentNames {
  /** The fields to request. */
  readonly fields: string;
  readonly text: string;
  readonly createdAt: string;
  readonly hidden: string;
  readonly hides: string;
  readonly parent: readonly string[];
  /** The field with the author's handle; absent: the network has no handles. */
  readonly handle?: readonly string[];
  readonly name: readonly string[];
  /** The edge of a comment for its replies. */
  readonly replies: 'replies' | 'comments';
  /** Further query parameters of a list, so that it includes replies. */
  readonly list: Readonly<Record<string, string>>;
}

const PAGE = 50;

function commentOf(names: CommentNames, connection: Connection, one: unknown): NetworkComment {
  const { account } = connection;
  const authorId = textAt(one, 'from', 'id') ?? '';
  const handle = names.handle ? textAt(one, ...names.handle) : null;
  const isOwn = authorId === account.networkUserId || (handle !== null && handle === account.handle);
  return {
    networkCommentId: textAt(one, 'id') ?? '',
    parentId: textAt(one, ...names.parent),
    author: {
      networkUserId: isOwn ? account.networkUserId : authorId,
      handle,
      displayName: textAt(one, ...names.name) ?? handle ?? 'Somebody',
    },
    isOwn,
    text: textAt(one, names.text) ?? '',
    createdAt: timeAt(one, names.createdAt) ?? 0,
    hidden: valueAt(one, names.hidden) === true,
    live: textAt(one, 'live_broadcast_timestamp') !== null,
    url: textAt(one, 'permalink_url'),
  };
}

function nullIfGone(cause: unknown): null {
  if (isGone(cause)) return null;
  throw cause;
}

/** The comment may have been deleted: that is no problem of the account or the text. */
function asReply(cause: unknown): unknown {
  if (!(cause instanceof NetworkRefusal) || !isGone(cause)) return cause;
  return new NetworkRefusal(
    'reply_not_possible',
    'The comment it replies to no longer exists.',
    cause.answer,
  );
}

/** Comments on Instagram and Facebook. */
export function graphComments(api: GraphApi, names: CommentNames): CommentsAdapter {
  async function listed(connection: Connection, objectId: string, edge: string, page: string | null) {
    const { body } = await graphGet(api, connection, `/${objectId}/${edge}`, {
      fields: names.fields,
      ...names.list,
      limit: String(PAGE),
      ...(page !== null && { after: page }),
    });
    return body;
  }

  /** A listed comment, for a lookup of a reply. */
  function listedReply(connection: Connection, { attachesTo }: OutgoingReply, one: unknown): ListedPost {
    const { networkCommentId, parentId, author, isOwn, url } = commentOf(names, connection, one);
    const isNamed = author.networkUserId !== '' || (author.handle ?? '') !== '';
    return {
      networkPostId: networkCommentId || null,
      url: url ?? '',
      text: textAt(one, names.text),
      createdAt: timeAt(one, names.createdAt),
      // A reply that is listed under a comment belongs to it, whether it names it or not.
      answers: parentId || attachesTo,
      isOwn: isNamed ? isOwn : null,
    };
  }

  return {
    async list(connection, networkPostId, page) {
      const body = await listed(connection, networkPostId, 'comments', page).catch(nullIfGone);
      if (body === null) return null;
      const next =
        textAt(body, 'paging', 'next') === null ? null : textAt(body, 'paging', 'cursors', 'after');
      const items = listAt(body, 'data').flatMap((one) => [
        commentOf(names, connection, one),
        ...listAt(one, 'replies', 'data').map((reply) => ({
          ...commentOf(names, connection, reply),
          parentId: textAt(one, 'id'),
        })),
      ]);
      return { items, next };
    },

    async read(connection, networkCommentId) {
      const fields = { fields: names.fields };
      const found = await graphGet(api, connection, `/${networkCommentId}`, fields).catch(nullIfGone);
      return found && commentOf(names, connection, found.body);
    },

    async reply(connection, { networkPostId, parentId, text }): Promise<Delivered> {
      const path = parentId === null ? `/${networkPostId}/comments` : `/${parentId}/${names.replies}`;
      try {
        const response = await graphPublish(api, connection, path, { message: text });
        return { networkPostId: required(textAt(response.body, 'id'), response), url: '', adopted: false };
      } catch (cause) {
        throw asReply(cause);
      }
    },

    findReply(connection, reply) {
      const { networkPostId, attachesTo, since, knownIds, text } = reply;
      const sought = { since, knownPostIds: knownIds, answers: attachesTo };
      const edge = attachesTo === null ? 'comments' : names.replies;
      return searchPages(sought, text, false, async (cursor) => {
        const body = await listed(connection, attachesTo ?? networkPostId, edge, cursor);
        return listedPage(body, PAGE, (one) => listedReply(connection, reply, one));
      });
    },

    async setHidden(connection, networkCommentId, hidden) {
      await graphPost(api, connection, `/${networkCommentId}`, { [names.hides]: String(hidden) });
    },

    async remove(connection, networkCommentId) {
      try {
        await graphDelete(api, connection, `/${networkCommentId}`);
      } catch (cause) {
        if (!isGone(cause)) throw cause;
      }
    },
  };
}
