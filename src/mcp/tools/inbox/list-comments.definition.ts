import { COMMENT_STATES } from '../../../contract/inbox/values.js';
import { defineTool } from '../../definition/tool-definition.js';
import { READ_ONLY } from '../shared/annotations.js';
import { brief } from '../shared/call-fields.js';
import { oneAccount, onePlatform, pagingFields } from '../shared/list-fields.js';
import { limit } from './inbox-fields.js';

export const listComments = defineTool({
  name: 'postrider_list_comments',
  title: 'List comments',
  description: 'Lists comments on a post, an account or all; unanswered oldest first.',
  toolset: 'comments',
  scope: 'comments:read',
  ...READ_ONLY,
  input: {
    postId: { type: 'string', aliases: ['post'], maxLength: 64, documented: 'Only on this post' },
    accountId: brief(oneAccount),
    platform: { ...onePlatform, hidden: true },
    unanswered: { type: 'boolean', documented: 'Only unanswered ones' },
    unread: { type: 'boolean', hidden: true, documented: 'Only unread ones' },
    since: {
      type: 'string',
      aliases: ['from', 'after'],
      maxLength: 100,
      example: '2026-12-01',
      documented: 'A day or time',
    },
    state: {
      type: 'array',
      items: { type: 'string', values: COMMENT_STATES, example: 'hidden' },
      hidden: true,
      documented: 'By default visible and hidden ones, not deleted ones',
    },
    order: {
      type: 'string',
      values: ['asc', 'desc'],
      synonyms: { oldest: 'asc', soonest_closing: 'asc', newest: 'desc', recent: 'desc' },
      example: 'desc',
      hidden: true,
      documented: 'By time; default asc for unanswered ones',
    },
    limit: { ...limit, hidden: true },
    ...pagingFields,
  },
});
