import { LABEL_COLORS } from '../../../contract/labels/values.js';
import { choice, defineCommand, text } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { withClient } from '../../with-client.js';
import { labelLine } from './label-columns.js';

export const labelsUpdate = defineCommand({
  name: 'labels update',
  group: 'Publish',
  operations: ['labels.update'],
  summary: 'Rename or recolour a label',
  details: 'Its posts keep it, and show the new name.',
  arguments: [{ name: '<id>', description: 'Label id (lbl_…)' }],
  options: {
    name: text('--name <name>', 'The new name'),
    color: choice('--color <color>', 'The new colour', LABEL_COLORS),
  },
  examples: [
    { type: 'labels update lbl_01k9x3m5t7v9b2c4d6f8g0h1jk --name "Spring launch"', does: 'Rename it' },
  ],
  run: ({ arguments: [id = ''], options: { name, color } }, context) =>
    withClient(context, async (client) => {
      if (name === undefined && color === undefined)
        throw usageFailure('Nothing to change.', 'Use --name "Spring launch" or --color green');
      const label = await client.labels.update(
        id,
        { ...(name !== undefined && { name }), ...(color !== undefined && { color }) },
        { signal: context.signal },
      );
      context.output.result({ data: label, brief: [label.id], text: () => labelLine(label) });
    }),
});
