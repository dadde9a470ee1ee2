import { defineCommand, flag } from '../../command.js';
import { confirmAction } from '../../input/confirm-action.js';
import { withClient } from '../../with-client.js';

export const textsDelete = defineCommand({
  name: 'texts delete',
  group: 'Publish',
  operations: ['savedTexts.delete'],
  summary: 'Delete a saved text',
  details: 'This cannot be undone, so it asks for confirmation.',
  arguments: [{ name: '<id>', description: 'Id of the saved text (txt_…)' }],
  options: { yes: flag('-y, --yes', 'Skip the confirmation prompt') },
  examples: [{ type: 'texts delete txt_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Delete a text, after a prompt' }],
  run: ({ arguments: [id = ''], options: { yes } }, context) =>
    withClient(context, async (client) => {
      const act = {
        preview: () => 'Posts and replies into which it was inserted stay as they are.',
        question: 'Delete this text?',
        action: 'Deleting a saved text',
      };
      await confirmAction(act, yes, context);
      const deleted = await client.savedTexts.delete(id, { signal: context.signal });
      context.output.result({ data: deleted, brief: [deleted.id], text: () => `Deleted ${deleted.id}.` });
    }),
});
