import { COMMENT_STATES } from '../../../../contract/inbox/comments.js';
import { choice, defineCommand, text } from '../../../command.js';
import { readRange } from '../../../input/range.js';
import { table } from '../../../output/table.js';
import { noteMore, PAGE_OPTIONS, pageQuery, readPages } from '../../../paging.js';
import { typed } from '../../../typed-name.js';
import { withClient } from '../../../with-client.js';
import { INBOX_FILTERS, inboxQuery } from '../inbox-filters.js';
import { COMMENT_COLUMNS } from './comment-text.js';

export const commentsList = defineCommand({
  name: 'comments list',
  operations: ['comments.list'],
  group: 'Inbox',
  summary: 'List comments on one post or on all, newest first',
  alone: true,
  details:
    'Lists comments and replies by others, and your own comments on posts. --since is read in the workspace’s time zone.',
  options: {
    post: text('--post <id>', 'Only on this post'),
    ...INBOX_FILTERS,
    since: text('--since <time>', 'Only since this time: yesterday, 2026-12-01, 2026-12-01T09:00+01:00'),
    state: choice(
      '--state <state>',
      'Only comments in this state (default: all except deleted)',
      COMMENT_STATES,
    ),
    order: choice('--order <order>', 'Order by time (default desc)', ['asc', 'desc']),
    ...PAGE_OPTIONS,
  },
  examples: [
    { type: 'comments list --unanswered --order asc', does: 'List what to answer, oldest first' },
    { type: 'comments list --post post_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'List the comments on one post' },
    { type: 'comments list --unread --since yesterday --json', does: 'Print new comments as JSON' },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client) => {
      const filters = await inboxQuery(options, client, context);
      const { from: since } = await readRange({ from: options.since, to: undefined }, client, context, {
        from: '--since',
        to: '--since',
      });
      const query = {
        ...filters,
        ...pageQuery(options),
        ...(options.post !== undefined && { postId: options.post }),
        ...(since !== undefined && { since }),
        ...(options.state !== undefined && { state: [options.state] }),
        ...(options.order !== undefined && { order: options.order }),
      };
      const listed = await readPages(await client.comments.list(query, { signal: context.signal }), options);
      context.output.result({
        data: listed,
        brief: listed.data.map(({ id }) => id),
        text: (screen) =>
          listed.data.length === 0 ? 'No comments match.' : table(COMMENT_COLUMNS, listed.data, screen),
      });
      noteMore(listed, context);
      if (listed.nextCursor === null && listed.data.length > 0)
        context.output.note(({ style }) =>
          style('dim', `View one with its thread: ${typed('comments get <id>')}`),
        );
    }),
});
