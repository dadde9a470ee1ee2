import { facebook as access } from '../../../networks/access/facebook.js';
import { graphNotices } from '../meta-graph/notices.js';
import { idIn } from '../notices.js';
import { textAt, valueAt } from '../requests/json-answer.js';
import { API } from './api.js';

/** What happens to a comment; likes and reactions are announced in the same field. */
const VERBS: readonly (string | null)[] = ['add', 'edit', 'edited', 'remove', 'hide', 'unhide'];

/** Graph API: Webhooks reference, Page, field feed (https://developers.facebook.com/docs/graph-api/webhooks/reference/page/, 2026). */
export const facebookNotices = graphNotices(API, {
  object: 'page',
  fields: access.app.notices.fields,
  change(field, value, account) {
    if (field !== 'feed' || textAt(value, 'item') !== 'comment') return null;
    const verb = textAt(value, 'verb');
    const [post, comment] = [idIn(valueAt(value, 'post_id')), idIn(valueAt(value, 'comment_id'))];
    const isOwn = verb === 'add' && textAt(value, 'from', 'id') === account;
    if (post === null || comment === null || isOwn || !VERBS.includes(verb)) return null;
    return { kind: 'comments', networkPostId: post, commentIds: [comment] };
  },
});
