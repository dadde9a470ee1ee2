import { POST_STATUSES } from '../../contract/post-status.js';
import type { Post } from '../../contract/posts.js';
import { choice, defineCommand, flag, list, text, whole } from '../command.js';
import { readPlatforms } from '../input/platforms.js';
import { type Column, table } from '../output/table.js';
import { shortTime } from '../present/instants.js';
import { statusFormat } from '../present/post-text.js';
import { typed } from '../typed-name.js';
import { withClient } from '../with-client.js';

export const postsList = defineCommand({
  name: 'posts list',
  group: 'Publish',
  summary: 'List posts',
  options: {
    status: list('-s, --status <list>', 'Only these: draft, scheduled, published, failed, …', [
      ...POST_STATUSES,
      'attention',
    ]),
    platform: list('-p, --platform <networks>', 'Only posts for these networks'),
    account: text('--account <id>', 'Only posts for this account'),
    text: text('--text <words>', 'Only posts that contain this'),
    idempotencyKey: text('--idempotency-key <key>', 'The post that was made with this key'),
    order: choice('--order <order>', 'By time; upcoming posts asc, others desc unless told', ['asc', 'desc']),
    limit: whole('-n, --limit <number>', 'How many at most (default 20)', { min: 1, max: 100 }),
    cursor: text('--cursor <cursor>', 'Go on where another page ended'),
    all: flag('--all', 'All of them, page after page'),
  },
  examples: [
    { type: 'posts list --status scheduled,draft', does: 'What is still to come' },
    { type: 'posts list --status failed --json', does: 'What went wrong, for a script' },
    { type: 'posts list --text "opening" --all --quiet', does: 'Ids of every post about the opening' },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client) => {
      const platform = readPlatforms(options.platform);
      const query = {
        limit: options.limit ?? (options.all ? 100 : 20),
        ...(options.status.length === 0 ? {} : { status: options.status.join(',') }),
        ...(platform.length === 0 ? {} : { platform }),
        ...(options.account === undefined ? {} : { accountId: options.account }),
        ...(options.text === undefined ? {} : { text: options.text }),
        ...(options.idempotencyKey === undefined ? {} : { idempotencyKey: options.idempotencyKey }),
        ...(options.order === undefined ? {} : { order: options.order }),
        ...(options.cursor === undefined ? {} : { cursor: options.cursor }),
      };
      const first = await client.posts.list(query, { signal: context.signal });
      const posts: Post[] = [];
      if (options.all) for await (const post of first) posts.push(post);
      else posts.push(...first.data);
      const nextCursor = options.all ? null : first.nextCursor;
      context.output.result({
        data: { data: posts, nextCursor },
        brief: posts.map(({ id }) => id),
        text: (room) => (posts.length === 0 ? 'No posts match.' : table(COLUMNS, posts, room)),
      });
      if (nextCursor !== null) {
        context.output.note(`There are more: add --all, or --cursor ${nextCursor}`);
      } else if (posts.length > 0) {
        context.output.note(({ style }) => style('dim', `One of them in full: ${typed('posts get <id>')}`));
      }
    }),
});

const COLUMNS: readonly Column<Post>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'STATUS', value: ({ status }) => status, format: ({ status }) => statusFormat(status) },
  { title: 'WHEN', value: ({ when }) => (when === null ? '' : shortTime(when)) },
  { title: 'NETWORKS', value: networks, cutTo: 12 },
  { title: 'TEXT', value: ({ text }) => text, cutTo: 16 },
];

function networks({ targets }: Post): string {
  return targets.map(({ platform }) => platform).join(', ');
}
