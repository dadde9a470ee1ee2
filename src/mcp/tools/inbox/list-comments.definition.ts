import { COMMENT_STATES } from '../../../contract/inbox/values.js';
import { defineTool } from '../../definition/tool-definition.js';
import { READS } from '../shared/behaviour.js';
import { oneAccount, onePlatform, restOfList } from '../shared/list-fields.js';
import { limit } from './inbox-fields.js';

export const listComments = defineTool({
  name: 'postrider_list_comments',
  title: 'List comments',
  description: 'People’s comments, of a post, an account or all; unanswered ones oldest first.',
  toolset: 'comments',
  scope: 'comments:read',
  ...READS,
  input: {
    postId: { type: 'string', aliases: ['post'], maxLength: 64, description: 'On this post' },
    accountId: { ...oneAccount, description: 'On this account' },
    platform: { ...onePlatform, unpublished: true },
    unanswered: { type: 'boolean', description: 'Only these' },
    unread: { type: 'boolean', unpublished: true },
    since: {
      type: 'string',
      aliases: ['from', 'after'],
      maxLength: 100,
      example: '2026-12-01',
      description: 'Day or time',
    },
    state: {
      type: 'array',
      items: { type: 'string', values: COMMENT_STATES, example: 'hidden' },
      unpublished: true,
    },
    order: {
      type: 'string',
      values: ['asc', 'desc'],
      synonyms: { oldest: 'asc', soonest_closing: 'asc', newest: 'desc', recent: 'desc' },
      example: 'desc',
      unpublished: true,
    },
    limit: { ...limit, unpublished: true },
    ...restOfList,
  },
});
