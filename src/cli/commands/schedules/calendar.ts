import { defineCommand, text } from '../../command.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';
import { calendarText } from './calendar-text.js';

export const calendar = defineCommand({
  name: 'calendar',
  group: 'Plan',
  operations: ['calendar.get'],
  summary: 'A week: posts and open slots, day by day',
  options: {
    week: text('--week <week>', 'A week as 2026-W49, or any of its days as 2026-12-01 (default: this week)'),
    timezone: text('--timezone <zone>', 'IANA zone of the days (default: the workspace’s)'),
    account: text('--account <id>', 'Only this account'),
  },
  examples: [
    { type: 'calendar', does: 'This week' },
    { type: 'calendar --week 2026-12-07', does: 'The week of that day' },
    { type: 'calendar --week 2026-W50 --timezone Europe/Berlin --json', does: 'For a script' },
  ],
  run: ({ options: { week, timezone, account } }, context) =>
    withClient(context, async (client) => {
      const query = {
        ...(week !== undefined && { week }),
        ...(timezone !== undefined && { timezone }),
        ...(account !== undefined && { accountId: account }),
      };
      const shown = await client.calendar.get(query, { signal: context.signal });
      context.output.result({
        data: shown,
        brief: shown.days.flatMap(({ posts }) => posts.map(({ postId }) => postId)),
        text: (screen) => calendarText(shown, screen),
      });
      context.output.note(({ style }) =>
        style('dim', `The week after: ${typed(`calendar --week ${shown.nextWeek}`)}`),
      );
    }),
});
