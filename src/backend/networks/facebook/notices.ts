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
    const comment = idIn(valueAt(value, 'comment_id'));
    const [post, ...others] = postsIn(value, account);
    const isOwn = verb === 'add' && textAt(value, 'from', 'id') === account;
    if (post === undefined || comment === null || isOwn || !VERBS.includes(verb)) return null;
    return {
      ...{ kind: 'comments', networkPostId: post, commentIds: [comment] },
      ...(others.length > 0 && { alsoPosts: others }),
    };
  },
});

/**
 * The ids of the post in a notice, the surest first. A video has one of its own, and a post's (`{page}_{post}`) may lack
 * the Page.
 */
function postsIn(value: unknown, account: string): readonly string[] {
  const page = `${account}_`;
  const said = [['post_id'], ['post', 'id'], ['video_id']].flatMap(
    (path) => idIn(valueAt(value, ...path)) ?? [],
  );
  const bare = said.map((id) => (id.startsWith(page) ? id.slice(page.length) : id)).filter((id) => id !== '');
  return [...new Set([...bare.map((id) => (id.includes('_') ? id : `${page}${id}`)), ...bare])];
}
