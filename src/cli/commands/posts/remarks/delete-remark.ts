import { defineCommand, flag } from '../../../command.js';
import { confirmAction } from '../../../input/confirm-action.js';
import { withClient } from '../../../with-client.js';
import { POST_ARGUMENT } from '../stored-post.js';

export const postsDeleteRemark = defineCommand({
  name: 'posts delete-remark',
  group: 'Publish',
  operations: ['posts.deleteRemark'],
  summary: 'Delete a remark that you wrote',
  details: 'This cannot be undone, so it asks for confirmation. An owner can delete the remarks of others.',
  arguments: [POST_ARGUMENT, { name: '<remark>', description: 'Id of the remark (rmk_…)' }],
  options: { yes: flag('-y, --yes', 'Skip the confirmation prompt') },
  examples: [
    {
      type: 'posts delete-remark post_01k9x3m5t7v9b2c4d6f8g0h1jk rmk_01k9x3m5t7v9b2c4d6f8g0h1jk',
      does: 'Delete a remark, after a prompt',
    },
  ],
  run: ({ arguments: [id = '', remark = ''], options: { yes } }, context) =>
    withClient(context, async (client) => {
      const act = {
        preview: () => 'The post stays as it is.',
        question: 'Delete this remark?',
        action: 'Deleting a remark',
      };
      await confirmAction(act, yes, context);
      const deleted = await client.posts.deleteRemark(id, remark, { signal: context.signal });
      context.output.result({ data: deleted, brief: [deleted.id], text: () => `Deleted ${deleted.id}.` });
    }),
});
