import { CONVERSATION_ORDERS, WINDOW_STATES } from '../../../../contract/inbox/conversations.js';
import { choice, defineCommand } from '../../../command.js';
import { table } from '../../../output/table.js';
import { noteMore, PAGE_OPTIONS, pageQuery, readPages } from '../../../paging.js';
import { typed } from '../../../typed-name.js';
import { withClient } from '../../../with-client.js';
import { INBOX_FILTERS, inboxQuery } from '../inbox-filters.js';
import { CONVERSATION_COLUMNS } from './conversation-text.js';

export const conversationsList = defineCommand({
  name: 'conversations list',
  operations: ['conversations.list'],
  group: 'Inbox',
  summary: 'List conversations and how long you can reply to each',
  alone: true,
  details:
    'CLOSES shows when the reply window closes: 24 hours after the person’s last message, or 7 days if they came from an ad.',
  options: {
    ...INBOX_FILTERS,
    window: choice(
      '--window <state>',
      'Only conversations whose reply window is in this state',
      WINDOW_STATES,
    ),
    order: choice('--order <order>', 'Order (default recent)', CONVERSATION_ORDERS),
    ...PAGE_OPTIONS,
  },
  examples: [
    {
      type: 'conversations list --unanswered --order soonest_closing',
      does: 'List what to answer, most urgent first',
    },
    { type: 'conversations list --window closing --json', does: 'Print windows that close soon as JSON' },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client) => {
      const query = {
        ...(await inboxQuery(options, client, context)),
        ...pageQuery(options),
        ...(options.window !== undefined && { window: [options.window] }),
        ...(options.order !== undefined && { order: options.order }),
      };
      const first = await client.conversations.list(query, { signal: context.signal });
      const listed = await readPages(first, options);
      context.output.result({
        data: listed,
        brief: listed.data.map(({ id }) => id),
        text: (screen) =>
          listed.data.length === 0
            ? 'No conversations match.'
            : table(CONVERSATION_COLUMNS, listed.data, screen),
      });
      noteMore(listed, context);
      if (listed.nextCursor === null && listed.data.length > 0)
        context.output.note(({ style }) =>
          style('dim', `View one with its messages: ${typed('conversations get <id>')}`),
        );
    }),
});
