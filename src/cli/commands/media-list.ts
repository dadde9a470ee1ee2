import { MEDIA_KINDS, type Media } from '../../contract/media.js';
import { choice, defineCommand, flag, text, whole } from '../command.js';
import { table } from '../output/table.js';
import { MEDIA_COLUMNS } from '../present/media-text.js';
import { typed } from '../typed-name.js';
import { withClient } from '../with-client.js';

export const mediaList = defineCommand({
  name: 'media list',
  group: 'Publish',
  summary: 'List uploaded images and videos, the newest first',
  options: {
    kind: choice('-k, --kind <kind>', 'Only images, or only videos', MEDIA_KINDS),
    unused: flag('--unused', 'Only what no post names'),
    limit: whole('-n, --limit <number>', 'How many at most (default 20)', { min: 1, max: 100 }),
    cursor: text('--cursor <cursor>', 'Go on where another page ended'),
    all: flag('--all', 'All of them, page after page'),
  },
  examples: [
    { type: 'media list', does: 'The newest twenty' },
    { type: 'media list --kind video --all', does: 'Every video' },
    { type: 'media list --unused --all --quiet', does: 'Keys of what no post names' },
  ],
  run: ({ options: { kind, unused, limit, cursor, all } }, context) =>
    withClient(context, async (client) => {
      const query = {
        limit: limit ?? (all ? 100 : 20),
        ...(kind === undefined ? {} : { kind }),
        ...(unused ? { unused: 'true' as const } : {}),
        ...(cursor === undefined ? {} : { cursor }),
      };
      const first = await client.media.list(query, { signal: context.signal });
      const found: Media[] = [];
      if (all) for await (const media of first) found.push(media);
      else found.push(...first.data);
      const nextCursor = all ? null : first.nextCursor;
      context.output.result({
        data: { data: found, nextCursor },
        brief: found.map(({ key }) => key),
        text: (room) =>
          found.length === 0
            ? `Nothing is here. Upload with: ${typed('media upload <files>')}`
            : table(MEDIA_COLUMNS, found, room),
      });
      if (nextCursor !== null) context.output.note(`There are more: add --all, or --cursor ${nextCursor}`);
    }),
});
