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
  group: 'Answer',
  summary: 'List conversations, of one account or of all, and how long each can be answered',
  details:
    'CLOSES is the end of the time in which the network lets a business answer: 24 hours from the person’s last message, or 7 days where they came by an advertisement.',
  options: {
    ...INBOX_FILTERS,
    window: choice('--window <state>', 'Only those whose window stands so', WINDOW_STATES),
    order: choice('--order <order>', 'recent unless told', CONVERSATION_ORDERS),
    ...PAGE_OPTIONS,
  },
  examples: [
    { type: 'conversations list --unanswered --order soonest_closing', does: 'What to work through' },
    { type: 'conversations list --window closing --json', does: 'What is about to close, for a script' },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client) => {
      const query = {
        ...inboxQuery(options),
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
          style('dim', `One of them with its messages: ${typed('conversations get <id>')}`),
        );
    }),
});
