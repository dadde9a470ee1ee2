import * as z from 'zod';
import type { Connection } from '../connection.js';
import type { NewComment, News, NewsAdapter } from '../inbox-adapter.js';
import { listAt, textAt, timeAt } from '../requests/json-answer.js';
import { lookBack } from '../requests/look-back.js';
import { listedAt } from '../requests/lookup.js';
import { orWithheld } from '../requests/or-withheld.js';
import { type GraphApi, graphGet } from './graph-call.js';
import { idsAt, type OtherIdFields } from './other-ids.js';

/** The newest posts, and the conversations, that one look reads. */
const MAX_POSTS = 25;
const MAX_CONVERSATIONS = 25;

/** What one Graph API network calls what is new. */
export interface NewsNames {
  /** The network, in sentences. */
  readonly network: string;
  /** The edge of the account with its posts. */
  readonly posts: string;
  /** The fields with other ids of a post, and where they are; absent: a post has one id. */
  readonly otherIds?: OtherIdFields;
  /** The field of a post that lists its comments, with their fields. */
  readonly comments: string;
  readonly createdAt: string;
  /** The field of a comment that lists its replies; absent: they are among the comments. */
  readonly replies?: string;
  /** The `platform` parameter of conversations. */
  readonly conversations: string;
  readonly permissions: { readonly comments: string; readonly messages: string };
}

const Cursors = z.object({ comments: z.string().nullable(), conversations: z.string().nullable() });

/**
 * Comments on the newest posts of an account, and its conversations: the Graph API announces them only to apps with a
 * public address.
 */
export function graphNews(api: GraphApi, names: NewsNames): NewsAdapter {
  /** @param post at the top, which may have been published elsewhere */
  function entryOf({ account }: Connection, one: unknown, post: unknown, found: NewComment[]) {
    const postId = textAt(post, 'id');
    const { otherIds } = names;
    const alsoPosts = otherIds ? idsAt(post, otherIds) : [];
    return {
      id: textAt(one, 'id') ?? '',
      at: timeAt(one, names.createdAt),
      take: () => {
        const networkCommentId = textAt(one, 'id');
        const isOwn = textAt(one, 'from', 'id') === account.networkUserId;
        if (networkCommentId !== null && postId !== null && !isOwn)
          found.push({
            ...{ networkCommentId, answers: postId, isPost: true as const },
            ...(alsoPosts.length > 0 && { alsoPosts }),
          });
      },
    };
  }

  function lookForComments(connection: Connection, cursor: string | null, found: NewComment[]) {
    return lookBack(cursor, async () => {
      const path = `/${connection.account.networkUserId}/${names.posts}`;
      const fields = ['id', ...(names.otherIds ? [names.otherIds.fields] : []), names.comments].join(',');
      const query = { fields, limit: String(MAX_POSTS) };
      const { body } = await graphGet(api, connection, path, query);
      const entries = listedAt(body, 'data').flatMap((post) =>
        listAt(post, 'comments', 'data')
          .flatMap((one) => [one, ...listAt(one, names.replies ?? '', 'data')])
          .map((one) => entryOf(connection, one, post, found)),
      );
      return { entries: entries.sort((one, other) => (other.at ?? 0) - (one.at ?? 0)), next: null };
    });
  }

  function lookForConversations(connection: Connection, cursor: string | null, found: Set<string>) {
    return lookBack(cursor, async () => {
      const path = `/${connection.account.networkUserId}/conversations`;
      const { body } = await graphGet(api, connection, path, {
        platform: names.conversations,
        fields: 'id,updated_time',
        limit: String(MAX_CONVERSATIONS),
      });
      const entries = listedAt(body, 'data').map((one) => ({
        // A conversation is new whenever it has changed.
        id: `${textAt(one, 'id') ?? ''} ${textAt(one, 'updated_time') ?? ''}`,
        at: timeAt(one, 'updated_time'),
        take: () => {
          const id = textAt(one, 'id');
          if (id !== null) found.add(id);
        },
      }));
      return { entries, next: null };
    });
  }

  const lacks = (what: string): string => `${names.network} does not let your app read ${what}.`;

  return {
    async look(connection, cursor): Promise<News> {
      const before =
        cursor === null ? { comments: null, conversations: null } : Cursors.parse(JSON.parse(cursor));
      const comments: NewComment[] = [];
      const conversations = new Set<string>();
      const one = await orWithheld(
        { cursor: before.comments, withheld: lacks(`comments (${names.permissions.comments})`) },
        (from) => lookForComments(connection, from, comments),
      );
      const other = await orWithheld(
        { cursor: before.conversations, withheld: lacks(`messages (${names.permissions.messages})`) },
        (from) => lookForConversations(connection, from, conversations),
      );
      return {
        comments,
        conversationIds: [...conversations],
        cursor: JSON.stringify({ comments: one.cursor, conversations: other.cursor }),
        more: false,
        withheld: [one, other].flatMap(({ withheld }) => withheld ?? []),
      };
    },
  };
}
