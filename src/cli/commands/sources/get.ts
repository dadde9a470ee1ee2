import { defineCommand, flag } from '../../command.js';
import { plainLines } from '../../output/plain-text.js';
import { withClient } from '../../with-client.js';
import { sourceText } from './source-text.js';

export const sourcesGet = defineCommand({
  name: 'sources get',
  group: 'Publish',
  operations: ['sources.get'],
  summary: 'Read an extracted article or text',
  arguments: [{ name: '<id>', description: 'The source’s id (src_…), as `ingest` and `sources` show it' }],
  options: { text: flag('--text', 'Print the whole text and nothing else') },
  examples: [
    { type: 'sources get src_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'In short, with the room on each network' },
    { type: 'sources get src_01k9x3m5t7v9b2c4d6f8g0h1jk --text', does: 'Its text' },
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
