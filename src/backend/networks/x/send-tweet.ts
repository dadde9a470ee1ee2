import type { Connection } from '../connection.js';
import type { Delivered } from '../outgoing-post.js';
import { bearer, commit, required } from '../requests/exchange.js';
import { textAt } from '../requests/json-answer.js';
import { urlOf } from './address.js';
import { xErrors } from './errors.js';

/** POST /2/tweets. Irreversible, and throws what `NetworkAdapter.create` throws. */
export async function sendTweet(
  connection: Connection,
  body: Readonly<Record<string, unknown>>,
): Promise<Delivered> {
  const response = await commit(xErrors, connection, {
    method: 'POST',
    path: '/2/tweets',
    headers: { ...bearer(connection), 'content-type': 'application/json' },
    body,
  });
  const id = required(textAt(response.body, 'data', 'id'), response);
  return { networkPostId: id, url: urlOf(connection, id), adopted: false };
}
