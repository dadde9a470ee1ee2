import type { Post } from '../../../contract/posts/posts.js';
import { POST_STATUSES } from '../../../contract/posts/status.js';
import { choice, defineCommand, list, text } from '../../command.js';
import { readPlatforms } from '../../input/platforms.js';
import { tableTimes } from '../../output/instants.js';
import { type Column, table } from '../../output/table.js';
import { noteMore, PAGE_OPTIONS, pageQuery, readPages } from '../../paging.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';
import { statusFormat } from './post-text.js';

export const postsList = defineCommand({
  name: 'posts list',
  group: 'Publish',
  operations: ['posts.list'],
  summary: 'List posts',
  options: {
    status: list(
      '-s, --status <list>',
      'Only posts with these statuses: draft, scheduled, published, failed, …',
      [...POST_STATUSES, 'attention'],
    ),
    platform: list('-p, --platform <networks>', 'Only posts for these networks'),
    account: text('--account <id>', 'Only posts for this account'),
    text: text('--text <words>', 'Only posts that contain this text'),
    idempotencyKey: text('--idempotency-key <key>', 'Only the post created with this idempotency key'),
    order: choice('--order <order>', 'Order by time (default: asc for upcoming posts, else desc)', [
      'asc',
      'desc',
    ]),
    ...PAGE_OPTIONS,
  },
  examples: [
    { type: 'posts list --status scheduled,draft', does: 'List upcoming posts' },
    { type: 'posts list --status failed --json', does: 'List failed posts as JSON' },
    {
      type: 'posts list --text "opening" --all --quiet',
      does: 'Print the ids of all posts about the opening',
    },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client) => {
      const platform = readPlatforms(options.platform);
      const query = {
        ...pageQuery(options),
        ...(options.status.length === 0 ? {} : { status: options.status.join(',') }),
        ...(platform.length === 0 ? {} : { platform }),
        ...(options.account === undefined ? {} : { accountId: options.account }),
        ...(options.text === undefined ? {} : { text: options.text }),
        ...(options.idempotencyKey === undefined ? {} : { idempotencyKey: options.idempotencyKey }),
        ...(options.order === undefined ? {} : { order: options.order }),
      };
      const first = await client.posts.list(query, { signal: context.signal });
      const listed = await readPages(first, options);
      const { data: posts } = listed;
      context.output.result({
        data: listed,
        brief: posts.map(({ id }) => id),
        text: (screen) => (posts.length === 0 ? 'No posts match.' : table(columnsFor(posts), posts, screen)),
      });
      noteMore(listed, context);
      if (listed.nextCursor === null && posts.length > 0) {
        context.output.note(({ style }) => style('dim', `View one: ${typed('posts get <id>')}`));
      }
    }),
});

function columnsFor(posts: readonly Post[]): readonly Column<Post>[] {
  const timeOf = tableTimes(posts.map(({ when }) => when));
  return [
    { title: 'ID', value: ({ id }) => id },
    { title: 'STATUS', value: ({ status }) => status, format: ({ status }) => statusFormat(status) },
    { title: 'WHEN', value: ({ when }) => (when === null ? '' : timeOf(when)) },
    { title: 'NETWORKS', value: networks, minWidth: 12 },
    { title: 'TEXT', value: ({ text }) => text, minWidth: 16 },
  ];
}

function networks({ targets }: Post): string {
  return targets.map(({ platform }) => platform).join(', ');
}
