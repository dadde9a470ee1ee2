import type { Connection } from '../connection.js';
import { type GraphApi, graphGet } from '../meta-graph/graph-call.js';
import type { Delivered } from '../outgoing-post.js';
import { readPublished } from '../requests/exchange.js';
import { textAt } from '../requests/json-answer.js';
import { facebookErrors } from './errors.js';

export const API: GraphApi = { version: '/v25.0', errors: facebookErrors, provesSecret: true };

/** A published post with its public URL. */
export async function withPermalink(
  connection: Connection,
  id: string,
  networkPostId: string = id,
): Promise<Delivered> {
  const permalink = await readPublished(connection, async () => {
    const { body } = await graphGet(API, connection, `/${id}`, { fields: 'permalink_url' });
    return textAt(body, 'permalink_url');
  });
  // Facebook leads from the id to the post.
  return { networkPostId, url: permalink ?? `${connection.wire.webUrl}/${networkPostId}`, adopted: false };
}
