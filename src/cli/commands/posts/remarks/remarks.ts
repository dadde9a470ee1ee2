import type { Remark } from '../../../../contract/posts/remarks.js';
import { defineCommand } from '../../../command.js';
import { type Column, table } from '../../../output/table.js';
import { workspaceZone, zonedTimes } from '../../../output/zoned-times.js';
import { noteMore, PAGE_OPTIONS, pageQuery, readPages } from '../../../paging.js';
import { typed } from '../../../typed-name.js';
import { withClient } from '../../../with-client.js';
import { POST_ARGUMENT } from '../stored-post.js';

export const postsRemarks = defineCommand({
  name: 'posts remarks',
  group: 'Publish',
  operations: ['posts.remarks'],
  summary: 'List what people remarked about a post, newest first',
  arguments: [POST_ARGUMENT],
  options: PAGE_OPTIONS,
  examples: [{ type: 'posts remarks post_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'List the remarks' }],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client) => {
      const first = await client.posts.remarks(id, pageQuery(options), { signal: context.signal });
      const listed = await readPages(first, options);
      const { minute } = await zonedTimes(await workspaceZone(client, context));
      const columns: readonly Column<Remark>[] = [
        { title: 'ID', value: (remark) => remark.id },
        { title: 'WRITTEN', value: ({ createdAt }) => minute(createdAt) },
        { title: 'BY', value: ({ by }) => by.label },
        { title: 'REMARK', value: ({ text }) => text, minWidth: 20 },
      ];
      context.output.result({
        data: listed,
        brief: listed.data.map((remark) => remark.id),
        text: (screen) =>
          listed.data.length === 0
            ? `No remarks. Write one: ${typed(`posts remark ${id} --text "Shall we say this on Mastodon?"`)}`
            : table(columns, listed.data, screen),
      });
      noteMore(listed, context);
    }),
});
