import { defineCommand, text } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { plainLine } from '../../output/plain-text.js';
import { withClient } from '../../with-client.js';

export const mediaUpdate = defineCommand({
  name: 'media update',
  group: 'Publish',
  operations: ['media.update'],
  summary: 'Describe an uploaded file: its alt text',
  details: 'Posts that use the file from now on and give no alt texts get this one.',
  arguments: [{ name: '<key>', description: 'Storage key (med_…)' }],
  options: { altText: text('--alt <text>', 'What the file shows; "" removes it') },
  examples: [
    {
      type: 'media update med_4oymiquy7qobjgx36tejs35zeq --alt "A bowl of coffee beans"',
      does: 'Set the alt text',
    },
  ],
  run: ({ arguments: [key = ''], options: { altText } }, context) =>
    withClient(context, async (client) => {
      if (altText === undefined)
        throw usageFailure('Nothing to change.', 'Use --alt "A bowl of coffee beans"');
      const media = await client.media.update(key, { altText }, { signal: context.signal });
      context.output.result({
        data: media,
        brief: [media.key],
        text: () =>
          media.altText === null
            ? `${media.key} has no alt text now.`
            : `Alt text of ${media.key}: ${plainLine(media.altText)}`,
      });
    }),
});
