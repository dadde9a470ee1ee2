import type { Schedule } from '../../../contract/schedules/schedules.js';
import { defineCommand, flag, text } from '../../command.js';
import { accountFilter } from '../../input/accounts.js';
import { shortTime } from '../../output/instants.js';
import { type Column, table } from '../../output/table.js';
import { withClient } from '../../with-client.js';
import { weeklyWords } from './schedule-text.js';

export const schedulesList = defineCommand({
  name: 'schedules list',
  group: 'Schedule',
  operations: ['schedules.list'],
  summary: 'List weekly posting schedules',
  alone: true,
  options: {
    account: text('--account <account>', 'Only schedules of this account, by handle or id: x:@name'),
    active: flag('--active', 'Only schedules that are not paused'),
  },
  examples: [
    { type: 'schedules list', does: 'List all schedules' },
    { type: 'schedules list --active --quiet', does: 'Print the ids of active schedules' },
  ],
  run: ({ options: { account, active } }, context) =>
    withClient(context, async (client) => {
      const query = {
        limit: 100,
        ...(await accountFilter(account, client, context)),
        ...(active && { active: 'true' as const }),
      };
      const found: Schedule[] = [];
      for await (const schedule of client.schedules.list(query, { signal: context.signal }))
        found.push(schedule);
      context.output.result({
        data: { data: found, nextCursor: null },
        brief: found.map(({ id }) => id),
        text: (screen) => (found.length === 0 ? 'No schedules found.' : table(COLUMNS, found, screen)),
      });
    }),
});

const COLUMNS: readonly Column<Schedule>[] = [
  { title: 'LABEL', value: ({ label }) => label, minWidth: 10 },
  { title: 'WHEN', value: weeklyWords, minWidth: 16 },
  { title: 'ZONE', value: ({ timezone }) => timezone, minWidth: 8 },
  { title: 'ACCOUNTS', value: ({ accountIds }) => String(accountIds.length) },
  {
    title: 'NEXT',
    value: ({ next }) => (next === null ? 'paused' : shortTime(next)),
    format: ({ next }) => (next === null ? 'yellow' : undefined),
  },
  { title: 'ID', value: ({ id }) => id },
];
