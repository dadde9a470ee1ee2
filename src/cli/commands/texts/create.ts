import { SAVED_TEXT_KINDS } from '../../../contract/texts/values.js';
import { choice, defineCommand } from '../../command.js';
import { plainLine } from '../../output/plain-text.js';
import { withClient } from '../../with-client.js';
import { readText, TEXT_OPTIONS } from '../posts/content.js';

export const textsCreate = defineCommand({
  name: 'texts create',
  group: 'Publish',
  operations: ['savedTexts.create'],
  summary: 'Save a text or a group of hashtags, to insert it into posts or replies',
  arguments: [{ name: '<name>', description: 'The name of the text' }],
  options: {
    ...TEXT_OPTIONS,
    kind: choice('-k, --kind <kind>', 'What it is for (default post)', SAVED_TEXT_KINDS),
  },
  examples: [
    { type: 'texts create Hashtags --text "#bakery #berlin"', does: 'Save a group of hashtags' },
    { type: 'texts create Thanks --kind reply --text "Thank you!"', does: 'Save a reply' },
  ],
  run: ({ arguments: [name = ''], options }, context) =>
    withClient(context, async (client) => {
      const text = await readText(options, context);
      const saved = await client.savedTexts.create(
        { name, text, ...(options.kind !== undefined && { kind: options.kind }) },
        { signal: context.signal },
      );
      context.output.result({
        data: saved,
        brief: [saved.id],
        text: () => `Saved ${saved.id}: ${plainLine(saved.name)}`,
      });
    }),
});
