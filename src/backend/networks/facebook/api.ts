import type { Connection } from '../connection.js';
import { type GraphApi, graphGet } from '../meta-graph/graph-call.js';
import type { OtherIdFields } from '../meta-graph/other-ids.js';
import type { Delivered } from '../outgoing-post.js';
import { readPublished } from '../requests/exchange.js';
import { textAt } from '../requests/json-answer.js';
import { facebookErrors } from './errors.js';

export const API: GraphApi = { version: '/v25.0', errors: facebookErrors, provesSecret: true };

/** A video is published under an id of its own, which is not that of its post. */
export const OTHER_IDS: OtherIdFields = {
  fields: 'attachments{target{id}}',
  list: ['attachments', 'data'],
  id: ['target', 'id'],
};

/** The id of a Page's post, `{page-id}_{post-id}`. @param postId of which Facebook may leave the Page out */
export function pagePostId({ account }: Connection, postId: string): string {
  return postId.includes('_') ? postId : `${account.networkUserId}_${postId}`;
}

/** Facebook names the page of a video without its host. */
function addressAt(connection: Connection, body: unknown): string | null {
  const permalink = textAt(body, 'permalink_url');
  return permalink === null ? null : new URL(permalink, connection.wire.webUrl).href;
}

/** A published post with its public URL. */
export async function withPermalink(
  connection: Connection,
  id: string,
  networkPostId: string = id,
): Promise<Delivered> {
  const permalink = await readPublished(connection, async () => {
    const { body } = await graphGet(API, connection, `/${id}`, { fields: 'permalink_url' });
    return addressAt(connection, body);
  });
  // Facebook leads from the id to the post.
  return { networkPostId, url: permalink ?? `${connection.wire.webUrl}/${networkPostId}`, adopted: false };
}

/** A published video with its public URL, and the id of its post if Facebook has made that by now. */
export async function videoWithPermalink(connection: Connection, videoId: string): Promise<Delivered> {
  const read = await readPublished(connection, async () => {
    const { body } = await graphGet(API, connection, `/${videoId}`, { fields: 'permalink_url,post_id' });
    const url = addressAt(connection, body);
    return url === null ? null : { url, postId: textAt(body, 'post_id') };
  });
  const postId = read?.postId ?? null;
  const networkPostId = postId === null ? videoId : pagePostId(connection, postId);
  return { networkPostId, url: read?.url ?? `${connection.wire.webUrl}/${networkPostId}`, adopted: false };
}
