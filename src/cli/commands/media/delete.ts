import { byteSize } from '../../../networks/count/byte-size.js';
import { defineCommand, flag } from '../../command.js';
import { confirmAction } from '../../input/confirm-action.js';
import { plainLine } from '../../output/plain-text.js';
import { withClient } from '../../with-client.js';

export const mediaDelete = defineCommand({
  name: 'media delete',
  group: 'Publish',
  operations: ['media.delete'],
  jsonLines: true,
  summary: 'Delete uploaded files that no post uses',
  details:
    'This cannot be undone. A file that a post uses is not deleted; the error lists the posts. With --json, prints one object per line.',
  arguments: [{ name: '<keys...>', description: 'Storage keys (med_…)' }],
  options: { yes: flag('-y, --yes', 'Skip the confirmation prompt') },
  examples: [
    { type: 'media delete med_4oymiquy7qobjgx36tejs35zeq', does: 'Delete a file, after a prompt' },
    { type: 'media delete med_4oymiquy7qobjgx36tejs35zeq --yes', does: 'Delete it in a script' },
  ],
  run: ({ arguments: keys, options: { yes } }, context) =>
    withClient(context, async (client) => {
      const request = { signal: context.signal };
      const found = await Promise.all(keys.map((key) => client.media.get(key, request)));
      const names = found.map(
        ({ key, filename, bytes }) => `${plainLine(filename ?? key)} (${byteSize(bytes)})`,
      );
      const act = {
        preview: () => names.join('\n'),
        question: found.length === 1 ? 'Delete this file?' : 'Delete these files?',
        action: `Deleting ${names.join(', ')}`,
      };
      await confirmAction(act, yes, context);
      for (const { key } of found) {
        const deleted = await client.media.delete(key, request);
        context.output.result({ data: deleted, brief: [key], text: () => `Deleted ${key}.` });
      }
    }),
});
