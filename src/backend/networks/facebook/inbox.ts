import type { DeliveryErrorCode } from '../../../contract/posts/delivery-errors.js';
import { NetworkRefusal } from '../adapter.js';
import type { CommentsAdapter } from '../inbox-adapter.js';
import { graphComments } from '../meta-graph/comments-adapter.js';
import { graphGet } from '../meta-graph/graph-call.js';
import { graphMessages } from '../meta-graph/messages-adapter.js';
import { idsAt } from '../meta-graph/other-ids.js';
import { API, OTHER_IDS } from './api.js';

/** Refusals that say nothing of the post. */
const TEMPORARY: readonly DeliveryErrorCode[] = [
  'rate_limited',
  'quota_exceeded',
  'network_unavailable',
  'account_reconnect_required',
];

export const facebookComments: CommentsAdapter = {
  ...graphComments(API, {
    fields: 'id,message,created_time,from,is_hidden,parent,permalink_url,live_broadcast_timestamp',
    text: 'message',
    createdAt: 'created_time',
    hidden: 'is_hidden',
    hides: 'is_hidden',
    parent: ['parent', 'id'],
    name: ['from', 'name'],
    replies: 'comments',
    list: { filter: 'stream', order: 'reverse_chronological' },
  }),
  otherIds: {
    // The id of a video, until Facebook has made its post.
    mayHaveChanged: (networkUserId, networkPostId) => !networkPostId.startsWith(`${networkUserId}_`),
    async read(connection, networkPostId) {
      try {
        const { body } = await graphGet(API, connection, `/${networkPostId}`, { fields: OTHER_IDS.fields });
        return idsAt(body, OTHER_IDS);
      } catch (cause) {
        if (cause instanceof NetworkRefusal && !TEMPORARY.includes(cause.code)) return [];
        throw cause;
      }
    },
  },
};

export const facebookMessages = graphMessages(API, {
  platform: 'messenger',
  type: { messaging_type: 'RESPONSE' },
});
