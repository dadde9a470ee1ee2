import { announced, META_PROTOCOL, together } from '../meta-graph/notices.js';
import { type Announcements, idIn, type NoticeProtocol } from '../notices.js';
import { textAt, valueAt } from '../requests/json-answer.js';

/**
 * Threads API: Webhooks (https://developers.facebook.com/documentation/threads/webhooks, 2026-06-30). The app as a whole is
 * subscribed, and `values` is one change or a list.
 */
export const threadsNotices: NoticeProtocol = {
  ...META_PROTOCOL,
  // As on Instagram.
  alsoSignedFor: 'facebook',
  read(body) {
    const values = valueAt(body, 'values');
    return together((Array.isArray(values) ? values : [values]).map(replyIn));
  },
};

/** A reply, at any depth, to a post of the account. */
function replyIn(change: unknown): Announcements {
  const id = idIn(valueAt(change, 'value', 'id'));
  const owner = idIn(valueAt(change, 'value', 'root_post', 'owner_id'));
  const answers = idIn(valueAt(change, 'value', 'replied_to', 'id'));
  const isReply = textAt(change, 'field') === 'replies';
  if (!isReply || id === null || owner === null || answers === null) return { found: [], ignored: 1 };
  return announced(owner, { kind: 'mention', networkCommentId: id, answers }, change);
}
