import { instagram as access } from '../../../networks/access/instagram.js';
import { graphNotices } from '../meta-graph/notices.js';
import { idIn } from '../notices.js';
import { textAt, valueAt } from '../requests/json-answer.js';
import { INSTAGRAM_API } from './api.js';

/** Instagram Platform: Webhook notification examples (https://developers.facebook.com/documentation/instagram-platform/webhooks/examples, 2025-11-24). */
export const instagramNotices = graphNotices(INSTAGRAM_API, {
  object: 'instagram',
  fields: access.app.notices.fields,
  // Meta's pages do not say which of the two secrets signs; open projects accept either (chatwoot#14280, 2026-04).
  alsoSignedFor: 'facebook',
  change(field, value, account) {
    const [post, comment] = [idIn(valueAt(value, 'media', 'id')), idIn(valueAt(value, 'id'))];
    const isOwn = textAt(value, 'from', 'id') === account;
    if (field !== 'comments' || post === null || comment === null || isOwn) return null;
    return { kind: 'comments', networkPostId: post, commentIds: [comment] };
  },
});
