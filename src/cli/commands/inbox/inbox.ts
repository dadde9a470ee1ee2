import type { Comment } from '../../../contract/inbox/comments.js';
import type { Conversation } from '../../../contract/inbox/conversations.js';
import { defineCommand, list, text, whole } from '../../command.js';
import { accountFilter } from '../../input/accounts.js';
import { readPlatforms } from '../../input/platforms.js';
import { shortTime } from '../../output/instants.js';
import { type Column, table } from '../../output/table.js';
import { withClient } from '../../with-client.js';

export const inbox = defineCommand({
  name: 'inbox',
  group: 'Inbox',
  summary: 'List comments and direct messages that are waiting for an answer',
  details: 'Shows conversations whose reply window closes soonest, then unanswered comments, oldest first.',
  options: {
    account: text('--account <account>', 'Only this account, by handle or id: x:@name'),
    platform: list('-p, --platform <networks>', 'Only these networks'),
    limit: whole('-n, --limit <number>', 'Maximum number of each (default 20)', { min: 1, max: 100 }),
  },
  examples: [
    { type: 'inbox', does: 'List what to answer' },
    { type: 'inbox --platform instagram --json', does: 'Print it as JSON' },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client) => {
      const platform = readPlatforms(options.platform);
      const query = {
        unanswered: true,
        limit: options.limit ?? 20,
        ...(await accountFilter(options.account, client, context)),
        ...(platform.length === 0 ? {} : { platform }),
      };
      const request = { signal: context.signal };
      const [conversations, comments] = await Promise.all([
        client.conversations.list({ ...query, order: 'soonest_closing' }, request),
        client.comments.list({ ...query, order: 'asc' }, request),
      ]);
      const rows = [...conversations.data.map(ofConversation), ...comments.data.map(ofComment)];
      context.output.result({
        data: {
          conversations: { data: conversations.data, nextCursor: conversations.nextCursor },
          comments: { data: comments.data, nextCursor: comments.nextCursor },
        },
        brief: rows.map(({ id }) => id),
        text: (screen) => (rows.length === 0 ? 'Your inbox is clear.' : table(COLUMNS, rows, screen)),
      });
      if (conversations.nextCursor !== null || comments.nextCursor !== null)
        context.output.note('More results: filter with --account or --platform, or add --limit 100.');
    }),
});

interface Waiting {
  readonly id: string;
  readonly platform: string;
  readonly from: string;
  readonly due: string;
  readonly text: string;
}

function ofConversation({ id, platform, participant, canReplyUntil, lastMessage }: Conversation): Waiting {
  const from = participant.handle || participant.displayName;
  return {
    id,
    platform,
    from,
    due: canReplyUntil === null ? '' : `closes ${canReplyUntil.relative}`,
    text: lastMessage?.text ?? '',
  };
}

function ofComment({ id, platform, author, when, text: words }: Comment): Waiting {
  return {
    id,
    platform,
    from: author.handle || author.displayName,
    due: `from ${shortTime(when)}`,
    text: words,
  };
}

const COLUMNS: readonly Column<Waiting>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'NETWORK', value: ({ platform }) => platform },
  { title: 'FROM', value: ({ from }) => from, minWidth: 10 },
  { title: 'WHEN', value: ({ due }) => due, minWidth: 8 },
  { title: 'TEXT', value: ({ text: words }) => words, minWidth: 16 },
];
