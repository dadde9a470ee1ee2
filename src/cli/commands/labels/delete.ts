import { defineCommand, flag } from '../../command.js';
import { confirmAction } from '../../input/confirm-action.js';
import { withClient } from '../../with-client.js';

export const labelsDelete = defineCommand({
  name: 'labels delete',
  group: 'Publish',
  operations: ['labels.delete'],
  summary: 'Delete a label, but keep its posts',
  details: 'This cannot be undone, so it asks for confirmation. Its posts stay, without the label.',
  arguments: [{ name: '<id>', description: 'Label id (lbl_…)' }],
  options: { yes: flag('-y, --yes', 'Skip the confirmation prompt') },
  examples: [
    { type: 'labels delete lbl_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Delete a label, after a prompt' },
  ],
  run: ({ arguments: [id = ''], options: { yes } }, context) =>
    withClient(context, async (client) => {
      const act = {
        preview: () => 'Its posts stay, without the label.',
        question: 'Delete this label?',
        action: 'Deleting a label',
      };
      await confirmAction(act, yes, context);
      const deleted = await client.labels.delete(id, { signal: context.signal });
      context.output.result({ data: deleted, brief: [deleted.id], text: () => `Deleted ${deleted.id}.` });
    }),
});
