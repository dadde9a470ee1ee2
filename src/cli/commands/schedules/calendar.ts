import { defineCommand, text } from '../../command.js';
import { accountFilter } from '../../input/accounts.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';
import { calendarText } from './calendar-text.js';
import { nextSevenDays } from './next-days.js';

export const calendar = defineCommand({
  name: 'calendar',
  group: 'Schedule',
  operations: ['calendar.get'],
  summary: 'Show posts and open slots of the next seven days, or of a week',
  options: {
    week: text('--week <week>', 'A week, such as 2026-W49, or a day in it (default: the next seven days)'),
    timezone: text('--timezone <zone>', 'IANA time zone of the days (default: the workspace’s)'),
    account: text('--account <account>', 'Only this account, by handle or id: x:@name'),
    label: text('--label <name>', 'Only posts with this label'),
  },
  examples: [
    { type: 'calendar', does: 'Show the next seven days' },
    { type: 'calendar --week 2026-12-07', does: 'Show the week of that day' },
    { type: 'calendar --label Launch', does: 'Show the posts with a label' },
    { type: 'calendar --week 2026-W50 --timezone Europe/Berlin --json', does: 'Print a week as JSON' },
  ],
  run: ({ options: { week, timezone, account, label } }, context) =>
    withClient(context, async (client) => {
      const query = {
        ...(timezone !== undefined && { timezone }),
        ...(label !== undefined && { label }),
        ...(await accountFilter(account, client, context)),
      };
      const shown =
        week === undefined
          ? await nextSevenDays(client, query, context)
          : await client.calendar.get({ ...query, week }, { signal: context.signal });
      context.output.result({
        data: shown,
        brief: shown.days.flatMap(({ posts }) => posts.map(({ postId }) => postId)),
        text: (screen) => calendarText(shown, week === undefined ? 'Next seven days' : shown.week, screen),
      });
      context.output.note(({ style }) =>
        style(
          'dim',
          `${week === undefined ? 'By week' : 'Next week'}: ${typed(`calendar --week ${shown.nextWeek}`)}`,
        ),
      );
    }),
});
