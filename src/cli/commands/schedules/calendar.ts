import { defineCommand, text } from '../../command.js';
import { accountFilter } from '../../input/accounts.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';
import { calendarText } from './calendar-text.js';

export const calendar = defineCommand({
  name: 'calendar',
  group: 'Schedule',
  operations: ['calendar.get'],
  summary: 'Show a week of posts and open slots',
  options: {
    week: text('--week <week>', 'A week, such as 2026-W49, or a day in it (default: this week)'),
    timezone: text('--timezone <zone>', 'IANA time zone of the days (default: the workspace’s)'),
    account: text('--account <account>', 'Only this account, by handle or id: x:@name'),
  },
  examples: [
    { type: 'calendar', does: 'Show this week' },
    { type: 'calendar --week 2026-12-07', does: 'Show the week of that day' },
    { type: 'calendar --week 2026-W50 --timezone Europe/Berlin --json', does: 'Print a week as JSON' },
  ],
  run: ({ options: { week, timezone, account } }, context) =>
    withClient(context, async (client) => {
      const query = {
        ...(week !== undefined && { week }),
        ...(timezone !== undefined && { timezone }),
        ...(await accountFilter(account, client, context)),
      };
      const shown = await client.calendar.get(query, { signal: context.signal });
      context.output.result({
        data: shown,
        brief: shown.days.flatMap(({ posts }) => posts.map(({ postId }) => postId)),
        text: (screen) => calendarText(shown, screen),
      });
      context.output.note(({ style }) =>
        style('dim', `Next week: ${typed(`calendar --week ${shown.nextWeek}`)}`),
      );
    }),
});
