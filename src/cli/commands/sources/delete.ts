import { defineCommand, flag } from '../../command.js';
import { confirmAction } from '../../input/confirm-action.js';
import { plainLine } from '../../output/plain-text.js';
import { withClient } from '../../with-client.js';

export const sourcesDelete = defineCommand({
  name: 'sources delete',
  group: 'Publish',
  operations: ['sources.delete'],
  summary: 'Delete an extracted article or text',
  details:
    'This cannot be undone, so it asks for confirmation. Posts created from the source are kept, without the link to it.',
  arguments: [{ name: '<id>', description: 'Source id (src_…)' }],
  options: { yes: flag('-y, --yes', 'Skip the confirmation prompt') },
  examples: [
    { type: 'sources delete src_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Delete a source, after a prompt' },
    { type: 'sources delete src_01k9x3m5t7v9b2c4d6f8g0h1jk --yes', does: 'Delete it in a script' },
  ],
  run: ({ arguments: [id = ''], options: { yes } }, context) =>
    withClient(context, async (client) => {
      const source = await client.sources.get(id, { signal: context.signal });
      const name = plainLine(source.title ?? source.excerpt);
      const act = {
        preview: () => name,
        question: 'Delete this source?',
        action: 'Deleting a source',
      };
      await confirmAction(act, yes, context);
      const deleted = await client.sources.delete(source.id, { signal: context.signal });
      context.output.result({
        data: deleted,
        brief: [deleted.id],
        text: () => `Deleted ${deleted.id}: ${name}`,
      });
    }),
});
