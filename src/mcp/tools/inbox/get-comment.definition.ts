import { defineTool } from '../../definition/tool-definition.js';
import { READS } from '../shared/behaviour.js';
import { restOfList } from '../shared/list-fields.js';
import { commentId, limit, offset } from './inbox-fields.js';

export const getComment = defineTool({
  name: 'postrider_get_comment',
  title: 'Read a thread',
  description: 'A comment in full with its thread, and how to answer it.',
  toolset: 'comments',
  scope: 'comments:read',
  ...READS,
  input: {
    id: { ...commentId, required: true, aliases: ['commentId', 'comment'] },
    offset,
    limit: { ...limit, unpublished: true },
    ...restOfList,
  },
});
