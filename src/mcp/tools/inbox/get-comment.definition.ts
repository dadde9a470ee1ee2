import { defineTool } from '../../definition/tool-definition.js';
import { READ_ONLY } from '../shared/annotations.js';
import { pagingFields } from '../shared/list-fields.js';
import { commentId, limit, offset } from './inbox-fields.js';

export const getComment = defineTool({
  name: 'postrider_get_comment',
  title: 'Read a thread',
  description: 'Reads a comment in full with its thread, and how to reply.',
  toolset: 'comments',
  scope: 'comments:read',
  ...READ_ONLY,
  input: {
    id: { ...commentId, required: true, aliases: ['commentId', 'comment'] },
    offset,
    limit: { ...limit, hidden: true, documented: 'Replies per page; default 30' },
    ...pagingFields,
  },
});
