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
  summary: 'Delete uploaded files that no post names',
  details:
    'This cannot be undone. Files that a post names are refused, and the posts are named. With --json: one object a line.',
  arguments: [{ name: '<keys...>', description: 'Storage keys (med_…)' }],
  options: { yes: flag('-y, --yes', 'Do not ask') },
  examples: [
    { type: 'media delete med_4oymiquy7qobjgx36tejs35zeq', does: 'Asks first' },
    { type: 'media delete med_4oymiquy7qobjgx36tejs35zeq --yes', does: 'In a script' },
  ],
  run: ({ arguments: keys, options: { yes } }, context) =>
    withClient(context, async (client) => {
      const request = { signal: context.signal };
      const found = await Promise.all(keys.map((key) => client.media.get(key, request)));
      const names = found.map(
        ({ key, filename, bytes }) => `${plainLine(filename ?? key)} (${byteSize(bytes)})`,
      );
      const act = {
        shows: () => names.join('\n'),
        question: found.length === 1 ? 'Delete it?' : 'Delete them?',
        would: `${names.join(', ')} would be gone for good`,
      };
      await confirmAction(act, yes, context);
      for (const { key } of found) {
        const deleted = await client.media.delete(key, request);
        context.output.result({ data: deleted, brief: [key], text: () => `Deleted ${key}.` });
      }
    }),
});
