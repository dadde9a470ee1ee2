import { MEDIA_KINDS } from '../../../contract/media/media.js';
import { choice, defineCommand, flag, list, text } from '../../command.js';
import { table } from '../../output/table.js';
import { noteMore, PAGE_OPTIONS, pageQuery, readPages } from '../../paging.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';
import { MEDIA_COLUMNS } from './media-text.js';

export const mediaList = defineCommand({
  name: 'media list',
  group: 'Publish',
  operations: ['media.list'],
  summary: 'List uploaded images and videos, newest first',
  alone: true,
  options: {
    kind: choice('-k, --kind <kind>', 'Only this kind', MEDIA_KINDS),
    unused: flag('--unused', 'Only files that no post uses'),
    missingAltText: flag('--missing-alt', 'Only files without an alt text'),
    text: text('--text <words>', 'Only files whose name contains this text'),
    keys: list('--keys <keys>', 'Only the files with these storage keys'),
    ...PAGE_OPTIONS,
  },
  examples: [
    { type: 'media list', does: 'List the latest twenty' },
    { type: 'media list --kind video --all', does: 'List every video' },
    { type: 'media list --unused --all --quiet', does: 'Print the keys of unused files' },
  ],
  run: ({ options: { kind, unused, missingAltText, text: words, keys, ...paging } }, context) =>
    withClient(context, async (client) => {
      const query = {
        ...pageQuery(paging),
        ...(kind === undefined ? {} : { kind }),
        ...(words === undefined ? {} : { text: words }),
        ...(keys.length === 0 ? {} : { keys: keys.join(',') }),
        ...(unused ? { unused: 'true' as const } : {}),
        ...(missingAltText ? { missingAltText: 'true' as const } : {}),
      };
      const first = await client.media.list(query, { signal: context.signal });
      const listed = await readPages(first, paging);
      const { data: found } = listed;
      context.output.result({
        data: listed,
        brief: found.map(({ key }) => key),
        text: (screen) =>
          found.length === 0
            ? `No media files found. Upload some: ${typed('media upload <files>')}`
            : table(MEDIA_COLUMNS, found, screen),
      });
      noteMore(listed, context);
    }),
});
