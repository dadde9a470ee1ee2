import type { Slot, UnslottedPost } from '../../../contract/schedules/slots.js';
import { choice, defineCommand, text, whole } from '../../command.js';
import { readRange } from '../../input/range.js';
import { shortTime, tableTimes } from '../../output/instants.js';
import { type Column, table } from '../../output/table.js';
import { withClient } from '../../with-client.js';

export const slots = defineCommand({
  name: 'slots',
  group: 'Plan',
  operations: ['queue.slots'],
  summary: 'List slots, open and taken, and posts that hold none',
  options: {
    from: text('--from <day>', 'From this day or time on: "tomorrow", 2026-12-01 (default: now)'),
    to: text('--to <day>', 'Up to the end of this day (default: 14 days later)'),
    account: text('--account <id>', 'Only slots of this account'),
    state: choice('--state <state>', 'Only these slots', ['open', 'taken']),
    limit: whole('-n, --limit <number>', 'How many at most (default 50)', { min: 1, max: 100 }),
    cursor: text('--cursor <cursor>', 'Go on where another page ended'),
  },
  examples: [
    { type: 'slots', does: 'The coming two weeks' },
    { type: 'slots --state open --to "next fri"', does: 'What is still open until Friday of next week' },
    { type: 'slots --state open --limit 1 --quiet', does: 'The id of the next open slot' },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client) => {
      const { account, state, limit, cursor } = options;
      const query = {
        ...(await readRange(options, client, context)),
        limit: limit ?? 50,
        ...(account !== undefined && { accountId: account }),
        ...(state !== undefined && { state }),
        ...(cursor !== undefined && { cursor }),
      };
      const page = await client.queue.slots(query, { signal: context.signal });
      const rows = [...page.data, ...page.unslotted].sort((a, b) => compare(a.publishAt, b.publishAt));
      context.output.result({
        data: page,
        brief: page.data.map(({ id }) => id),
        text: (screen) =>
          rows.length === 0
            ? `No slots from ${shortTime(page.from)} to ${shortTime(page.to)}.`
            : table(columnsFor(rows), rows, screen),
      });
      if (page.nextCursor !== null) context.output.note(`There are more: add --cursor ${page.nextCursor}`);
    }),
});

type Row = Slot | UnslottedPost;

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

function columnsFor(rows: readonly Row[]): readonly Column<Row>[] {
  const timeOf = tableTimes(rows.map(({ when }) => when));
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
