import { defineCommand } from '../../../command.js';
import { withClient } from '../../../with-client.js';
import { forEachId } from '../for-each-id.js';

export const commentsHide = defineCommand({
  name: 'comments hide',
  operations: ['comments.hide'],
  jsonLines: true,
  group: 'Inbox',
  summary: 'Hide comments from everyone except their authors',
  details: 'To show them again, use `postrider comments unhide`.',
  arguments: [{ name: '<ids...>', description: 'Comment ids (cmt_…)' }],
  options: {},
  examples: [{ type: 'comments hide cmt_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Hide a comment' }],
  run: ({ arguments: ids }, context) =>
    withClient(context, (client) =>
      forEachId(ids, (id) => client.comments.hide(id, { signal: context.signal }), 'Hidden:', context),
    ),
});

export const commentsUnhide = defineCommand({
  name: 'comments unhide',
  operations: ['comments.unhide'],
  jsonLines: true,
  group: 'Inbox',
  summary: 'Show hidden comments again',
  arguments: [{ name: '<ids...>', description: 'Comment ids (cmt_…)' }],
  options: {},
  examples: [{ type: 'comments unhide cmt_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Show a comment again' }],
  run: ({ arguments: ids }, context) =>
    withClient(context, (client) =>
      forEachId(ids, (id) => client.comments.unhide(id, { signal: context.signal }), 'Shown again:', context),
    ),
});
