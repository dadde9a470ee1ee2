import { defineCommand } from '../../command.js';
import { table } from '../../output/table.js';
import { noteMore, PAGE_OPTIONS, pageQuery, readPages } from '../../paging.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';
import { LABEL_COLUMNS } from './label-columns.js';

export const labelsList = defineCommand({
  name: 'labels list',
  alone: true,
  group: 'Publish',
  operations: ['labels.list'],
  summary: 'List labels, with the number of their posts',
  options: PAGE_OPTIONS,
  examples: [
    { type: 'labels', does: 'List the labels' },
    { type: 'posts list --label Launch', does: 'List the posts of a label' },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client) => {
      const listed = await readPages(
        await client.labels.list(pageQuery(options), { signal: context.signal }),
        options,
      );
      context.output.result({
        data: listed,
        brief: listed.data.map(({ id }) => id),
        text: (screen) =>
          listed.data.length === 0
            ? `No labels yet. Label a post: ${typed('posts edit <id> --label Launch')}`
            : table(LABEL_COLUMNS, listed.data, screen),
      });
      noteMore(listed, context);
    }),
});
