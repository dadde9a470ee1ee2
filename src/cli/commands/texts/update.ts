import { SAVED_TEXT_KINDS } from '../../../contract/texts/values.js';
import { choice, defineCommand, text } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { plainLine } from '../../output/plain-text.js';
import { withClient } from '../../with-client.js';
import { givenText, TEXT_OPTIONS } from '../posts/content.js';

export const textsUpdate = defineCommand({
  name: 'texts update',
  group: 'Publish',
  operations: ['savedTexts.update'],
  summary: 'Change a saved text',
  details: 'Posts and replies into which it was inserted stay as they are.',
  arguments: [{ name: '<id>', description: 'Id of the saved text (txt_…)' }],
  options: {
    ...TEXT_OPTIONS,
    name: text('--name <name>', 'The new name'),
    kind: choice('-k, --kind <kind>', 'What it is for', SAVED_TEXT_KINDS),
  },
  examples: [
    {
      type: 'texts update txt_01k9x3m5t7v9b2c4d6f8g0h1jk --text "#bakery #berlin #bread"',
      does: 'Change its text',
    },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client) => {
      const { name, kind } = options;
      const changed = await givenText(options, context);
      if (changed === undefined && name === undefined && kind === undefined)
        throw usageFailure('Nothing to change.', 'Use --text "…", --name "…" or --kind reply');
      const saved = await client.savedTexts.update(
        id,
        {
          ...(changed !== undefined && { text: changed }),
          ...(name !== undefined && { name }),
          ...(kind !== undefined && { kind }),
        },
        { signal: context.signal },
      );
      context.output.result({
        data: saved,
        brief: [saved.id],
        text: () => `Changed ${saved.id}: ${plainLine(saved.name)}`,
      });
    }),
});
