import { defineCommand, flag } from '../command.js';
import { CliFailure } from '../failure.js';
import { canAsk, confirm } from '../input/prompt.js';
import { plainLine } from '../output/plain-text.js';
import { size } from '../present/media-text.js';
import { withClient } from '../with-client.js';

export const mediaDelete = defineCommand({
  name: 'media delete',
  group: 'Publish',
  summary: 'Delete uploaded files that no post names',
  details: 'This cannot be undone. Files that a post names are refused, and the posts are named.',
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
      if (!yes) {
        const names = found.map(
          ({ key, filename, bytes }) => `${plainLine(filename ?? key)} (${size(bytes)})`,
        );
        if (!canAsk(context)) {
          throw new CliFailure('not_confirmed', 'Nobody is here to confirm that this is to be deleted.', {
            changed: 'nothing',
            next: ['Add --yes if it is.'],
          });
        }
        if (!(await confirm(context, `Delete ${names.join(', ')}?`))) {
          throw new CliFailure('not_confirmed', 'Nothing was deleted.', { changed: 'nothing' });
        }
      }
      for (const { key } of found) await client.media.delete(key, request);
      context.output.result({
        data: { deleted: keys },
        brief: keys,
        text: () => `Deleted ${keys.join(', ')}.`,
      });
    }),
});
