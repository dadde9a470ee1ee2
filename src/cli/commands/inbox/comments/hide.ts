import { defineCommand } from '../../../command.js';
import { withClient } from '../../../with-client.js';
import { forEachId } from '../for-each-id.js';

export const commentsHide = defineCommand({
  name: 'comments hide',
  operations: ['comments.hide'],
  jsonLines: true,
  group: 'Answer',
  summary: 'Hide comments from everybody but their authors',
  details: 'Hiding what is hidden changes nothing; `comments unhide` shows it again.',
  arguments: [{ name: '<ids...>', description: 'Comments (cmt_…)' }],
  options: {},
  examples: [{ type: 'comments hide cmt_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'It can be shown again' }],
  run: ({ arguments: ids }, context) =>
    withClient(context, (client) =>
      forEachId(ids, (id) => client.comments.hide(id, { signal: context.signal }), 'Hidden:', context),
    ),
});

export const commentsUnhide = defineCommand({
  name: 'comments unhide',
  operations: ['comments.unhide'],
  jsonLines: true,
  group: 'Answer',
  summary: 'Show hidden comments again',
  arguments: [{ name: '<ids...>', description: 'Comments (cmt_…)' }],
  options: {},
  examples: [{ type: 'comments unhide cmt_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Everybody sees it' }],
  run: ({ arguments: ids }, context) =>
    withClient(context, (client) =>
      forEachId(ids, (id) => client.comments.unhide(id, { signal: context.signal }), 'Shown again:', context),
    ),
});
