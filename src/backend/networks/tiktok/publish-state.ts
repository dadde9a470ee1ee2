import type { Connection } from '../connection.js';
import { ask } from '../requests/exchange.js';
import { countAt, listAt, textAt } from '../requests/json-answer.js';
import { tiktokErrors } from './errors.js';
import { headersOf } from './headers.js';

/** What has become of an upload. */
export interface PublishState {
  readonly status: string | null;
  readonly reason: string | null;
  readonly postId: string | null;
  /** Bytes that arrived; null: TikTok does not say. */
  readonly uploaded: number | null;
}

export async function stateOf(connection: Connection, publishId: string): Promise<PublishState> {
  const { body } = await ask(tiktokErrors, connection, {
    method: 'POST',
    path: '/v2/post/publish/status/fetch/',
    headers: headersOf(connection),
    body: { publish_id: publishId },
  });
  return {
    status: textAt(body, 'data', 'status'),
    reason: textAt(body, 'data', 'fail_reason'),
    // TikTok's spelling. Only present after moderation, and only for public posts.
    postId: textAt(listAt(body, 'data', 'publicaly_available_post_id'), 0),
    uploaded: countAt(body, 'data', 'uploaded_bytes'),
  };
}
