import { LABEL_COLORS } from '../../../contract/labels/values.js';
import { choice, defineCommand } from '../../command.js';
import { withClient } from '../../with-client.js';
import { labelLine } from './label-columns.js';

export const labelsCreate = defineCommand({
  name: 'labels create',
  group: 'Publish',
  operations: ['labels.create'],
  summary: 'Create a label',
  details: 'A post that names a new label creates it, too.',
  arguments: [{ name: '<name>', description: 'The name of the label' }],
  options: { color: choice('--color <color>', 'Its colour in the dashboard', LABEL_COLORS) },
  examples: [{ type: 'labels create Launch --color blue', does: 'Create a blue label' }],
  run: ({ arguments: [name = ''], options: { color } }, context) =>
    withClient(context, async (client) => {
      const label = await client.labels.create(
        { name, ...(color !== undefined && { color }) },
        { signal: context.signal },
      );
      context.output.result({
        data: label,
        brief: [label.id],
        text: () => `Created ${label.id}: ${labelLine(label)}`,
      });
    }),
});
