import { defineCommand } from '../../command.js';
import { withClient } from '../../with-client.js';
import { mediaText } from './media-text.js';

export const mediaGet = defineCommand({
  name: 'media get',
  group: 'Publish',
  operations: ['media.get'],
  summary: 'Read an uploaded file: what it is, where it fits, which posts name it',
  arguments: [{ name: '<key>', description: 'Its storage key (med_…)' }],
  options: {},
  examples: [
    { type: 'media get med_4oymiquy7qobjgx36tejs35zeq', does: 'For a person' },
    {
      type: 'media get med_4oymiquy7qobjgx36tejs35zeq --json | jq -r .url',
      does: 'Where the bytes can be fetched',
    },
  ],
  run: ({ arguments: [key = ''] }, context) =>
    withClient(context, async (client) => {
      const media = await client.media.get(key, { signal: context.signal });
      context.output.result({ data: media, brief: [media.key], text: (screen) => mediaText(media, screen) });
    }),
});
