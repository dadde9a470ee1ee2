import type { Connection } from '../connection.js';
import type { Delivered, OutgoingPart } from '../outgoing-post.js';
import { required } from '../requests/exchange.js';
import { listAt, textAt, timeAt } from '../requests/json-answer.js';
import { type ListedPost, pickOwn, soughtPart } from '../requests/lookup.js';
import { type GraphApi, graphGet, graphPublish } from './graph-call.js';

/** The field names of a comment on one Graph API network. */
export interface CommentFields {
  readonly text: string;
  /** The field with the author's name; the id in `from` may differ from the account's. */
  readonly author?: string;
  readonly createdAt: string;
}

/** One page is enough: a first comment is made right after its post. */
const PAGE = 100;

/** A comment has no URL of its own: use the post's. */
function delivered({ root }: OutgoingPart, id: string, adopted: boolean): Delivered {
  return { networkPostId: id, url: root.url, adopted };
}

/** POST /{post-id}/comments */
export async function createComment(
  api: GraphApi,
  connection: Connection,
  part: OutgoingPart,
): Promise<Delivered> {
  const path = `/${part.root.networkPostId}/comments`;
  const response = await graphPublish(api, connection, path, { message: part.text });
  return delivered(part, required(textAt(response.body, 'id'), response), false);
}

/** The account's own comment with this text. */
export async function findComment(
  api: GraphApi,
  fields: CommentFields,
  connection: Connection,
  part: OutgoingPart,
): Promise<Delivered | null> {
  const { handle, networkUserId } = connection.account;
  const { body } = await graphGet(api, connection, `/${part.root.networkPostId}/comments`, {
    fields: `id,from,${fields.author ? `${fields.author},` : ''}${fields.text},${fields.createdAt}`,
    limit: String(PAGE),
  });
  const own = listAt(body, 'data').flatMap((one): ListedPost[] => {
    const isNamed = fields.author !== undefined && textAt(one, fields.author) === handle;
    if (!isNamed && textAt(one, 'from', 'id') !== networkUserId) return [];
    return [
      {
        networkPostId: textAt(one, 'id') ?? '',
        url: part.root.url,
        text: textAt(one, fields.text) ?? '',
        createdAt: timeAt(one, fields.createdAt) ?? 0,
      },
    ];
  });
  return pickOwn(own, soughtPart(part), part.text);
}
