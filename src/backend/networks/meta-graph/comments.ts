import type { Connection } from '../connection.js';
import type { Delivered, OutgoingPart } from '../outgoing-post.js';
import { required } from '../requests/exchange.js';
import { textAt, timeAt } from '../requests/json-answer.js';
import { searchPages, soughtPart } from '../requests/lookup.js';
import { type GraphApi, graphGet, graphPublish } from './graph-call.js';
import { listedPage } from './listed-page.js';

/** The field names of a comment on one Graph API network. */
export interface CommentFields {
  readonly text: string;
  /** The field with the author's name; the id in `from` may differ from the account's. */
  readonly author?: string;
  readonly createdAt: string;
}

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
export function findComment(
  api: GraphApi,
  fields: CommentFields,
  connection: Connection,
  part: OutgoingPart,
): Promise<Delivered | null> {
  return searchPages(soughtPart(part), part.text, false, async (cursor) => {
    const { body } = await graphGet(api, connection, `/${part.root.networkPostId}/comments`, {
      fields: `id,from,${fields.author ? `${fields.author},` : ''}${fields.text},${fields.createdAt}`,
      limit: String(PAGE),
      ...(cursor !== null && { after: cursor }),
    });
    return listedPage(body, PAGE, (one) => ({
      networkPostId: textAt(one, 'id'),
      url: part.root.url,
      text: textAt(one, fields.text),
      createdAt: timeAt(one, fields.createdAt),
      answers: null,
      isOwn: isOwn(fields, connection, one),
    }));
  });
}

/** Null: the response does not name the author. */
function isOwn({ author }: CommentFields, { account }: Connection, one: unknown): boolean | null {
  const name = author === undefined ? null : textAt(one, author) || null;
  const id = textAt(one, 'from', 'id') || null;
  if (name === account.handle || id === account.networkUserId) return true;
  // The id in `from` may differ from the account's where the name is the account's.
  return (author === undefined ? id : name) === null ? null : false;
}
