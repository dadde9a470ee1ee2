import { defineCommand, flag } from '../../command.js';
import { plainLines } from '../../output/plain-text.js';
import { withClient } from '../../with-client.js';
import { sourceText } from './source-text.js';

export const sourcesGet = defineCommand({
  name: 'sources get',
  group: 'Publish',
  operations: ['sources.get'],
  summary: 'View an extracted article or text',
  arguments: [{ name: '<id>', description: 'Source id (src_…)' }],
  options: { text: flag('--text', 'Print only the full text') },
  examples: [
    {
      type: 'sources get src_01k9x3m5t7v9b2c4d6f8g0h1jk',
      does: 'View a summary and how much text fits on each network',
    },
    { type: 'sources get src_01k9x3m5t7v9b2c4d6f8g0h1jk --text', does: 'Print its text' },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client) => {
      const source = await client.sources.get(id, { signal: context.signal });
      context.output.result({
        data: source,
        brief: [source.id],
        text: (screen) => (options.text ? plainLines(source.text) : sourceText(source, screen)),
      });
    }),
});
