import type { Post } from '../../../contract/posts/posts.js';
import { STATUS_FILTERS } from '../../../contract/posts/values.js';
import { choice, defineCommand, list, text } from '../../command.js';
import { accountFilter } from '../../input/accounts.js';
import { readPlatforms } from '../../input/platforms.js';
import { type Column, table } from '../../output/table.js';
import { type TableTimes, tableTimes } from '../../output/zoned-times.js';
import { noteMore, PAGE_OPTIONS, pageQuery, readPages } from '../../paging.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';
import { statusFormat } from './post-text.js';

export const postsList = defineCommand({
  name: 'posts list',
  group: 'Publish',
  operations: ['posts.list'],
  summary: 'List posts',
  alone: true,
  options: {
    status: list(
      '-s, --status <list>',
      'Only posts with these statuses: draft, approval, scheduled, published, failed, …',
      STATUS_FILTERS,
    ),
    platform: list('-p, --platform <networks>', 'Only posts for these networks'),
    account: text('--account <account>', 'Only posts for this account, by handle or id: x:@name'),
    label: text('--label <name>', 'Only posts with this label'),
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
    { type: 'posts list --label Launch', does: 'List the posts with a label' },
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
        ...(await accountFilter(options.account, client, context)),
        ...(options.label === undefined ? {} : { label: options.label }),
        ...(options.text === undefined ? {} : { text: options.text }),
        ...(options.idempotencyKey === undefined ? {} : { idempotencyKey: options.idempotencyKey }),
        ...(options.order === undefined ? {} : { order: options.order }),
      };
      const first = await client.posts.list(query, { signal: context.signal });
      const listed = await readPages(first, options);
      const { data: posts } = listed;
      const times = await tableTimes(
        posts.map(({ when }) => when),
        client,
        context,
      );
      const isFiltered = Object.keys(query).some((name) => name !== 'limit' && name !== 'order');
      context.output.result({
        data: listed,
        brief: posts.map(({ id }) => id),
        text: (screen) =>
          posts.length === 0 ? noneFound(isFiltered) : table(columnsFor(times), posts, screen),
      });
      if (times.note !== '') context.output.note(({ style }) => style('dim', times.note));
      noteMore(listed, context);
      if (listed.nextCursor === null && posts.length > 0) {
        context.output.note(({ style }) => style('dim', `View one: ${typed('posts get <id>')}`));
      }
    }),
});

function noneFound(isFiltered: boolean): string {
  return isFiltered ? 'No posts match.' : `No posts yet. Write one: ${typed('posts create')}`;
}

function columnsFor({ timeOf }: TableTimes): readonly Column<Post>[] {
  return [
    { title: 'ID', value: ({ id }) => id },
    { title: 'STATUS', value: ({ status }) => status, format: ({ status }) => statusFormat(status) },
    { title: 'WHEN', value: ({ when }) => (when === null ? '' : timeOf(when)) },
    { title: 'NETWORKS', value: networks, minWidth: 12 },
    { title: 'TEXT', value: ({ text }) => text, minWidth: 16 },
  ];
}

/** `x, 2 × bluesky, pinterest (Recipes)`. */
function networks({ targets }: Post): string {
  const counts = new Map<string, number>();
  for (const { platform, board } of targets) {
    const place = board === undefined ? platform : `${platform} (${board.name ?? board.id})`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [...counts].map(([place, count]) => (count === 1 ? place : `${count} × ${place}`)).join(', ');
}
