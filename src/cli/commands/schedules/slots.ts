import type { Slot, UnslottedPost } from '../../../contract/schedules/slots.js';
import { choice, defineCommand, text, whole } from '../../command.js';
import { accountFilter } from '../../input/accounts.js';
import { readRange } from '../../input/range.js';
import { shortTime } from '../../output/instants.js';
import { type Column, table } from '../../output/table.js';
import { type TableTimes, tableTimes } from '../../output/zoned-times.js';
import { withClient } from '../../with-client.js';

export const slots = defineCommand({
  name: 'slots',
  group: 'Schedule',
  operations: ['queue.slots'],
  summary: 'List open and taken slots, and scheduled posts without a slot',
  options: {
    from: text('--from <day>', 'Start day or time: "tomorrow", 2026-12-01 (default: now)'),
    to: text('--to <day>', 'End day, included (default: 14 days later)'),
    account: text('--account <account>', 'Only this account, by handle or id: x:@name'),
    state: choice('--state <state>', 'Only slots in this state', ['open', 'taken']),
    limit: whole('-n, --limit <number>', 'Maximum number of results (default 50)', { min: 1, max: 100 }),
    cursor: text('--cursor <cursor>', 'Continue after a previous page'),
  },
  examples: [
    { type: 'slots', does: 'List the next two weeks' },
    { type: 'slots --state open --to "next fri"', does: 'List open slots until Friday of next week' },
    { type: 'slots --state open --limit 1 --quiet', does: 'Print the id of the next open slot' },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client) => {
      const { account, state, limit, cursor } = options;
      const query = {
        ...(await readRange(options, client, context)),
        limit: limit ?? 50,
        ...(await accountFilter(account, client, context)),
        ...(state !== undefined && { state }),
        ...(cursor !== undefined && { cursor }),
      };
      const page = await client.queue.slots(query, { signal: context.signal });
      const rows = [...page.data, ...page.unslotted].sort((a, b) => compare(a.publishAt, b.publishAt));
      const times = await tableTimes(
        rows.map(({ when }) => when),
        client,
        context,
      );
      context.output.result({
        data: page,
        brief: page.data.map(({ id }) => id),
        text: (screen) =>
          rows.length === 0
            ? `No slots from ${shortTime(page.from)} to ${shortTime(page.to)}.`
            : table(columnsFor(times), rows, screen),
      });
      if (times.note !== '') context.output.note(({ style }) => style('dim', times.note));
      if (page.nextCursor !== null) context.output.note(`More results: add --cursor ${page.nextCursor}`);
    }),
});

type Row = Slot | UnslottedPost;

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

function columnsFor({ timeOf }: TableTimes): readonly Column<Row>[] {
  return [{ title: 'WHEN', value: ({ when }) => timeOf(when) }, ...COLUMNS];
}

const COLUMNS: readonly Column<Row>[] = [
  {
    title: 'STATE',
    value: (row) => ('state' in row ? row.state : row.status),
    format: (row) => ('state' in row && row.state === 'open' ? 'green' : 'cyan'),
  },
  { title: 'NETWORK', value: ({ platform }) => platform },
  { title: 'HANDLE', value: ({ handle }) => handle, minWidth: 8 },
  { title: 'POST', value: ({ excerpt }) => excerpt ?? '', minWidth: 12 },
  { title: 'ID', value: (row) => ('state' in row ? row.id : row.postId) },
];
