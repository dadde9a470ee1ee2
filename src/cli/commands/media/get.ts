import { defineCommand } from '../../command.js';
import { withClient } from '../../with-client.js';
import { mediaText } from './media-text.js';

export const mediaGet = defineCommand({
  name: 'media get',
  group: 'Publish',
  operations: ['media.get'],
  summary: 'View an uploaded file: its format, which networks accept it, which posts use it',
  arguments: [{ name: '<key>', description: 'Storage key (med_…)' }],
  options: {},
  examples: [
    { type: 'media get med_4oymiquy7qobjgx36tejs35zeq', does: 'View a file' },
    {
      type: 'media get med_4oymiquy7qobjgx36tejs35zeq --json | jq -r .url',
      does: 'Print its download URL',
    },
  ],
  run: ({ arguments: [key = ''] }, context) =>
    withClient(context, async (client) => {
      const media = await client.media.get(key, { signal: context.signal });
      context.output.result({ data: media, brief: [media.key], text: (screen) => mediaText(media, screen) });
    }),
});
